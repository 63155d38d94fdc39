/** Dialogs that change a user and end all sessions. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite } from '../api/queries.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { userTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useCloseWithToast } from '../ui/toasts.tsx';
import { StoppingWork } from './stopping-work.tsx';
import { bodyOf, UserFields, type UserForm, useUserForm } from './user-fields.tsx';

const texts = userTexts.show;

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

const nameOf = ({ name, email }: User): string => name ?? email;

const versionOf = ({ revision }: User): string => `"${revision}"`;

interface Change {
  form: UserForm;
  /** Undefined to overwrite other changes. */
  etag: string | undefined;
}

export function EditUserDialog({ user, onClose }: UserDialogProps) {
  // The edited version, even if the page reads a newer one meanwhile.
  const [edited] = useState(user);
  const { id, email, name, organizationId, organizationName, roleIds } = edited;
  const initial = {
    email,
    name: name ?? '',
    organizationId: organizationId ?? '',
    roles: [...roleIds],
  };
  const form = useUserForm(initial);
  const saving = useWrite(
    (api, change: Change) => {
      // The API refuses an organization that is closed, also if the user belongs to it.
      const body = { id, ...changedFields(bodyOf(change.form), bodyOf(initial)) };
      return orThrow(api.PUT('/api/auth/users', { params: ifMatch(change.etag), body }));
    },
    ['users', 'roles'],
  );
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  const save = (fields: UserForm, etag: string | undefined) =>
    saving.mutate({ form: fields, etag }, { onSuccess });
  return (
    <FormDialog
      title={texts.edit(nameOf(edited))}
      form={form}
      saving={saving}
      onSave={(fields) => save(fields, versionOf(edited))}
      onOverwrite={(fields) => save(fields, undefined)}
      onClose={onClose}
    >
      <UserFields
        form={form}
        error={saving.error}
        {...(organizationId !== null && { home: [organizationId, organizationName ?? organizationId] })}
      />
    </FormDialog>
  );
}

export function DeactivateDialog({ user, onClose }: UserDialogProps) {
  const switching = useWrite(
    (api) => orThrow(api.PUT('/api/auth/users', { body: { id: user.id, isActive: false } })),
    ['users'],
  );
  const onSuccess = useCloseWithToast(texts.deactivated, onClose);
  return (
    <ConfirmDialog
      title={texts.deactivateTitle(nameOf(user))}
      confirmLabel={texts.deactivate}
      saving={switching}
      onConfirm={() => switching.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.deactivateText}</p>
      <StoppingWork runAs={`user:${user.id}`} />
    </ConfirmDialog>
  );
}

export function EndSessionsDialog({ user, onClose }: UserDialogProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const setting = useWrite(
    (api, password: string) => orThrow(api.PUT('/api/auth/users', { body: { id: user.id, password } })),
    ['users'],
  );
  const onSuccess = useCloseWithToast(texts.ended, onClose);
  return (
    <FormDialog
      title={texts.endTitle(nameOf(user))}
      form={form}
      saving={setting}
      submitLabel={texts.endConfirm}
      isDangerous
      onSave={({ password }) => setting.mutate(password, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.endText}</p>
      <TextField
        label={texts.password}
        hint={texts.passwordHint}
        type="password"
        autoComplete="new-password"
        {...fieldsOf(form, setting.error)('password', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}
