import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Recovery } from './recovery.tsx';

const texts = webhookTexts.recover;

const hoursBack = [1, 24, 72, 168, 720] as const;

/** Redelivers missed deliveries of a webhook. Calls `onStarted` with the recovery if there is one. */
export function RecoverDialog(props: {
  webhookId: string;
  onStarted: (recovery: Recovery) => void;
  onClose: () => void;
}) {
  const { webhookId, onStarted, onClose } = props;
  const form = useForm({ defaultValues: { hours: '24' } });
  const recovering = useWrite(
    async (api, hours: number): Promise<Recovery> => {
      const since = new Date(Date.now() - hours * 3_600_000).toISOString();
      const path = { id: webhookId };
      const before = await orThrow(
        api.GET('/api/webhooks/{id}/stats', { params: { path, query: { since } } }),
      );
      const count = before.failed + before.expired;
      const { until } = before;
      if (count === 0) return { since, until, count };
      const started = await orThrow(
        api.POST('/api/webhooks/{id}/recover', { params: { path }, body: { since, until } }),
      );
      return { since: started.since, until: started.until, count };
    },
    ['deliveries', 'webhooks'],
  );
  const start = async (hours: number) => {
    const recovery = await recovering.mutateAsync(hours).catch(() => undefined);
    if (recovery !== undefined && recovery.count > 0) onStarted(recovery);
  };
  if (recovering.data?.count === 0) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <div className="form">
          <Notice tone="calm" title={texts.nothing} />
          <div className="form-actions">
            <Button onClick={onClose}>{texts.close}</Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={recovering}
      submitLabel={texts.confirm}
      hasNativeValidation
      onSave={({ hours }) => start(Number(hours))}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <SelectField
        label={texts.since}
        choices={hoursBack.map((hours) => [String(hours), texts.sinceHours(hours)])}
        {...form.register('hours')}
      />
    </FormDialog>
  );
}
