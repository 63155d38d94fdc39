/** The expressions `at(…)`, `rate(…)` and `cron(…)` of EventBridge Scheduler, and their next due time. */

import { ExpressionError, parseCron } from './cron.ts';
import { instantOf, isZone, wallTimeAt } from './time-zone.ts';

/**
 * Returns the first due time after `afterMs`; undefined when there is none. Rates count from `anchorMs`, which is
 * itself due.
 */
export type NextDue = (afterMs: number, anchorMs: number) => number | undefined;

const dayMs = 86_400_000;
const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: dayMs };

/** Whether an expression is `at(…)`: due once. */
export const isOneTime = (expression: string): boolean => expression.startsWith('at(');

/** Returns the instant of a local time. A time skipped in spring has the offset before the change. */
function instantAt(text: string, zone: string): number {
  const wallMs = Date.parse(`${text}Z`);
  // `Date` also reads other formats, and February 30 as a day in March.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString() !== `${text}.000Z`) {
    throw new ExpressionError(`${text} is not a valid time`);
  }
  const dayBeforeMs = wallMs - dayMs;
  return instantOf(zone, wallMs) ?? wallMs - (wallTimeAt(zone, dayBeforeMs) - dayBeforeMs);
}

/**
 * Parses an expression in its time zone. Throws ExpressionError for an expression that EventBridge Scheduler refuses.
 */
export function parseExpression(expression: string, timezone = 'UTC'): NextDue {
  // Time zone data takes 50 ms to load, and most schedules need none.
  if (timezone !== 'UTC' && !isZone(timezone))
    throw new ExpressionError(`${timezone} is not a known time zone`);
  const [, kind, text = ''] = /^(at|rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'cron') return parseCron(text, timezone);
  if (kind === 'at') {
    const atMs = instantAt(text, timezone);
    return (afterMs) => (atMs > afterMs ? atMs : undefined);
  }
  const [, count, unit = ''] = /^([1-9]\d{0,8}) (minute|hour|day)s?$/.exec(text) ?? [];
  if (kind !== 'rate' || count === undefined) {
    throw new ExpressionError(`${expression} must be an at, rate or cron expression`);
  }
  const everyMs = Number(count) * (unitMs[unit] ?? 0);
  return (afterMs, anchorMs) =>
    anchorMs > afterMs ? anchorMs : anchorMs + (Math.floor((afterMs - anchorMs) / everyMs) + 1) * everyMs;
}
