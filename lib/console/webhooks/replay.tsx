import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { ProgressRows } from '../work/progress-rows.tsx';

const texts = webhookTexts.replay;

/** The replay of the page, stored in the address so that a reload and a link also show it. */
export function useReplay() {
  const { get, set } = useFilters();
  return {
    replayId: get('replay') || undefined,
    follow: (replayId: string) => set({ replay: replayId }),
    leave: () => set({ replay: '' }),
  };
}

const refreshEveryMs = 1_000;

function Progress({ replayId }: { replayId: string }) {
  const reading = useRead(
    ['progress', 'replay', replayId],
    (api) => orThrow(api.GET('/api/progress/jobs/{id}', { params: { path: { id: replayId } } })),
    { refreshEveryMs, isFinal: ({ finishedAt }) => finishedAt !== null },
  );
  return (
    <Loaded of={reading}>
      {(job) => (
        <div role="status">
          <ProgressRows jobs={[job]} />
          {job.status === 'completed' && <p>{texts.done(job.processedCount)}</p>}
        </div>
      )}
    </Loaded>
  );
}

/** The progress of a replay, with the button that cancels it. */
export function ReplayProgress({ replayId, onClose }: { replayId: string; onClose: () => void }) {
  const may = useMay();
  return (
    <Notice tone="calm" title={texts.started} actions={<Button onClick={onClose}>{texts.close}</Button>}>
      {may('progress.view') && <Progress replayId={replayId} />}
    </Notice>
  );
}
