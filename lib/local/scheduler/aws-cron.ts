/**
 * When a cron expression of EventBridge Scheduler is due. The expression is about the wall clock of its time zone:
 * a time that the clock skips in spring does not come, and one that it shows twice in autumn comes once, the first time.
 */
import { type CronFields, parseCronFields } from './cron-fields.ts';
import { instantOf, type LocalTime, localTimeOf } from './zoned-time.ts';

/** From a sorted list, with those before `least` left out. */
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
 * The instants, in milliseconds, at which `cron(…)` is due after `afterMs`, in their order; an expression need not be
 * due ever again. Throws ExpressionError for what EventBridge does not take, RangeError for an unknown time zone.
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
