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

const alive =
  'attribute_exists(pk) AND attribute_not_exists(blocked)' +
  ' AND (attribute_not_exists(expiresAtMs) OR expiresAtMs > :now)';
/** The key's own limit has precedence over the deployment's. */
const belowLimit = (counter: string, limit: string) =>
  `(attribute_not_exists(${counter}) OR (attribute_exists(${limit}) AND ${counter} < ${limit})` +
  ` OR (attribute_not_exists(${limit}) AND ${counter} < :${limit}))`;

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
  const isEvaluation = rateClass === 'evaluations';
  const stale = (staleNamesByKey.get(secretSha256) ?? []).filter(
    (name) => name !== windows.minute && name !== windows.hour,
  );
  const counters = isEvaluation ? '#minute :one' : '#minute :one, #hour :one';
  const belowLimits = [
    '(attribute_not_exists(#minute) OR #minute < :max)',
    ...(isEvaluation
      ? ['(attribute_not_exists(#minute) OR #minute < :perMinute)']
      : [belowLimit('#minute', 'perMinute'), belowLimit('#hour', 'perHour')]),
  ].join(' AND ');
  const removed = stale.length > 0 ? ` REMOVE ${stale.join(', ')}` : '';
  try {
    const item = await updateItem({
      Key: callerKey(secretSha256),
      UpdateExpression:
        (limits ? `SET lastUsedAtMs = :now ADD ${counters}` : 'SET lastUsedAtMs = :now') + removed,
      ConditionExpression: alive + (limits ? ` AND ${belowLimits}` : ''),
      ...(limits && {
        ExpressionAttributeNames: {
          '#minute': windows.minute,
          ...(!isEvaluation && { '#hour': windows.hour }),
        },
      }),
      ExpressionAttributeValues: {
        ':now': nowMs,
        ...(limits && { ':one': 1, ':max': maxUntil(nowMs), ':perMinute': limits.perMinute }),
        ...(limits && !isEvaluation && { ':perHour': limits.perHour }),
      },
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
