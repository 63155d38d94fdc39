import { LRUCache } from 'lru-cache';
import { ConditionFailedError } from '../table/errors.ts';
import { callerKey } from '../table/keys.ts';
import { getItem, type Item } from '../table/read.ts';
import { updateItem } from '../table/write.ts';
import {
  maxUntil,
  type RateClass,
  type RateLimits,
  type RateWindows,
  staleCounters,
  windowsAt,
} from './rate-window.ts';
import type { CallerRights } from './rights.ts';

/** A caller's item, after its request was counted or rejected. */
export interface CallerItem extends Item, CallerRights {
  id: string;
  name: string;
  expiresAtMs?: number;
  perMinute?: number;
  perHour?: number;
  /** Addresses and CIDR ranges from which the key may be used; missing for any address. */
  allowedAddresses?: readonly string[];
  /** The key may call only operations that read. */
  readOnly?: true;
}

export type Authentication =
  | { outcome: 'accepted' | 'limited'; caller: CallerItem; windows: RateWindows }
  | { outcome: 'unknown' };

/** Expired counters seen on an item; this container's next request for the key removes them. */
const staleNamesByKey = new LRUCache<string, string[]>({ max: 1_000 });
/**
 * A key that is used every few minutes, each time in a new container, is never seen twice: then one extra write cleans
 * up.
 */
const staleNamesToTolerate = 40;

/** Whether the counter has reached its limit: that of the key, or else that of the deployment. */
const isReached = (counter: string, limit: string) =>
  `${counter} >= ${limit} OR (attribute_not_exists(${limit}) AND ${counter} >= :${limit})`;

/** What a counted request adds to the windows, and the conditions under which it is refused; nothing without limits. */
function countingOf(
  limits: RateLimits | null,
  { minute, hour }: RateWindows,
  rateClass: RateClass,
  nowMs: number,
): { counters: string; refusals: readonly string[]; values: Record<string, number> } {
  if (limits === null) return { counters: '', refusals: [], values: {} };
  const { perMinute, perHour } = limits;
  const max = maxUntil(nowMs);
  const isAtMax = `${minute} >= :max`;
  if (rateClass === 'evaluations')
    return {
      counters: ` ADD ${minute} :one`,
      refusals: [isAtMax],
      values: { ':one': 1, ':max': Math.min(max, perMinute) },
    };
  return {
    counters: ` ADD ${minute} :one, ${hour} :one`,
    refusals: [isAtMax, isReached(minute, 'perMinute'), isReached(hour, 'perHour')],
    values: { ':one': 1, ':max': max, ':perMinute': perMinute, ':perHour': perHour },
  };
}

/** Returns the caller, or undefined if its key is blocked or has expired; for requests that were not counted. */
function judge(caller: CallerItem | undefined, nowMs: number): CallerItem | undefined {
  const isDead = caller?.blocked || (caller?.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  return isDead ? undefined : caller;
}

/** Returns the key of this secret; undefined when it is invalid. Counts nothing. One GetItem. */
export async function findCaller(secretSha256: string, nowMs: number): Promise<CallerItem | undefined> {
  const item = await getItem(callerKey(secretSha256));
  return judge(item as CallerItem | undefined, nowMs);
}

/**
 * Authenticates a key, reads its principal and counts the request against both rate windows: one UpdateItem with a
 * condition on all requirements. The failed condition returns the item, so that a refusal also costs one request.
 * `limits` null counts nothing. Evaluations have their own counter, with the deployment's limit.
 */
export async function authenticateKey(
  secretSha256: string,
  limits: RateLimits | null,
  nowMs: number,
  rateClass: RateClass = 'requests',
): Promise<Authentication> {
  const windows = windowsAt(nowMs, rateClass);
  const stale = (staleNamesByKey.get(secretSha256) ?? []).filter(
    (name) => name !== windows.minute && name !== windows.hour,
  );
  const { counters, refusals, values } = countingOf(limits, windows, rateClass, nowMs);
  // A comparison with an attribute that the item does not have is false.
  const refused = ['attribute_exists(blocked)', 'expiresAtMs <= :now', ...refusals].join(' OR ');
  const removed = stale.length > 0 ? ` REMOVE ${stale.join(', ')}` : '';
  try {
    const item = await updateItem({
      Key: callerKey(secretSha256),
      UpdateExpression: `SET lastUsedAtMs = :now${counters}${removed}`,
      ConditionExpression: `attribute_exists(pk) AND NOT (${refused})`,
      ExpressionAttributeValues: { ':now': nowMs, ...values },
    });
    await rememberStale(secretSha256, staleCounters(item, windows));
    return { outcome: 'accepted', caller: item as CallerItem, windows };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const caller = judge(error.item as CallerItem | undefined, nowMs);
    return caller === undefined ? { outcome: 'unknown' } : { outcome: 'limited', caller, windows };
  }
}

async function rememberStale(secretSha256: string, names: string[]): Promise<void> {
  if (names.length > staleNamesToTolerate) {
    await updateItem({ Key: callerKey(secretSha256), UpdateExpression: `REMOVE ${names.join(', ')}` });
    staleNamesByKey.delete(secretSha256);
    return;
  }
  if (names.length > 0) staleNamesByKey.set(secretSha256, names);
  else staleNamesByKey.delete(secretSha256);
}
