/** Dialogs that create, change, rotate and revoke an API key. */
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type ApiKey, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { keyTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import { bodyOf, expiryChoices, formOf, type KeyForm, newKey } from './key-fields.ts';
import { OrganizationField } from './organization-field.tsx';
import { RoleChoice } from './role-choice.tsx';

const texts = keyTexts.form;

interface KeyFieldsProps {
  form: UseFormReturn<KeyForm>;
  error: unknown;
  isNew: boolean;
}

function KeyFields({ form, error, isNew }: KeyFieldsProps) {
  const { register, watch, setValue } = form;
  return (
    <>
      <TextField
        label={texts.name}
        error={fieldProblem(form, error, 'name')}
        {...register('name', { required: uiTexts.required })}
      />
      <TextField label={texts.description} {...register('description')} />
      <RoleChoice
        chosen={watch('roles')}
        hint={texts.rolesHint}
        onChange={(roles) => setValue('roles', roles, { shouldDirty: true })}
      />
      {isNew && <OrganizationField label={texts.organization} {...register('organizationId')} />}
      <SelectField label={texts.expires} {...register('expires')}>
        {expiryChoices(isNew).map(([choice, title]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.perMinute}
        hint={texts.perMinuteHint}
        type="number"
        min={1}
        error={fieldProblem(form, error, 'perMinute')}
        {...register('perMinute')}
      />
      <TextArea
        label={texts.addresses}
        hint={texts.addressesHint}
        isCode
        error={fieldProblem(form, error, 'addresses')}
        {...register('addresses')}
      />
    </>
  );
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
  if (creating.data)
    return <SecretDialog {...keyTexts.secret} secret={creating.data.secret} onClose={onClose} />;
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <form className="form" onSubmit={form.handleSubmit((fields) => creating.mutate(fields))} noValidate>
        <SaveProblem error={creating.error} />
        <KeyFields form={form} error={creating.error} isNew />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={creating.isPending}>
            {texts.confirm}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface KeyDialogProps {
  of: ApiKey;
  onClose: () => void;
}

export function EditKeyDialog({ of, onClose }: KeyDialogProps) {
  const toast = useToast();
  const [edited] = useState(of);
  const form = useForm<KeyForm>({ defaultValues: formOf(edited) });
  const saving = useWrite(
    (api, fields: KeyForm) =>
      orThrow(api.PUT('/api/api_keys/keys', { body: { id: edited.id, ...bodyOf(fields, Date.now()) } })),
    ['keys', 'roles'],
  );
  const onSuccess = () => {
    toast(texts.saved);
    onClose();
  };
  return (
    <Dialog title={texts.edit(edited.name)} onClose={onClose}>
      <form
        className="form"
        onSubmit={form.handleSubmit((fields) => saving.mutate(fields, { onSuccess }))}
        noValidate
      >
        <SaveProblem error={saving.error} />
        <KeyFields form={form} error={saving.error} isNew={false} />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={saving.isPending}>
            {uiTexts.save}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
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
  if (rotating.data)
    return <SecretDialog {...keyTexts.secret} secret={rotating.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={keyTexts.rotateTitle(of.name)}
      confirmLabel={keyTexts.rotateConfirm}
      isBusy={rotating.isPending}
      onConfirm={() => rotating.mutate(of.id)}
      onClose={onClose}
    >
      <SaveProblem error={rotating.error} />
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
    />
  );
}
