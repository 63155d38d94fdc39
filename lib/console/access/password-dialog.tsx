import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { sessionListTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = sessionListTexts.password;

/** Changes the caller's own password, which ends all their other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { register, handleSubmit } = form;
  const changing = useWrite(
    (api, body: { currentPassword: string; newPassword: string }) =>
      orThrow(api.POST('/api/auth/password', { body })),
    ['sessions'],
  );
  const onSuccess = () => {
    toast(texts.done);
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className="form"
        onSubmit={handleSubmit((fields) => changing.mutate(fields, { onSuccess }))}
        noValidate
      >
        <SaveProblem error={changing.error} />
        <p>{texts.text}</p>
        <TextField
          label={texts.current}
          type="password"
          autoComplete="current-password"
          error={fieldProblem(form, changing.error, 'currentPassword')}
          {...register('currentPassword', { required: uiTexts.required })}
        />
        <TextField
          label={texts.next}
          hint={texts.nextHint}
          type="password"
          autoComplete="new-password"
          error={fieldProblem(form, changing.error, 'newPassword')}
          {...register('newPassword', { required: uiTexts.required })}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={changing.isPending}>
            {texts.submit}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
