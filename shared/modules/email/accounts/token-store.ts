/** Stores tokens of password links by their hash. Each token is valid once and expires. */
import { hash, randomBytes } from 'node:crypto';
import type { Invitation, UserRow } from '../../../kernel/auth/identity-types.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { uuidPattern } from '../../../kernel/ids/ids.ts';
import { isEqualInConstantTime } from '../../../kernel/secrets/constant-time.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit, type Write } from '../../../kernel/table/write.ts';
import { findUser } from '../../identity/public.ts';
import { accountTokenKey } from '../keys.ts';
import { emailLimits } from '../limits.ts';

const entity = 'account_token';
const tokenBytes = 32;

/** The user and expiry of a token. */
export interface AccountToken {
  tenantId: string;
  userId: string;
  /** Identifies the password at the time of issue, so that a later change invalidates the token. */
  passwordSha256: string;
  expiresAtMs: number;
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const keyOf = (token: string) => accountTokenKey(sha256(token));
const newSecret = (): string => randomBytes(tokenBytes).toString('base64url');
const expiryOf = (nowMs: number): number => nowMs + emailLimits.accountTokenMinutes * 60_000;

/** Returns a mark of the user's current password. A token is invalid if the mark has changed. */
export const passwordMark = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string =>
  sha256(passwordHash ?? '');

/** Stores a new token for the user and returns it. */
export async function issueToken(
  user: Pick<UserRow, 'id' | 'tenantId' | 'passwordHash'>,
  nowMs: number,
): Promise<{ token: string; expiresAtMs: number }> {
  const token = newSecret();
  const expiresAtMs = expiryOf(nowMs);
  const { id: userId, tenantId } = user;
  const stored: AccountToken = { tenantId, userId, passwordSha256: passwordMark(user), expiresAtMs };
  await commit([{ put: { ...toItem(keyOf(token), entity, stored), ttl: Math.ceil(expiresAtMs / 1_000) } }]);
  return { token, expiresAtMs };
}

/**
 * Creates an invitation. It is stored in the row of its user, which is written anyway; a separate item would cost one more
 * unit.
 */
export function newInvitation(nowMs: number): { secret: string; invitation: Invitation } {
  const secret = newSecret();
  return { secret, invitation: { sha256: sha256(secret), expiresAtMs: expiryOf(nowMs) } };
}

/** Returns the token of an invitation, which contains the key of the user's row. */
export const invitationToken = ({ tenantId, id }: Pick<UserRow, 'tenantId' | 'id'>, secret: string): string =>
  [tenantId, id, secret].join('.');

/** Parses the token of an invitation; undefined for any other token. */
function parseInvitationToken(
  token: string,
): { tenantId: string; userId: string; secret: string } | undefined {
  const [tenantId, userId, secret, ...others] = token.split('.');
  if (tenantId === undefined || userId === undefined || secret === undefined || others.length > 0)
    return undefined;
  return uuidPattern.test(tenantId) && uuidPattern.test(userId) ? { tenantId, userId, secret } : undefined;
}

async function findInvitation(
  parts: NonNullable<ReturnType<typeof parseInvitationToken>>,
): Promise<AccountToken | undefined> {
  const { tenantId, userId, secret } = parts;
  const { invitation, passwordHash = null } = (await findUser({ tenantId }, userId)) ?? {};
  if (invitation === undefined || passwordHash !== null) return undefined;
  const isSecret = isEqualInConstantTime(Buffer.from(sha256(secret)), Buffer.from(invitation.sha256));
  const { expiresAtMs } = invitation;
  return isSecret
    ? { tenantId, userId, passwordSha256: passwordMark({ passwordHash }), expiresAtMs }
    : undefined;
}

async function findIssued(token: string): Promise<AccountToken | undefined> {
  const item = await getItem(keyOf(token));
  return item && fromItem<AccountToken>(item, entity);
}

/** Finds a token; undefined if it is invalid, expired or used. */
export async function findToken(token: string, nowMs: number): Promise<AccountToken | undefined> {
  const invitation = parseInvitationToken(token);
  const found = await (invitation ? findInvitation(invitation) : findIssued(token));
  return found !== undefined && found.expiresAtMs > nowMs ? found : undefined;
}

/**
 * Builds the writes that invalidate a token, for the transaction that uses it, so that only one of two parallel uses
 * succeeds. The token of an invitation is removed with the update of the user's row, whose condition does the same.
 */
export function useToken(token: string): Write[] {
  if (parseInvitationToken(token) !== undefined) return [];
  const when = { expression: 'attribute_exists(pk)' };
  return [{ delete: keyOf(token), when, otherwise: () => new NotFoundError('Link') }];
}
