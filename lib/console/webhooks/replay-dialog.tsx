import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { CheckField, SelectField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { webhookTexts } from '../texts/webhooks.ts';

const texts = webhookTexts.replay;

const hoursBack = [1, 24, 72, 168] as const;
/** The whole log begins a moment later than it did when the dialog was opened. */
const reserveMs = 60_000;

/** Sends events of the log to a webhook. Calls `onStarted` with the id of the replay. */
export function ReplayDialog(props: {
  webhookId: string;
  onStarted: (replayId: string) => void;
  onClose: () => void;
}) {
  const { webhookId, onStarted, onClose } = props;
  const form = useForm({ defaultValues: { hours: '24', all: false } });
  const replaying = useWrite(
    (api, { hours, all }: { hours: string; all: boolean }) => {
      const from = new Date(Date.now() - Number(hours) * 3_600_000 + reserveMs).toISOString();
      const params = { path: { id: webhookId } };
      return orThrow(api.POST('/api/webhooks/{id}/replay', { params, body: { from, onlyMissing: !all } }));
    },
    ['deliveries', 'webhooks', 'progress'],
  );
  const start = async (fields: { hours: string; all: boolean }) => {
    const started = await replaying.mutateAsync(fields).catch(() => undefined);
    if (started !== undefined) onStarted(started.id);
  };
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={replaying}
      submitLabel={texts.confirm}
      hasNativeValidation
      onSave={start}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <SelectField
        label={texts.since}
        choices={hoursBack.map((hours) => [String(hours), texts.sinceHours(hours)])}
        {...form.register('hours')}
      />
      <CheckField label={texts.all} hint={texts.allHint} {...form.register('all')} />
    </FormDialog>
  );
}
