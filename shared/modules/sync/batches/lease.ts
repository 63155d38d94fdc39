/** Keeps the lease of a batch while its holder is alive. */
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Lease, StoredRun } from '../runs/run.ts';
import { RunMovedError } from '../runs/run-items.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { renewLease } from './lease-store.ts';

export interface HeldLease {
  /** Ends with the time of the function, and when another worker has taken the batch. */
  signal: AbortSignal;
  /** Nothing is renewed after it. */
  end(): Promise<void>;
}

/** Of the function's time, so much is for what comes after the batch. */
const spareMs = 15_000;

/** Renews the lease until `end`. */
export function holdLease(run: StoredRun, lease: Lease): HeldLease {
  const lost = new AbortController();
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    try {
      await renewLease(run, lease, Date.now() + syncLimits.leaseSeconds * 1_000);
    } catch (error) {
      if (error instanceof RunMovedError) lost.abort(error);
      // Without a renewal another worker may take the batch over; nothing is written twice then.
      else log('warn', 'a lease was not renewed', { runId: run.id, error: describeError(error) });
    }
  };
  const timer = setInterval(
    () => {
      renewal = renewal.then(renew);
    },
    (syncLimits.leaseSeconds * 1_000) / 3,
  );
  const time = AbortSignal.timeout(syncLimits.workerSeconds * 1_000 - spareMs);
  return {
    signal: AbortSignal.any([lost.signal, time]),
    async end() {
      clearInterval(timer);
      await renewal;
    },
  };
}
