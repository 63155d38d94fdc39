import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useFilters } from '../forms/filters.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';

const texts = webhookTexts.recover;

/** A recovery: redelivers the failed and expired deliveries of a webhook in a time range. */
export interface Recovery {
  since: string;
  until: string;
  count: number;
}

const isTime = (text: string | undefined): text is string => !Number.isNaN(Date.parse(text ?? ''));

/** The recovery of the page, stored in the address so that a reload and a link also show it. */
export function useRecovery() {
  const { get, set } = useFilters();
  const [since, until, count] = [get('recoveredSince'), get('recoveredUntil'), Number(get('recovered'))];
  const recovery: Recovery | undefined =
    isTime(since) && isTime(until) && count > 0 ? { since, until, count } : undefined;
  return {
    recovery,
    follow: (started: Recovery) =>
      set({
        recoveredSince: started.since,
        recoveredUntil: started.until,
        recovered: String(started.count),
      }),
    leave: () => set({ recoveredSince: '', recoveredUntil: '', recovered: '' }),
  };
}

const refreshEveryMs = 1_000;

/** The number of successful deliveries, read from the log. */
export function RecoveryProgress(props: { webhookId: string; recovery: Recovery; onClose: () => void }) {
  const { webhookId, recovery, onClose } = props;
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
    <Notice tone="calm" title={texts.started} actions={<Button onClick={onClose}>{texts.close}</Button>}>
      <Loaded of={reading}>
        {(arrived) => (
          <div className="stack tight" role="status">
            <progress max={count} value={arrived} aria-label={texts.progress} />
            <p>{arrived === count ? texts.done(arrived, count) : texts.left(count - arrived, count)}</p>
          </div>
        )}
      </Loaded>
    </Notice>
  );
}
