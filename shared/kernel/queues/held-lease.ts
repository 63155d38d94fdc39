/** Renews the lease of a worker while it works. */
import { describeError, log } from '../observability/log.ts';

export interface HeldLease {
  /** Aborts when the time is up, and when another worker has taken the lease. */
  signal: AbortSignal;
  /** Nothing is renewed after it. */
  end(): Promise<void>;
}

/**
 * Renews a lease three times in its duration until `end`. `isLost` recognizes the error of `renew` that says that another
 * worker has the lease. After any other error another worker may take the lease over, so it must be harmless to work on.
 */
export function holdLease({
  leaseMs,
  maxMs,
  renew,
  isLost,
  about,
}: {
  leaseMs: number;
  /** How long the work may take. */
  maxMs: number;
  renew(untilMs: number): Promise<unknown>;
  isLost(error: unknown): boolean;
  /** For the log. */
  about: Readonly<Record<string, unknown>>;
}): HeldLease {
  const lost = new AbortController();
  let renewal: Promise<void> = Promise.resolve();
  const renewOnce = async () => {
    try {
      await renew(Date.now() + leaseMs);
    } catch (error) {
      if (isLost(error)) lost.abort(error);
      else log('warn', 'a lease was not renewed', { ...about, error: describeError(error) });
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renewOnce);
  }, leaseMs / 3);
  return {
    signal: AbortSignal.any([lost.signal, AbortSignal.timeout(maxMs)]),
    async end() {
      clearInterval(timer);
      await renewal;
    },
  };
}
