/** Stores what a sign-in needs until the provider returns, and who persons and sessions of the provider are here. */
import { hash } from 'node:crypto';
import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { removeSession } from '../../../kernel/auth/session-store.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { userKey } from '../../../kernel/table/keys.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import {
  commit,
  deleteItem,
  ifRevision,
  putNew,
  transact,
  updateItem,
  type Write,
} from '../../../kernel/table/write.ts';
import {
  logoutTokenKey,
  personKey,
  providerSessionKey,
  providerSessionPartition,
  signInStateKey,
} from '../keys.ts';
import { providerLimits } from './limits.ts';
import { SignInRefusedError } from './provider.ts';

const stateEntity = 'sign-in-state';
const personEntity = 'provider-person';
const sessionEntity = 'provider-session';

/** The only stored form of a `state` and of the secret in the browser's cookie. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex');

/** A sign-in that has started. */
export interface SignInState {
  tenantId: string;
  issuer: string;
  clientId: string;
  nonce: string;
  /** Hash of the secret in the cookie of the browser, which is also the PKCE verifier. */
  browserSha256: string;
  /** Path to open afterwards. */
  redirect: string;
  expiresAtMs: number;
}

export async function insertState(state: string, row: SignInState): Promise<void> {
  const ttl = Math.ceil(row.expiresAtMs / 1_000);
  await putNew(toItem(signInStateKey(hashOf(state)), stateEntity, { ...row, ttl }));
}

/**
 * Takes the sign-in that a browser has started, so that it cannot be taken again. Other browsers take nothing: filters of
 * mail and networks also open the addresses to which people are sent. Throws SignInRefusedError. One request.
 */
export async function takeState(state: string, browserSha256: string, nowMs: number): Promise<SignInState> {
  try {
    const item = await updateItem({
      Key: { ...signInStateKey(hashOf(state)) },
      UpdateExpression: 'SET takenAtMs = :now',
      ConditionExpression:
        'browserSha256 = :browser AND attribute_not_exists(takenAtMs) AND expiresAtMs > :now',
      ExpressionAttributeValues: { ':browser': browserSha256, ':now': nowMs },
    });
    return fromItem<SignInState>(item, stateEntity);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const { takenAtMs, expiresAtMs = 0 } = error.item ?? {};
    const isOpen = takenAtMs === undefined && Number(expiresAtMs) > nowMs;
    throw new SignInRefusedError(isOpen ? 'other_browser' : 'state_unknown');
  }
}

/** A person at an issuer. */
export interface PersonName {
  issuer: string;
  subject: string;
}

/** The id of the user whom a person was linked to; undefined for a person who is new here. */
export async function findUserIdOf(scope: TenantScope, person: PersonName): Promise<string | undefined> {
  const item = await getItem(personKey(scope, person.issuer, person.subject));
  return item && fromItem<{ userId: string }>(item, personEntity).userId;
}

/** The write that links a person to a user. */
export const linkWrite = (scope: TenantScope, { issuer, subject }: PersonName, userId: string): Write => ({
  put: toItem(personKey(scope, issuer, subject), personEntity, { userId }),
});

/** Links a person to an existing user. Throws StaleError if the user has changed since it was read. */
export async function linkPerson(user: UserRow, person: PersonName, context: ChangeContext): Promise<void> {
  const { id, tenantId, organizationId, email, name, revision } = user;
  await transact([
    linkWrite(user, person, id),
    { check: userKey(user, id), ...ifRevision(revision) },
    ...recordChange(
      {
        tenantId,
        organizationId,
        resource: 'auth.user',
        resourceId: id,
        action: 'linked',
        version: revision,
        data: { email, name },
        changes: { issuer: { after: person.issuer } },
      },
      context,
    ),
  ]);
}

/** Names the session by its id at the provider, which ends it by that. */
export async function nameSession(
  scope: TenantScope,
  { issuer, sid }: { issuer: string; sid: string },
  session: { userId: string; sessionSha256: string; endsAtMs: number },
): Promise<void> {
  const { userId, sessionSha256, endsAtMs } = session;
  const row = { userId, sessionSha256, ttl: Math.ceil(endsAtMs / 1_000) };
  await commit([{ put: toItem(providerSessionKey(scope, issuer, sid, sessionSha256), sessionEntity, row) }]);
}

/** Ends the sessions that belong to a session at the provider. */
export async function endSessionsOf(scope: TenantScope, issuer: string, sid: string): Promise<void> {
  const items = await queryAll({ pk: providerSessionPartition(scope, issuer, sid), consistent: true });
  await forEachParallel(items, 10, async (item) => {
    const { userId, sessionSha256 } = fromItem<{ userId: string; sessionSha256: string }>(
      item,
      sessionEntity,
    );
    await removeSession(scope, userId, sessionSha256);
    await deleteItem(providerSessionKey(scope, issuer, sid, sessionSha256));
  });
}

/** Whether a log-out token was used before. */
export async function wasUsed(scope: TenantScope, issuer: string, id: string): Promise<boolean> {
  return (await getItem(logoutTokenKey(scope, issuer, id))) !== undefined;
}

/** Remembers a used log-out token as long as it is valid. */
export async function rememberUse(
  scope: TenantScope,
  issuer: string,
  id: string,
  nowMs: number,
): Promise<void> {
  const seconds = providerLimits.logoutTokenSeconds + 2 * providerLimits.clockToleranceSeconds;
  const ttl = Math.ceil(nowMs / 1_000) + seconds;
  await commit([{ put: toItem(logoutTokenKey(scope, issuer, id), 'logout-token', { ttl }) }]);
}
