/**
 * Limits on actions that no API key counts: log-ins per address, calls of a public receiver, runs of one job. Fixed
 * windows, and one DynamoDB request per check, refused or not.
 */

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { toJson } from '../base/json.ts';
import { RateLimitedError } from '../errors/errors.ts';
import { setting } from '../settings/settings.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { limitKey } from '../table/keys.ts';
import { deleteItem, updateItem } from '../table/write.ts';
import { type RateStatus, rateHeaders } from './rate-window.ts';

export interface RatePolicy {
  /** Part of the key, so that policies never share counters. */
  name: string;
  /** Maximum number of requests in one window. */
  limit: number;
  windowSeconds: number;
  /**
   * After using up a window, a caller is refused for this time from its last allowed request, even beyond the end of
   * the window; at most one window. Without it, the next window starts with zero.
   */
  blockSeconds?: number;
}

/** Counters of this number of earlier windows are removed in passing; the TTL removes unused items. */
const windowsToForget = 30;

function windowsAt({ windowSeconds }: RatePolicy, nowMs: number) {
  const number = Math.floor(nowMs / (windowSeconds * 1000));
  const name = (back: number) => `w${number - back}`;
  return {
    current: name(0),
    previous: name(1),
    old: Array.from({ length: windowsToForget }, (_, index) => name(index + 2)),
    endsAtMs: (number + 1) * windowSeconds * 1000,
  };
}

const keyOf = ({ name }: RatePolicy, subject: string) => limitKey(name, hash('sha256', subject, 'hex'));

function limitError(limit: number, freeAtMs: number, nowMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000));
  return new RateLimitedError(
    retryAfterSeconds,
    rateHeaders({ limit, remaining: 0, resetSeconds: retryAfterSeconds }),
  );
}

/**
 * Counts one event of a subject (an address or an id, of which only the hash is stored) and returns the state of the
 * window. Throws RateLimitedError with the waiting time when the policy's limit is reached. `RATE_LIMITS=off` counts
 * nothing and returns undefined.
 */
export async function countAgainst(
  policy: RatePolicy,
  subject: string,
  nowMs: number,
): Promise<RateStatus | undefined> {
  if (setting('RATE_LIMITS') === 'off') return undefined;
  const { limit, windowSeconds, blockSeconds = 0 } = policy;
  const windows = windowsAt(policy, nowMs);
  try {
    const item = await updateItem({
      Key: { ...keyOf(policy, subject) },
      UpdateExpression: `ADD #current :one SET lastMs = :now, #ttl = :ttl REMOVE ${windows.old.join(', ')}`,
      // The time of the last allowed event stays unchanged while the subject is refused: the block counts from it.
      ConditionExpression:
        '(attribute_not_exists(#current) OR #current < :limit)' +
        ' AND (attribute_not_exists(#previous) OR #previous < :limit OR lastMs <= :unblocked)',
      ExpressionAttributeNames: { '#current': windows.current, '#previous': windows.previous, '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':now': nowMs,
        ':limit': limit,
        ':unblocked': nowMs - blockSeconds * 1000,
        ':ttl': Math.ceil(nowMs / 1000) + 2 * windowSeconds,
      },
    });
    return {
      limit,
      remaining: Math.max(0, limit - Number(item[windows.current] ?? 0)),
      resetSeconds: Math.max(1, Math.ceil((windows.endsAtMs - nowMs) / 1000)),
    };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const full = Number(error.item?.[windows.current] ?? 0) >= limit;
    const blockedUntilMs = Number(error.item?.lastMs ?? 0) + blockSeconds * 1000;
    const freeAtMs = Math.max(blockedUntilMs, full ? windows.endsAtMs : 0);
    throw limitError(limit, freeAtMs, nowMs);
  }
}

/** Until when subjects are refused that used up a limit, for each policy. */
const refusedUntilMs = new LRUCache<string, number>({ max: 1_000 });

/**
 * For requests that are refused anyway and must stay cheap: once the limit is reached, this function refuses without a
 * request until the window ends.
 */
export async function countRefused(policy: RatePolicy, subject: string, nowMs: number): Promise<void> {
  const name = toJson([policy.name, hash('sha256', subject, 'hex')]);
  const untilMs = refusedUntilMs.get(name) ?? 0;
  if (untilMs > nowMs) throw limitError(policy.limit, untilMs, nowMs);
  try {
    await countAgainst(policy, subject, nowMs);
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    refusedUntilMs.set(name, windowsAt(policy, nowMs).endsAtMs);
    throw error;
  }
}

/** Remembers a subject for this time, for instance an address from which a user logged in. */
export async function remember(name: string, subject: string, seconds: number, nowMs: number): Promise<void> {
  if (setting('RATE_LIMITS') === 'off') return;
  await updateItem({
    Key: { ...limitKey(name, hash('sha256', subject, 'hex')) },
    UpdateExpression: 'SET #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':ttl': Math.ceil(nowMs / 1000) + seconds },
  });
}

/** Whether the subject is remembered. */
export async function isRemembered(name: string, subject: string, nowMs: number): Promise<boolean> {
  try {
    // An update without effect: functions with the right to count may update these items, and need no right to read
    // them.
    await updateItem({
      Key: { ...limitKey(name, hash('sha256', subject, 'hex')) },
      UpdateExpression: 'SET #ttl = #ttl',
      // DynamoDB removes expired items some time later.
      ConditionExpression: '#ttl > :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(nowMs / 1000) },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** Resets the count of the subject, for instance after a successful log-in. */
export async function resetLimit(policy: RatePolicy, subject: string): Promise<void> {
  if (setting('RATE_LIMITS') !== 'off') await deleteItem(keyOf(policy, subject));
}
