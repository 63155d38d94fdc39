import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { exactTime } from '../ui/times.ts';

const texts = webhookTexts.rotate;

const maxGraceHours = 168;

/** Rotates the signing secret, then shows the new one once. */
export function RotateDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { hours: 24 } });
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
    <FormDialog
      title={texts.title}
      form={form}
      saving={rotating}
      submitLabel={texts.confirm}
      hasNativeValidation
      onSave={({ hours }) => rotating.mutate(hours)}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={texts.grace}
        type="number"
        required
        min={0}
        max={maxGraceHours}
        {...form.register('hours', { valueAsNumber: true })}
      />
    </FormDialog>
  );
}
