import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { sessionListTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = sessionListTexts.password;

/** Changes the caller's own password, which ends all their other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const changing = useWrite(
    (api, body: { currentPassword: string; newPassword: string }) =>
      orThrow(api.POST('/api/auth/password', { body })),
    ['sessions'],
  );
  const field = fieldsOf(form, changing.error);
  const onSuccess = useCloseWithToast(texts.done, onClose);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={changing}
      submitLabel={texts.submit}
      onSave={(fields) => changing.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={texts.current}
        type="password"
        autoComplete="current-password"
        {...field('currentPassword', { required: uiTexts.required })}
      />
      <TextField
        label={texts.next}
        hint={texts.nextHint}
        type="password"
        autoComplete="new-password"
        {...field('newPassword', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}
