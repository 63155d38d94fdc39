/** How much the system answers when it is always asked for more. */
import type { Platform } from '../platform.ts';
import { quantile } from '../statistics.ts';
import { generate } from './generator.ts';
import type { MixedRequest } from './request.ts';
import { settle } from './waiting.ts';

const seconds = 12;
/** Until then functions start and compile. */
const warmUpSeconds = 5;
const mostInFlight = 16;
/** More than there is. */
const perSecond = 2_000;

/** Requests per second with so many at a time; whatever it leaves behind is worked off. Throws when nothing is answered. */
export async function capacityOf(
  platform: Platform,
  tool: string,
  requests: readonly MixedRequest[],
): Promise<number> {
  const job = { requests, perSecond, seconds, mostInFlight, drainSeconds: 2 };
  const reports = await generate(tool, job);
  const steady = reports.filter(({ atSeconds }) => atSeconds > warmUpSeconds && atSeconds <= seconds + 0.5);
  await settle(platform, 60);
  // Of the better seconds: in the others something else may have used the machine.
  const capacity = quantile(
    steady.map(({ answeredInTime }) => answeredInTime),
    0.75,
  );
  if (capacity === 0) throw new Error('Nothing was answered.');
  return capacity;
}
