/** Dialogs that change a user and end all sessions. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type User } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { userTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
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
  const toast = useToast();
  // The edited version, even if the page reads a newer one meanwhile.
  const [edited] = useState(user);
  const { id, email, name, organizationId, roleIds } = edited;
  const form = useUserForm({
    email,
    name: name ?? '',
    organizationId: organizationId ?? '',
    roles: [...roleIds],
  });
  const saving = useWrite(
    (api, change: Change) =>
      orThrow(
        api.PUT('/api/auth/users', { params: ifMatch(change.etag), body: { id, ...bodyOf(change.form) } }),
      ),
    ['users', 'roles'],
  );
  const save = (etag: string | undefined) =>
    form.handleSubmit((fields) =>
      saving.mutate(
        { form: fields, etag },
        {
          onSuccess: () => {
            toast(texts.saved);
            onClose();
          },
        },
      ),
    );
  return (
    <Dialog title={texts.edit(nameOf(edited))} onClose={onClose}>
      <form className="form" onSubmit={save(versionOf(edited))} noValidate>
        <SaveProblem error={saving.error} onOverwrite={() => void save(undefined)()} />
        <UserFields form={form} error={saving.error} />
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

export function EndSessionsDialog({ user, onClose }: UserDialogProps) {
  const toast = useToast();
  const form = useForm({ defaultValues: { password: '' } });
  const setting = useWrite(
    (api, password: string) => orThrow(api.PUT('/api/auth/users', { body: { id: user.id, password } })),
    ['users'],
  );
  const onSuccess = () => {
    toast(texts.ended);
    onClose();
  };
  return (
    <Dialog title={texts.endTitle(nameOf(user))} onClose={onClose}>
      <form
        className="form"
        onSubmit={form.handleSubmit(({ password }) => setting.mutate(password, { onSuccess }))}
        noValidate
      >
        <SaveProblem error={setting.error} />
        <p>{texts.endText}</p>
        <TextField
          label={texts.password}
          hint={texts.passwordHint}
          type="password"
          autoComplete="new-password"
          error={fieldProblem(form, setting.error, 'password')}
          {...form.register('password', { required: uiTexts.required })}
        />
        <div className="form-actions">
          <Button variant="danger" type="submit" isBusy={setting.isPending}>
            {texts.endConfirm}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
