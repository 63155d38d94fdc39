/**
 * Computes when a cron expression of EventBridge Scheduler is due. The expression uses the wall clock of its time
 * zone: a time skipped in spring is omitted, and a time repeated in autumn is due once, the first time.
 */
import { type CronFields, parseCronFields } from './cron-fields.ts';
import { instantOf, type LocalTime, localTimeOf } from './zoned-time.ts';

/** Returns the values of a sorted list from `least` on. */
const from = (values: readonly number[], least: number): number[] => values.filter((value) => value >= least);

function* localTimes(fields: CronFields, start: LocalTime): Generator<LocalTime> {
  for (const year of from(fields.years, start.year)) {
    const inFirstYear = year === start.year;
    for (const month of from(fields.months, inFirstYear ? start.month : 1)) {
      const inFirstMonth = inFirstYear && month === start.month;
      for (const day of from(fields.daysOf(year, month), inFirstMonth ? start.day : 1)) {
        const onFirstDay = inFirstMonth && day === start.day;
        for (const hour of from(fields.hours, onFirstDay ? start.hour : 0)) {
          const inFirstHour = onFirstDay && hour === start.hour;
          for (const minute of from(fields.minutes, inFirstHour ? start.minute : 0)) {
            yield { year, month, day, hour, minute, second: 0 };
          }
        }
      }
    }
  }
}

/**
 * Yields the instants in milliseconds at which `cron(…)` is due after `afterMs`, in order; there may be none. Throws
 * ExpressionError for an expression that EventBridge refuses, RangeError for an unknown time zone.
 */
export function nextFirings(expression: string, timezone: string, afterMs: number): Generator<number> {
  const [, text] = /^cron\((.*)\)$/.exec(expression) ?? [];
  const fields = parseCronFields(text ?? expression);
  const start = localTimeOf(afterMs, timezone);
  return (function* () {
    for (const local of localTimes(fields, start)) {
      const atMs = instantOf(local, timezone);
      if (atMs !== undefined && atMs > afterMs) yield atMs;
    }
  })();
}
