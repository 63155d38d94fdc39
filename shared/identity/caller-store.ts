import { ConditionFailedError } from '../table/errors.ts';
import { callerKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import { updateItem } from '../table/write.ts';
import { type RateLimits, type RateWindows, staleCounters, windowsAt } from './rate-window.ts';
import type { CallerRights } from './rights.ts';

/** What a key's item says, after this request was counted (or refused). */
export interface CallerItem extends Item, CallerRights {
  id: string;
  name: string;
  expiresAtMs?: number;
  perMinute?: number;
  perHour?: number;
  /** Addresses and CIDR ranges from which the key may be used; missing for everywhere. */
  allowedAddresses?: readonly string[];
}

export type Authentication =
  | { outcome: 'accepted' | 'limited'; caller: CallerItem; windows: RateWindows }
  | { outcome: 'unknown' };

/** Names seen on an item and passed since; this container's next request for the key removes them on its way. */
const staleNamesByKey = new Map<string, string[]>();
const rememberedKeys = 1_000;
/** A key used every few minutes, each time in a fresh container, is never seen twice: then one extra write cleans up. */
const staleNamesToTolerate = 40;

const alive =
  'attribute_exists(pk) AND attribute_not_exists(blocked)' +
  ' AND (attribute_not_exists(expiresAtMs) OR expiresAtMs > :now)';
/** The key's own limit, where it has one, goes before the deployment's. */
const belowLimit = (counter: string, limit: string) =>
  `(attribute_not_exists(${counter}) OR (attribute_exists(${limit}) AND ${counter} < ${limit})` +
  ` OR (attribute_not_exists(${limit}) AND ${counter} < :${limit}))`;

/**
 * Authenticates a key, reads its principal and counts the request against both rate windows: one UpdateItem
 * whose condition is everything that must hold. A refused request is told apart by the item that the failed
 * condition returns, so that a refusal costs one request as well. `limits` null counts nothing.
 */
export async function authenticateKey(
  secretSha256: string,
  limits: RateLimits | null,
  nowMs: number,
): Promise<Authentication> {
  const windows = windowsAt(nowMs);
  const stale = (staleNamesByKey.get(secretSha256) ?? []).filter(
    (name) => name !== windows.minute && name !== windows.hour,
  );
  const removed = stale.length > 0 ? ` REMOVE ${stale.join(', ')}` : '';
  try {
    const item = await updateItem({
      Key: callerKey(secretSha256),
      UpdateExpression:
        (limits ? 'SET lastUsedAtMs = :now ADD #minute :one, #hour :one' : 'SET lastUsedAtMs = :now') +
        removed,
      ConditionExpression:
        alive +
        (limits ? ` AND ${belowLimit('#minute', 'perMinute')} AND ${belowLimit('#hour', 'perHour')}` : ''),
      ...(limits && { ExpressionAttributeNames: { '#minute': windows.minute, '#hour': windows.hour } }),
      ExpressionAttributeValues: {
        ':now': nowMs,
        ...(limits && { ':one': 1, ':perMinute': limits.perMinute, ':perHour': limits.perHour }),
      },
    });
    await rememberStale(secretSha256, staleCounters(item, windows));
    return { outcome: 'accepted', caller: item as CallerItem, windows };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const caller = error.item as CallerItem | undefined;
    if (caller === undefined || caller.blocked || (caller.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
      return { outcome: 'unknown' };
    }
    return { outcome: 'limited', caller, windows };
  }
}

async function rememberStale(secretSha256: string, names: string[]): Promise<void> {
  if (names.length > staleNamesToTolerate) {
    await updateItem({ Key: callerKey(secretSha256), UpdateExpression: `REMOVE ${names.join(', ')}` });
    staleNamesByKey.delete(secretSha256);
    return;
  }
  if (staleNamesByKey.size >= rememberedKeys) staleNamesByKey.clear();
  if (names.length > 0) staleNamesByKey.set(secretSha256, names);
  else staleNamesByKey.delete(secretSha256);
}
