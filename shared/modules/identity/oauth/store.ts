/** Stores registered applications, and codes until they are redeemed. */
import { hash } from 'node:crypto';
import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import type { SignIn } from '../../../kernel/auth/sign-in.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { sessionKey } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { putNew, transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import { oauthClientKey, oauthCodeKey } from '../keys.ts';
import { InvalidGrantError } from './errors.ts';
import { oauthLimits } from './limits.ts';

const clientEntity = 'oauth-client';
const codeEntity = 'oauth-code';

export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** Address of the keys with which it must sign its requests for tokens; missing if it need not. */
  keysAddress?: string | undefined;
}

export interface RegisteredClient extends OAuthClient {
  createdAtMs: number;
  expiresAtMs: number;
}

const ttlOf = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1_000);

export async function insertClient(client: RegisteredClient): Promise<void> {
  const row = { ...client, ttl: ttlOf(client.expiresAtMs) };
  await putNew(toItem(oauthClientKey(client.id), clientEntity, row));
}

/** The application; undefined if it is unknown or its registration has expired. */
export async function findClient(id: string, nowMs: number): Promise<RegisteredClient | undefined> {
  const item = await getItem(oauthClientKey(id));
  const client = item && fromItem<RegisteredClient>(item, clientEntity);
  return client && client.expiresAtMs > nowMs ? client : undefined;
}

/** Keeps an application that a user has allowed. */
export async function keepClient(id: string, nowMs: number): Promise<void> {
  const expiresAtMs = nowMs + oauthLimits.usedClientSeconds * 1_000;
  await updateItem({
    Key: { ...oauthClientKey(id) },
    UpdateExpression: 'SET expiresAtMs = :end, #ttl = :ttl',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':end': expiresAtMs, ':ttl': ttlOf(expiresAtMs) },
  });
}

/** What a user has allowed. */
export interface OAuthCode {
  tenantId: string;
  userId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  challenge: string;
  resource: string;
  readOnly: boolean;
  /** The application must sign its requests for tokens. */
  mustSign?: true | undefined;
  /** How the user had signed in. */
  signIn: SignIn;
  /** Hash of the session in which the user has allowed it. */
  allowedIn: string;
  expiresAtMs: number;
}

const hashOf = (code: string): string => hash('sha256', code, 'hex');

/** Stores a code, and that the user has allowed the application, as an event and in the audit trail. */
export async function insertCode(
  code: string,
  row: OAuthCode,
  { organizationId, revision, email, name }: UserRow,
  context: ChangeContext,
): Promise<void> {
  const { tenantId, userId, clientId, clientName, redirectUri, readOnly } = row;
  // Kept longer than it is valid, so that a second use is noticed.
  const ttl = ttlOf(row.expiresAtMs) + oauthLimits.accessTokenSeconds;
  await transact([
    { put: toItem(oauthCodeKey(hashOf(code)), codeEntity, { ...row, ttl }) },
    ...recordChange(
      {
        tenantId,
        organizationId,
        resource: 'auth.user',
        resourceId: userId,
        action: 'application_allowed',
        version: revision,
        data: { email, name },
        changes: {
          application: { after: clientName },
          clientId: { after: clientId },
          redirectUri: { after: redirectUri },
          readOnly: { after: readOnly },
        },
      },
      context,
    ),
  ]);
}

export type TakenCode =
  | { outcome: 'taken'; code: OAuthCode }
  /** It was used before, for this session. */
  | { outcome: 'used'; code: OAuthCode; sessionSha256: string }
  | { outcome: 'unknown' };

/** Takes a code for a session, so that it cannot be taken again. One request, and another for a used code. */
export async function takeCode(code: string, sessionSha256: string, nowMs: number): Promise<TakenCode> {
  try {
    const item = await updateItem({
      Key: { ...oauthCodeKey(hashOf(code)) },
      UpdateExpression: 'SET sessionSha256 = :session',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(sessionSha256) AND expiresAtMs > :now',
      ExpressionAttributeValues: { ':session': sessionSha256, ':now': nowMs },
    });
    return { outcome: 'taken', code: fromItem<OAuthCode>(item, codeEntity) };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const { item } = error;
    if (typeof item?.sessionSha256 !== 'string') return { outcome: 'unknown' };
    // The session of the first use may not be stored yet.
    await updateItem({
      Key: { ...oauthCodeKey(hashOf(code)) },
      UpdateExpression: 'SET usedAgain = :yes',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':yes': true },
    });
    return {
      outcome: 'used',
      code: fromItem<OAuthCode>(item, codeEntity),
      sessionSha256: item.sessionSha256,
    };
  }
}

/** The condition of a session that no one has used its code a second time. Throws InvalidGrantError otherwise. */
export const usedOnce = (code: string): Write => ({
  check: oauthCodeKey(hashOf(code)),
  when: { expression: 'attribute_exists(pk) AND attribute_not_exists(usedAgain)' },
  otherwise: () => new InvalidGrantError(),
});

/**
 * The condition that the session in which the user has allowed it has not ended: what ends the sessions of the user also
 * voids the codes. Throws InvalidGrantError otherwise.
 */
export const stillAllowed = ({ allowedIn }: Pick<OAuthCode, 'allowedIn'>, nowMs: number): Write => ({
  check: sessionKey(allowedIn),
  // An expired session may still be in the table.
  when: { expression: 'expiresAtMs > :now', values: { ':now': nowMs } },
  otherwise: () => new InvalidGrantError(),
});
