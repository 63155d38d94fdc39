/** The system's capacity: its throughput under unlimited load. */
import type { Platform } from '../platform.ts';
import { quantile } from '../statistics.ts';
import { generate } from './generator.ts';
import type { MixedRequest } from './request.ts';
import { waitUntilIdle } from './waiting.ts';

const seconds = 8;
const maxInFlight = 16;
/** Higher than any system's capacity. */
const perSecond = 2_000;
const maxRounds = 6;
/** A smaller increase between rounds counts as none: functions have started and are compiled. */
const growing = 1.1;

/** Whether another round would reach more than these did. */
export function isWarmingUp(rounds: readonly number[]): boolean {
  const [before, last] = [rounds.at(-2), rounds.at(-1)];
  if (before === undefined || last === undefined) return true;
  return rounds.length < maxRounds && last > growing * before;
}

/** Requests per second with this number in flight; remaining work is finished afterwards. Throws without responses. */
export async function capacityOf(
  platform: Platform,
  tool: string,
  requests: readonly MixedRequest[],
): Promise<number> {
  const rounds: number[] = [];
  while (isWarmingUp(rounds)) {
    const job = { requests, perSecond, seconds, maxInFlight, drainSeconds: 3 };
    const reports = await generate(tool, job);
    // The first second opens connections, and the last report contains late responses.
    const whole = reports.filter(({ atSeconds }) => atSeconds > 1.5 && atSeconds < seconds + 0.5);
    // Uses the better seconds: in the others something else may have used the machine.
    const answered = whole.map(({ completedInTime }) => completedInTime);
    rounds.push(quantile(answered, 0.75));
    await waitUntilIdle(platform, 60);
  }
  const capacity = Math.max(...rounds);
  if (capacity === 0) throw new Error('The system sent no responses.');
  return capacity;
}
