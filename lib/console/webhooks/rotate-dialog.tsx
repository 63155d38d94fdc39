import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { uiTexts } from '../texts/ui.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { exactTime } from '../ui/times.ts';

const texts = webhookTexts.rotate;

const maxGraceHours = 168;

/** Rotates the signing secret, then shows the new one once. */
export function RotateDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { hours: 24 } });
  const rotating = useWrite(
    (api, hours: number) =>
      orThrow(
        api.POST('/api/webhooks/{id}/rotate-secret', {
          params: { path: { id: webhookId } },
          body: { gracePeriodSeconds: Math.round(hours * 3_600) },
        }),
      ),
    ['webhooks'],
  );
  if (rotating.data) {
    const { secret, previousSecretExpiresAt } = rotating.data;
    return (
      <SecretDialog {...webhookTexts.secret} secret={secret} onClose={onClose}>
        <p>{texts.until(exactTime(previousSecretExpiresAt))}</p>
      </SecretDialog>
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit(({ hours }) => rotating.mutate(hours))}>
        <SaveProblem error={rotating.error} />
        <p>{texts.text}</p>
        <TextField
          label={texts.grace}
          type="number"
          min={0}
          max={maxGraceHours}
          {...register('hours', { valueAsNumber: true, required: true })}
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
