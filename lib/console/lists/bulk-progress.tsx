/** The change of everything that a list found, while it runs and until it is closed: on every page. */
import { useId, useSyncExternalStore } from 'react';
import { useUnloadGuard } from '../forms/use-unload-guard.ts';
import { bulkTexts as texts } from '../texts/lists.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { BulkFailures } from './bulk-failures.tsx';
import { type BulkState, bulkRun } from './bulk-run.ts';

function textOf({ action, phase, found, done, changed }: BulkState): string {
  if (phase === 'reading') return texts.reading(found);
  if (phase === 'running') return texts.running(action, done, found);
  if (phase === 'stopped') return texts.stopped(action, done, found);
  return texts.ended(action, changed);
}

export function BulkProgress() {
  const state = useSyncExternalStore(bulkRun.subscribe, bulkRun.get);
  const isActive = state?.phase === 'reading' || state?.phase === 'running';
  const id = useId();
  useUnloadGuard(isActive);
  if (state === undefined) return null;
  const { phase, found, done, failures, error } = state;
  return (
    <section className="bulk-progress" aria-label={texts.work}>
      <p id={id} role="status">
        {textOf(state)}
      </p>
      {phase === 'running' && <progress aria-labelledby={id} value={done} max={found} />}
      {error !== undefined && <ProblemNotice error={error} />}
      <BulkFailures of={failures} />
      <div className="row">
        {isActive && <Button onClick={bulkRun.stop}>{texts.stop}</Button>}
        {phase === 'stopped' && (
          <Button variant="primary" onClick={() => void bulkRun.resume()}>
            {texts.continue}
          </Button>
        )}
        {!isActive && <Button onClick={bulkRun.close}>{uiTexts.close}</Button>}
      </div>
    </section>
  );
}
