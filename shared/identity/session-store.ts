/** Sessions: the item that requests authenticate by, and its entry with the user. */
import { StaleError, UnauthenticatedError } from '../http/errors.ts';
import { fromItem, toItem } from '../table/item.ts';
import { sessionKey, userKey, userSessionKey, userSessionsPrefix } from '../table/keys.ts';
import { forEachParallel } from '../table/parallel.ts';
import { getItem, queryAll } from '../table/read.ts';
import { revisionIs, transact } from '../table/write.ts';
import { openHome } from './directory-reader.ts';
import type { Role, UserRow } from './identity-types.ts';
import type { TenantScope } from './principal.ts';
import type { CallerRights } from './rights.ts';
import { unchangedRoles } from './role-store.ts';

const entity = 'session';

export interface Session extends CallerRights {
  userId: string;
  email: string;
  /** Signs and verifies the session's tokens. */
  signingKey: string;
  /** Hash of the refresh token that may prolong the session; null when there is none. */
  refreshSha256: string | null;
  expiresAtMs: number;
  createdAtMs: number;
}

export interface StoredSession extends Session {
  revision: number;
}

/** The session while it lives; expired items stay in the table until its TTL removes them. */
export async function findSession(sessionSha256: string, nowMs: number): Promise<StoredSession | undefined> {
  const item = await getItem(sessionKey(sessionSha256));
  const session = item && fromItem<StoredSession>(item, entity);
  return session && !session.blocked && session.expiresAtMs > nowMs ? session : undefined;
}

/**
 * Stores a new session. Throws StaleError when the user or one of its roles has changed since the rights were
 * worked out: a session must not start with rights that were just taken. Throws UnauthenticatedError when the
 * user's tenant or organization is closed.
 */
export async function insertSession(
  session: Session,
  sessionSha256: string,
  user: UserRow,
  roles: readonly Role[],
): Promise<void> {
  const ttl = Math.ceil(session.expiresAtMs / 1000);
  await transact([
    { put: toItem(sessionKey(sessionSha256), entity, { ...session, ttl }, { revision: 1 }) },
    { put: toItem(userSessionKey(user, user.id, sessionSha256), 'user-session', { sessionSha256, ttl }) },
    { check: userKey(user, user.id), when: revisionIs(user.revision), otherwise: () => new StaleError() },
    ...unchangedRoles(user, roles),
    ...openHome(user, () => new UnauthenticatedError()),
  ]);
}

/**
 * Lets a session live longer, and its entry with the user, by which it can be ended. Throws StaleError when it was
 * ended or given other rights since it was read.
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
      when: revisionIs(revision),
      otherwise: () => new StaleError(),
    },
    {
      put: toItem(userSessionKey(scope, session.userId, sessionSha256), 'user-session', {
        sessionSha256,
        ttl,
      }),
    },
  ]);
}

/** Hashes of a user's sessions, expired ones among them. */
export async function sessionsOf(scope: TenantScope, userId: string): Promise<string[]> {
  const { pk } = userKey(scope, userId);
  const entries = await queryAll({ pk, skPrefix: userSessionsPrefix, consistent: true });
  return entries.map(({ sessionSha256 }) => String(sessionSha256));
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

/** Ends every session of a user. Repeating it after an interruption ends the rest. */
export async function removeSessions(scope: TenantScope, userId: string): Promise<void> {
  const sessions = await sessionsOf(scope, userId);
  await forEachParallel(sessions, 10, (sessionSha256) => removeSession(scope, userId, sessionSha256));
}
