/** Sessions: the item that authenticates requests, and its entry with the user. */

import { forEachParallel } from '../base/parallel.ts';
import type { TenantScope } from '../base/principal.ts';
import { UnauthenticatedError } from '../errors/errors.ts';
import { fromItem, toItem } from '../table/item.ts';
import { sessionKey, userKey, userSessionKey, userSessionsPrefix } from '../table/keys.ts';
import { batchGet, getItem, queryAll } from '../table/read.ts';
import { ifRevision, transact, type Write } from '../table/write.ts';
import { openHome } from './directory-reader.ts';
import type { UserRow } from './identity-types.ts';
import { fromKeySessionItem, isKeySessionItem, type StoredKeySession } from './key-session-store.ts';
import type { CallerRights } from './rights.ts';
import { type IdleLimited, withoutIdle } from './session-idle.ts';
import type { SignIn, SignInFactor } from './sign-in.ts';

const entity = 'session';

/** An application that acts for the user, who has allowed it (`shared/modules/identity/oauth`). */
export interface Application {
  clientId: string;
  name: string;
  /** Where its codes are sent. */
  redirectHost: string;
  /** Address of the resource that its tokens are for. */
  resource: string;
  readOnly: boolean;
  /** The application must sign its requests for tokens. */
  mustSign?: true | undefined;
  /** Number of the current refresh token: an earlier one ends the session. */
  generation: number;
}

/** Items of earlier versions lack the sign-in: their users logged in with a password. */
export interface Session extends CallerRights, Partial<SignIn>, IdleLimited {
  userId: string;
  email: string;
  /** Signs and verifies the session's tokens. */
  signingKey: string;
  /** Hash of the refresh token that extends the session; null without one. */
  refreshSha256: string | null;
  expiresAtMs: number;
  /** The limit of its tenant, beyond which it cannot be refreshed; missing for that of the platform. */
  endsAtMs?: number | undefined;
  /** The session may only set up a second factor, which its tenant requires. */
  mustEnrol?: true | undefined;
  /** What a passkey must sign to prove the identity of the user again. */
  challenge?: { text: string; expiresAtMs: number } | undefined;
  /** The session's tokens are those of an application. */
  application?: Application | undefined;
  /** Client and address of the log-in, for display to the user. */
  ipAddress?: string | undefined;
  userAgent?: string | undefined;
}

export interface StoredSession extends Session {
  revision: number;
}

/** Expired items stay in the table until its TTL removes them. */
function isAlive(
  { blocked, expiresAtMs }: Pick<StoredSession, 'blocked' | 'expiresAtMs'>,
  nowMs: number,
): boolean {
  return !blocked && expiresAtMs > nowMs;
}

/** An active session, of a user or created with an API key. */
export async function findSession(
  sessionSha256: string,
  nowMs: number,
): Promise<StoredSession | StoredKeySession | undefined> {
  const item = await getItem(sessionKey(sessionSha256));
  if (item === undefined) return undefined;
  const session = isKeySessionItem(item) ? fromKeySessionItem(item) : fromItem<StoredSession>(item, entity);
  return isAlive(session, nowMs) ? session : undefined;
}

/**
 * Stores a new session. `unchanged` are conditions that the roles are as they were read. Throws StaleError when the
 * user or a role has changed since, because a session must not start with removed rights. Throws UnauthenticatedError
 * when the user's tenant or organization is closed.
 */
export async function insertSession(
  session: Session,
  sessionSha256: string,
  user: UserRow,
  unchanged: readonly Write[],
): Promise<void> {
  const ttl = Math.ceil(session.expiresAtMs / 1000);
  await transact([
    { put: toItem(sessionKey(sessionSha256), entity, { ...session, ttl }, { revision: 1 }) },
    { put: toItem(userSessionKey(user, user.id, sessionSha256), 'user-session', { sessionSha256, ttl }) },
    { check: userKey(user, user.id), ...ifRevision(user.revision) },
    ...unchanged,
    ...openHome(user, () => new UnauthenticatedError()),
  ]);
}

/**
 * The write that changes a session, for a transaction. Throws StaleError when the session was ended or changed since it was
 * read.
 */
export function changedSessionWrite(
  { revision, ...session }: StoredSession,
  sessionSha256: string,
  changes: Partial<Pick<Session, 'method' | 'factors' | 'factorAtMs' | 'mustEnrol' | 'challenge'>>,
): Write {
  const changed = { ...session, ...changes, ttl: Math.ceil(session.expiresAtMs / 1000) };
  return {
    put: toItem(sessionKey(sessionSha256), entity, changed, { revision: revision + 1 }),
    ...ifRevision(revision),
  };
}

/** The write that adds a proof of a second factor to a session, whose challenge is used up. Like `changedSessionWrite`. */
export function provedWrite(
  session: StoredSession,
  sessionSha256: string,
  proof: { factor: SignInFactor; nowMs: number },
): Write {
  const { method = 'password', factors = [method] } = session;
  return changedSessionWrite(session, sessionSha256, {
    method,
    factors: [...new Set([...factors, proof.factor])],
    factorAtMs: proof.nowMs,
    mustEnrol: undefined,
    challenge: undefined,
  });
}

/**
 * Extends a session and its entry with the user, by which it can be ended. Throws StaleError when it was ended or its
 * rights changed since it was read.
 */
export async function prolongSession(
  { revision, ...session }: StoredSession,
  sessionSha256: string,
  scope: TenantScope,
  expiresAtMs: number,
): Promise<void> {
  const ttl = Math.ceil(expiresAtMs / 1000);
  const prolonged = { ...session, expiresAtMs, ttl };
  await transact([
    {
      put: toItem(sessionKey(sessionSha256), entity, prolonged, { revision: revision + 1 }),
      ...ifRevision(revision),
    },
    {
      put: toItem(userSessionKey(scope, session.userId, sessionSha256), 'user-session', {
        sessionSha256,
        ttl,
      }),
    },
  ]);
}

/** DynamoDB removes expired items within days; a session that was just extended must not count as expired. */
const expiredForSeconds = 3_600;

/** A user's sessions, earliest end first; sessions that ended long ago are left out. */
async function entriesOf(
  scope: TenantScope,
  userId: string,
): Promise<{ sessionSha256: string; ttl: number }[]> {
  const { pk } = userKey(scope, userId);
  const entries = await queryAll({ pk, skPrefix: userSessionsPrefix, consistent: true });
  const oldestSeconds = Date.now() / 1_000 - expiredForSeconds;
  return entries
    .map(({ sessionSha256, ttl }) => ({ sessionSha256: String(sessionSha256), ttl: Number(ttl) }))
    .filter(({ ttl }) => ttl > oldestSeconds)
    .toSorted((left, right) => left.ttl - right.ttl);
}

/** Hashes of a user's sessions. */
export async function sessionsOf(scope: TenantScope, userId: string): Promise<string[]> {
  return (await entriesOf(scope, userId)).map(({ sessionSha256 }) => sessionSha256);
}

/** A user's active sessions with the hashes of their ids, latest log-in first. Two requests, or three. */
export async function findSessionsOf(
  scope: TenantScope,
  userId: string,
  nowMs: number,
): Promise<(StoredSession & { sessionSha256: string })[]> {
  const hashes = new Map((await sessionsOf(scope, userId)).map((sha256) => [sessionKey(sha256).pk, sha256]));
  const items = await batchGet([...hashes.values()].map(sessionKey));
  const alive = items
    .map((item) => ({
      ...fromItem<StoredSession>(item, entity),
      sessionSha256: hashes.get(String(item.pk)) ?? '',
    }))
    .filter((session) => isAlive(session, nowMs));
  return (await withoutIdle(alive, nowMs)).toSorted((left, right) => right.createdAtMs - left.createdAtMs);
}

/** Maximum number of sessions that one log-in ends, so that it stays fast for users with many old sessions. */
const maxRemoved = 50;

/**
 * Ends a user's surplus sessions, earliest end first, except the one that has just been started: it may have the earliest end
 * itself. One request when there are none.
 */
export async function removeSurplusSessions(
  scope: TenantScope,
  userId: string,
  startedSha256: string,
  max: number,
): Promise<void> {
  const entries = await entriesOf(scope, userId);
  const earlier = entries.filter(({ sessionSha256 }) => sessionSha256 !== startedSha256);
  const surplus = earlier.slice(0, Math.min(maxRemoved, Math.max(0, entries.length - max)));
  await forEachParallel(surplus, 10, ({ sessionSha256 }) => removeSession(scope, userId, sessionSha256));
}

/** Ends one session: its next request is refused. */
export async function removeSession(
  scope: TenantScope,
  userId: string,
  sessionSha256: string,
): Promise<void> {
  await transact([
    { delete: sessionKey(sessionSha256) },
    { delete: userSessionKey(scope, userId, sessionSha256) },
  ]);
}

/**
 * Ends the sessions of a user for which `ends` is true, by default all, and returns their number: repeatedly, because each may
 * have let an application begin another one meanwhile. Repeat it after an interruption to end the rest.
 */
export async function removeSessions(
  scope: TenantScope,
  userId: string,
  ends: (sessionSha256: string) => boolean = () => true,
): Promise<number> {
  for (let ended = 0; ; ) {
    const sessions = (await sessionsOf(scope, userId)).filter(ends);
    if (sessions.length === 0) return ended;
    await forEachParallel(sessions, 10, (sessionSha256) => removeSession(scope, userId, sessionSha256));
    ended += sessions.length;
  }
}
