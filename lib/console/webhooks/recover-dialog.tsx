import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { uiTexts } from '../texts/ui.ts';
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
  const { register, handleSubmit } = useForm({ defaultValues: { hours: '24' } });
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
  const hasNothing = recovering.data?.count === 0;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit(({ hours }) => start(Number(hours)))}>
        <SaveProblem error={recovering.error} />
        {!hasNothing && (
          <>
            <p>{texts.text}</p>
            <SelectField label={texts.since} {...register('hours')}>
              {hoursBack.map((hours) => (
                <option key={hours} value={hours}>
                  {texts.sinceHours(hours)}
                </option>
              ))}
            </SelectField>
          </>
        )}
        {hasNothing && <Notice tone="calm" title={texts.nothing} />}
        <div className="form-actions">
          {!hasNothing && (
            <Button variant="primary" type="submit" isBusy={recovering.isPending}>
              {texts.confirm}
            </Button>
          )}
          <Button onClick={onClose}>{hasNothing ? texts.close : uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
