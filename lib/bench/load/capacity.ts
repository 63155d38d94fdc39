/** How much the system answers when it is always asked for more. */
import type { Platform } from '../platform.ts';
import { quantile } from '../statistics.ts';
import { generate } from './generator.ts';
import type { MixedRequest } from './request.ts';
import { waitUntilIdle } from './waiting.ts';

const seconds = 8;
const maxInFlight = 16;
/** More than there is. */
const perSecond = 2_000;
const maxRounds = 6;
/** Growth by less from round to round is none: functions have started and are compiled. */
const growing = 1.1;

/** Whether another round would find more than these did. */
export function isWarmingUp(rounds: readonly number[]): boolean {
  const [before, last] = [rounds.at(-2), rounds.at(-1)];
  if (before === undefined || last === undefined) return true;
  return rounds.length < maxRounds && last > growing * before;
}

/** Requests per second with so many at a time; the work that it leaves is completed. Throws when nothing is answered. */
export async function capacityOf(
  platform: Platform,
  tool: string,
  requests: readonly MixedRequest[],
): Promise<number> {
  const rounds: number[] = [];
  while (isWarmingUp(rounds)) {
    const job = { requests, perSecond, seconds, maxInFlight, drainSeconds: 3 };
    const reports = await generate(tool, job);
    // The first second opens connections, and the last report is of answers that came late.
    const whole = reports.filter(({ atSeconds }) => atSeconds > 1.5 && atSeconds < seconds + 0.5);
    // The better seconds: in the others something else may have used the machine.
    const answered = whole.map(({ completedInTime }) => completedInTime);
    rounds.push(quantile(answered, 0.75));
    await waitUntilIdle(platform, 60);
  }
  const capacity = Math.max(...rounds);
  if (capacity === 0) throw new Error('Nothing was answered.');
  return capacity;
}
