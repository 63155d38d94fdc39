/**
 * Sessions created with an API key, or with the token of one of its workloads. The item contains no rights: each request
 * reads those of the key, by the hash of its secret at the exchange. Such a session therefore never exceeds its key, loses
 * rights together with it, and ends when the key is deleted or expires or the secret is replaced.
 */
import { fromItem, toItem } from '../table/item.ts';
import { sessionKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import { deleteItem, ifRevision, putNew, transact } from '../table/write.ts';

const entity = 'key-session';

export interface KeySession {
  /** Tenant of the key; null for a platform key. */
  tenantId: string | null;
  /** Hash of the key's secret at the exchange. */
  secretSha256: string;
  /** Signs and verifies the session's tokens. */
  signingKey: string;
  /** Hash of the refresh token that extends the session. */
  refreshSha256: string;
  expiresAtMs: number;
  createdAtMs: number;
  /** Subject of the workload whose token was exchanged; missing if the key's secret was. */
  workload?: string | undefined;
}

export interface StoredKeySession extends KeySession {
  revision: number;
  blocked?: undefined;
}

export function isKeySessionItem(item: Item): boolean {
  return item.entity === entity;
}

export function fromKeySessionItem(item: Item): StoredKeySession {
  return fromItem<StoredKeySession>(item, entity);
}

const ttlOf = ({ expiresAtMs }: KeySession): number => Math.ceil(expiresAtMs / 1000);

/** Stores a new session. */
export async function insertKeySession(session: KeySession, sessionSha256: string): Promise<void> {
  const row = { ...session, ttl: ttlOf(session) };
  await putNew(toItem(sessionKey(sessionSha256), entity, row, { revision: 1 }));
}

/** Extends a session until `expiresAtMs`. Throws StaleError when it was ended or extended since it was read. */
export async function prolongKeySession(
  { revision, ...session }: StoredKeySession,
  sessionSha256: string,
  expiresAtMs: number,
): Promise<void> {
  const prolonged = { ...session, expiresAtMs };
  const row = { ...prolonged, ttl: ttlOf(prolonged) };
  await transact([
    {
      put: toItem(sessionKey(sessionSha256), entity, row, { revision: revision + 1 }),
      ...ifRevision(revision),
    },
  ]);
}

/** Ends a session: its next request is refused. */
export async function removeKeySession(sessionSha256: string): Promise<void> {
  await deleteItem(sessionKey(sessionSha256));
}
