/** The expressions `at(…)`, `rate(…)` and `cron(…)` of EventBridge Scheduler, and their next due time. */
import { nextFirings } from './aws-cron.ts';
import { ExpressionError } from './cron-fields.ts';
import { instantOrLater, isTimezone } from './zoned-time.ts';

export { ExpressionError } from './cron-fields.ts';

export interface Timing {
  kind: 'at' | 'rate' | 'cron';
  /**
   * Returns the first due time after `afterMs`; undefined when there is none. Rates count from `anchorMs`, which is
   * itself due.
   */
  nextMs(afterMs: number, anchorMs: number): number | undefined;
}

const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const atShape = /^at\((\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\)$/;
const rateShape = /^rate\(([1-9]\d{0,8}) (minute|hour|day)s?\)$/;

function atTiming(text: string, timezone: string): Timing {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    atShape.exec(text)?.slice(1).map(Number) ?? [];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const read = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()];
  const given = [month, day, hour, minute];
  if (given.some((value, index) => value !== read[index]) || second > 59)
    throw new ExpressionError(`${text} is not a valid time`);
  const atMs = instantOrLater({ year, month, day, hour, minute, second }, timezone);
  return { kind: 'at', nextMs: (afterMs) => (atMs > afterMs ? atMs : undefined) };
}

function rateTiming(count: number, unit: string): Timing {
  const everyMs = count * (unitMs[unit] ?? 0);
  return {
    kind: 'rate',
    nextMs(afterMs, anchorMs) {
      if (anchorMs > afterMs) return anchorMs;
      return anchorMs + (Math.floor((afterMs - anchorMs) / everyMs) + 1) * everyMs;
    },
  };
}

/**
 * Parses an expression in its time zone. Throws ExpressionError for an expression that EventBridge Scheduler refuses.
 */
export function parseTiming(expression: string, timezone = 'UTC'): Timing {
  if (!isTimezone(timezone)) throw new ExpressionError(`${timezone} is not a known time zone`);
  if (atShape.test(expression)) return atTiming(expression, timezone);
  const [, count, unit] = rateShape.exec(expression) ?? [];
  if (count !== undefined && unit !== undefined) return rateTiming(Number(count), unit);
  if (!/^cron\(.*\)$/.test(expression))
    throw new ExpressionError(`${expression} must be an at, rate or cron expression`);
  // Evaluates it once, so that an error shows when the schedule is created.
  nextFirings(expression, timezone, 0);
  return {
    kind: 'cron',
    nextMs: (afterMs) => {
      const { value, done } = nextFirings(expression, timezone, afterMs).next();
      return done ? undefined : value;
    },
  };
}
