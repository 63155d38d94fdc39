import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';

const texts = inboundTexts.rotate;

/** Replaces the secret by the provider's or by a generated one, and shows it once. */
export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const form = useForm({ defaultValues: { secret: '' } });
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
    <FormDialog
      title={texts.title}
      form={form}
      saving={rotating}
      submitLabel={texts.confirm}
      hasNativeValidation
      onSave={({ secret }) => rotating.mutate(secret.trim())}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={inboundTexts.form.secret}
        hint={inboundTexts.form.secretHint}
        type="password"
        autoComplete="off"
        {...form.register('secret')}
      />
    </FormDialog>
  );
}
