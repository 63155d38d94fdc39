/**
 * Fixed windows, counted on the caller's own item. A counter's attribute is named after its window (`m29384756`,
 * `h489741`), so that a new window starts without a reset.
 */
export interface RateLimits {
  perMinute: number;
  perHour: number;
}

export interface RateWindows {
  minute: string;
  hour: string;
  minuteEndsAtMs: number;
  hourEndsAtMs: number;
}

/**
 * Classes of requests that are counted separately: `requests` per minute and hour, `evaluations` of toggles per minute
 * only, because server-side providers send one request for each. `none` are not counted: they send requests that are.
 */
export type RateClass = 'requests' | 'evaluations' | 'none';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const counterName = /^[mhe]\d+$/;

/**
 * Requests per second of a key, on average over the current minute. They are counted on one item, and DynamoDB takes
 * 1 000 writes per second of an item.
 */
export const maxPerSecond = 500;

/** Requests that `maxPerSecond` allows from the beginning of the minute to the end of the current second. */
export const maxUntil = (nowMs: number): number => maxPerSecond * (Math.floor((nowMs % minuteMs) / 1000) + 1);

/** Whether this attribute of a caller's item is a counter. */
export function isCounter(name: string): boolean {
  return counterName.test(name);
}

export function windowsAt(nowMs: number, rateClass: RateClass = 'requests'): RateWindows {
  const minute = Math.floor(nowMs / minuteMs);
  const hour = Math.floor(nowMs / hourMs);
  return {
    minute: `${rateClass === 'evaluations' ? 'e' : 'm'}${minute}`,
    hour: `h${hour}`,
    minuteEndsAtMs: (minute + 1) * minuteMs,
    hourEndsAtMs: (hour + 1) * hourMs,
  };
}

/** Whether it is the counter of a current window, of any class. */
function isCurrent(name: string, { minute, hour }: RateWindows): boolean {
  const number = name.slice(1);
  return number === (name.startsWith('h') ? hour : minute).slice(1);
}

/** Counters of past windows. They would make the item grow beyond the 1 KB of one write unit. */
export function staleCounters(item: Readonly<Record<string, unknown>>, current: RateWindows): string[] {
  return Object.keys(item).filter((name) => isCounter(name) && !isCurrent(name, current));
}

export interface RateStatus {
  limit: number;
  remaining: number;
  /** Returns the whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/**
 * Returns the status of the window with the fewest remaining requests; if a limit is exceeded, of the exceeded window
 * that ends last; if only `maxPerSecond` is, of the current second.
 */
export function rateStatus(
  counts: { minute: number; hour: number },
  limits: RateLimits,
  windows: RateWindows,
  nowMs: number,
): RateStatus & { exceeded: boolean } {
  const status = (count: number, limit: number, endsAtMs: number) => ({
    exceeded: count > limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)),
  });
  const minute = status(counts.minute, limits.perMinute, windows.minuteEndsAtMs);
  const hour = status(counts.hour, limits.perHour, windows.hourEndsAtMs);
  if (hour.exceeded) return hour;
  if (minute.exceeded) return minute;
  if (counts.minute > maxUntil(nowMs))
    return { exceeded: true, limit: maxPerSecond, remaining: 0, resetSeconds: 1 };
  return hour.remaining < minute.remaining ? hour : minute;
}

export function rateHeaders(status: RateStatus): Record<string, string> {
  return {
    'x-ratelimit-limit': String(status.limit),
    'x-ratelimit-remaining': String(status.remaining),
    'x-ratelimit-reset': String(status.resetSeconds),
  };
}
