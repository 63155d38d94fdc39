import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { uiTexts } from '../texts/ui.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';

const texts = webhookTexts.recover;

const hoursBack = [1, 24, 72, 168, 720] as const;
const refreshEveryMs = 1_000;

interface Recovery {
  since: string;
  until: string;
  /** Deliveries that are to be sent again. */
  count: number;
}

/** How many of the deliveries have arrived by now: the log itself says so. */
function RecoveryProgress({ webhookId, recovery }: { webhookId: string; recovery: Recovery }) {
  const { since, until, count } = recovery;
  const reading = useRead(
    ['webhooks', 'recovery', webhookId, since, until],
    async (api) => {
      const params = { path: { id: webhookId }, query: { since, until } };
      const stats = await orThrow(api.GET('/api/webhooks/{id}/stats', { params }));
      return Math.max(count - stats.failed - stats.expired - stats.pending - stats.sending, 0);
    },
    { refreshEveryMs, isFinal: (arrived) => arrived === count },
  );
  return (
    <Loaded of={reading}>
      {(arrived) => (
        <div className="stack tight" role="status">
          <progress max={count} value={arrived} aria-label={texts.progress} />
          <p>{arrived === count ? texts.done(arrived, count) : texts.left(count - arrived, count)}</p>
        </div>
      )}
    </Loaded>
  );
}

/** Sends again what a webhook missed, and shows how far that is. */
export function RecoverDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
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
  const recovery = recovering.data;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit(({ hours }) => recovering.mutate(Number(hours)))}>
        <SaveProblem error={recovering.error} />
        {recovery === undefined && (
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
        {recovery?.count === 0 && <Notice tone="calm" title={texts.nothing} />}
        {recovery !== undefined && recovery.count > 0 && (
          <RecoveryProgress webhookId={webhookId} recovery={recovery} />
        )}
        <div className="form-actions">
          {recovery === undefined && (
            <Button variant="primary" type="submit" isBusy={recovering.isPending}>
              {texts.confirm}
            </Button>
          )}
          <Button onClick={onClose}>{recovery === undefined ? uiTexts.cancel : texts.close}</Button>
        </div>
      </form>
    </Dialog>
  );
}
