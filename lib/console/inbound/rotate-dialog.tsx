import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';

const texts = inboundTexts.rotate;

/** Replaces the secret by the provider's or by a generated one, and shows it once. */
export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { secret: '' } });
  const rotating = useWrite(
    (api, secret: string) =>
      orThrow(
        api.POST('/api/webhooks/inbound-endpoints/{id}/rotate-secret', {
          params: { path: { id: endpointId } },
          body: secret === '' ? {} : { secret },
        }),
      ),
    ['inbound'],
  );
  if (rotating.data)
    return <SecretDialog {...inboundTexts.secret} secret={rotating.data.secret} onClose={onClose} />;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit(({ secret }) => rotating.mutate(secret.trim()))}>
        <SaveProblem error={rotating.error} />
        <p>{texts.text}</p>
        <TextField
          label={inboundTexts.form.secret}
          hint={inboundTexts.form.secretHint}
          type="password"
          autoComplete="off"
          {...register('secret')}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={rotating.isPending}>
            {texts.confirm}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
