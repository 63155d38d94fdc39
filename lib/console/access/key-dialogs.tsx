/** Dialogs that create, change, rotate and revoke an API key. */
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type ApiKey, type NewApiKey, orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { keyTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { useCloseWithToast } from '../ui/toasts.tsx';
import { bodyOf, expiryChoices, formOf, type KeyForm, newKey } from './key-fields.ts';
import { OrganizationField } from './organization-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import { StoppingWork } from './stopping-work.tsx';
import { WorkloadFields } from './workload-fields.tsx';

const texts = keyTexts.form;

interface KeyFieldsProps {
  form: UseFormReturn<KeyForm>;
  error: unknown;
  isNew: boolean;
}

function KeyFields({ form, error, isNew }: KeyFieldsProps) {
  const { register, watch, setValue } = form;
  const field = fieldsOf(form, error);
  return (
    <>
      <TextField label={texts.name} {...field('name', { required: uiTexts.required })} />
      <TextField label={texts.description} {...register('description')} />
      <RoleChoice
        chosen={watch('roles')}
        hint={texts.rolesHint}
        onChange={(roles) => setValue('roles', roles, { shouldDirty: true })}
      />
      <CheckField label={texts.readOnly} hint={texts.readOnlyHint} {...register('readOnly')} />
      {isNew && <OrganizationField label={texts.organization} {...register('organizationId')} />}
      <SelectField label={texts.expires} {...register('expires')} choices={expiryChoices(isNew)} />
      <TextField
        label={texts.perMinute}
        hint={texts.perMinuteHint}
        type="number"
        min={1}
        {...field('perMinute')}
      />
      <TextArea label={texts.addresses} hint={texts.addressesHint} isCode {...field('addresses')} />
      <WorkloadFields form={form} error={error} />
    </>
  );
}

/** Shows a secret once, or how a workload uses a key without one. */
function CreatedKey({ created, onClose }: { created: NewApiKey; onClose: () => void }) {
  const { id: keyId, tenantId, secret } = created;
  if (secret !== null) return <SecretDialog {...keyTexts.secret} secret={secret} onClose={onClose} />;
  const values = toJson({ tenantId, keyId });
  return <SecretDialog {...keyTexts.workloads.created} secret={values} onClose={onClose} />;
}

/** Creates a key, then shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { scope, organizations } = useSession();
  const { organizationId } = scope;
  const selected = organizationId === allOrganizations ? undefined : organizationId;
  const first = organizations.find(({ selectable }) => selectable)?.id;
  const form = useForm<KeyForm>({ defaultValues: newKey(selected ?? first ?? '') });
  const creating = useWrite(
    (api, fields: KeyForm) => {
      const organization = fields.organizationId || null;
      const body = { ...bodyOf(fields, Date.now()), organizationId: organization };
      return orThrow(api.POST('/api/api_keys/keys', { body }));
    },
    ['keys', 'roles'],
  );
  if (creating.data) return <CreatedKey created={creating.data} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.create}
      form={form}
      saving={creating}
      submitLabel={texts.confirm}
      onSave={(fields) => creating.mutate(fields)}
      onClose={onClose}
    >
      <KeyFields form={form} error={creating.error} isNew />
    </FormDialog>
  );
}

interface KeyDialogProps {
  of: ApiKey;
  onClose: () => void;
}

export function EditKeyDialog({ of, onClose }: KeyDialogProps) {
  const [edited] = useState(of);
  const form = useForm<KeyForm>({ defaultValues: formOf(edited) });
  const saving = useWrite(
    (api, fields: KeyForm) => {
      const nowMs = Date.now();
      const changes = changedFields(bodyOf(fields, nowMs), bodyOf(formOf(edited), nowMs));
      return orThrow(api.PUT('/api/api_keys/keys', { body: { id: edited.id, ...changes } }));
    },
    ['keys', 'roles'],
  );
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  return (
    <FormDialog
      title={texts.edit(edited.name)}
      form={form}
      saving={saving}
      onSave={(fields) => saving.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      <KeyFields form={form} error={saving.error} isNew={false} />
    </FormDialog>
  );
}

const graceSeconds = 86_400;

/** Rotates the secret, and shows the new one once. */
export function RotateKeyDialog({ of, onClose }: KeyDialogProps) {
  const rotating = useWrite(
    (api, id: string) =>
      orThrow(
        api.POST('/api/api_keys/keys/{id}/rotate', {
          params: { path: { id } },
          body: { gracePeriodSeconds: graceSeconds },
        }),
      ),
    ['keys'],
  );
  if (rotating.data) return <CreatedKey created={rotating.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={keyTexts.rotateTitle(of.name)}
      confirmLabel={keyTexts.rotateConfirm}
      saving={rotating}
      onConfirm={() => rotating.mutate(of.id)}
      onClose={onClose}
    >
      <p>{keyTexts.rotateText}</p>
    </ConfirmDialog>
  );
}

export function RevokeKeyDialog({ of, onClose }: KeyDialogProps) {
  return (
    <DeleteDialog
      name={of.name}
      texts={keyTexts.revocation}
      remove={(api) => orThrow(api.DELETE('/api/api_keys/keys', { params: { query: { id: of.id } } }))}
      refreshes={['keys', 'roles']}
      onClose={onClose}
    >
      <StoppingWork runAs={`api_key:${of.id}`} />
    </DeleteDialog>
  );
}
