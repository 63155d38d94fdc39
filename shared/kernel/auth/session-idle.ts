/**
 * Ends sessions that are not used, where their tenant limits that. The time of the last use has an item of its own, because
 * functions may not change sessions, which contain rights. It is written once in a tenth of the limit, not per request.
 */
import { ConditionFailedError } from '../table/errors.ts';
import { limitKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/read.ts';
import { updateItem } from '../table/write.ts';

/** The part of a session that its use depends on. */
export interface IdleLimited {
  createdAtMs: number;
  /** The session ends after this time without a request; missing for no limit. */
  maxIdleMs?: number | undefined;
}

const maxUnrecordedMs = 300_000;
/** DynamoDB removes the item some time after its end. A session whose item is gone was last used before that. */
const keptSeconds = 3_600;

const useKey = (sessionSha256: string) => limitKey('user-idle', sessionSha256);

/** Whether a session that was last used then has ended, or its use must be recorded again. Pure. */
export function idleState(
  { createdAtMs, maxIdleMs }: IdleLimited,
  usedAtMs: number | undefined,
  nowMs: number,
): 'unlimited' | 'recent' | 'due' | 'ended' {
  if (maxIdleMs === undefined) return 'unlimited';
  const unusedMs = nowMs - Math.max(usedAtMs ?? 0, createdAtMs);
  if (unusedMs >= maxIdleMs) return 'ended';
  return unusedMs >= Math.min(maxUnrecordedMs, maxIdleMs / 10) ? 'due' : 'recent';
}

const usedAtOf = (item: Record<string, unknown> | undefined): number | undefined =>
  item === undefined ? undefined : Number(item.usedAtMs);

/**
 * Records that a session is used. Returns false if it has ended, because it was not used for too long. No request without a
 * limit, otherwise one, and rarely two.
 */
export async function recordUse(
  session: IdleLimited,
  sessionSha256: string,
  nowMs: number,
): Promise<boolean> {
  const { maxIdleMs } = session;
  if (maxIdleMs === undefined) return true;
  const state = idleState(session, usedAtOf(await getItem(useKey(sessionSha256))), nowMs);
  if (state !== 'due') return state !== 'ended';
  try {
    await updateItem({
      Key: { ...useKey(sessionSha256) },
      UpdateExpression: 'SET usedAtMs = :now, #ttl = :ttl',
      // Of parallel requests one writes.
      ConditionExpression: 'attribute_not_exists(usedAtMs) OR usedAtMs < :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':ttl': Math.ceil((nowMs + maxIdleMs) / 1_000) + keptSeconds,
      },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
  return true;
}

/** The sessions that have not ended. One request if some have a limit. */
export async function withoutIdle<S extends IdleLimited & { sessionSha256: string }>(
  sessions: readonly S[],
  nowMs: number,
): Promise<S[]> {
  const limited = sessions.filter(({ maxIdleMs }) => maxIdleMs !== undefined);
  const items = limited.length === 0 ? [] : await batchGet(limited.map((s) => useKey(s.sessionSha256)));
  const usedAt = new Map(items.map((item) => [item.pk, usedAtOf(item)]));
  return sessions.filter(
    (session) => idleState(session, usedAt.get(useKey(session.sessionSha256).pk), nowMs) !== 'ended',
  );
}
