/** Secrets of links by which users choose a password: each is valid once and for a short time, and stored by its hash. */
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

/** What a token is for. */
export interface AccountToken {
  tenantId: string;
  userId: string;
  /** Tells the password at that time from later ones. */
  passwordSha256: string;
  expiresAtMs: number;
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const keyOf = (token: string) => accountTokenKey(sha256(token));
const newSecret = (): string => randomBytes(tokenBytes).toString('base64url');
const expiryOf = (nowMs: number): number => nowMs + emailLimits.accountTokenMinutes * 60_000;

/** Names the user's present password: a token is void once there is another one. */
export const passwordMark = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string =>
  sha256(passwordHash ?? '');

/** Stores a new token for the user and returns its secret. */
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
 * A new invitation, which is stored in the row of its user: that is written anyway, where an item of its own would cost one
 * more unit.
 */
export function newInvitation(nowMs: number): { secret: string; invitation: Invitation } {
  const secret = newSecret();
  return { secret, invitation: { sha256: sha256(secret), expiresAtMs: expiryOf(nowMs) } };
}

/** The token of an invitation: it leads to the row of its user. */
export const invitationToken = ({ tenantId, id }: Pick<UserRow, 'tenantId' | 'id'>, secret: string): string =>
  [tenantId, id, secret].join('.');

/** The tenant, the user and the secret that a token of an invitation names; undefined for any other token. */
function invitationOf(token: string): { tenantId: string; userId: string; secret: string } | undefined {
  const [tenantId, userId, secret, ...others] = token.split('.');
  if (tenantId === undefined || userId === undefined || secret === undefined || others.length > 0)
    return undefined;
  return uuidPattern.test(tenantId) && uuidPattern.test(userId) ? { tenantId, userId, secret } : undefined;
}

async function findInvitation(
  named: NonNullable<ReturnType<typeof invitationOf>>,
): Promise<AccountToken | undefined> {
  const { tenantId, userId, secret } = named;
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

/** What a token is for; undefined for one that is none, has expired or was used. */
export async function findToken(token: string, nowMs: number): Promise<AccountToken | undefined> {
  const named = invitationOf(token);
  const found = await (named ? findInvitation(named) : findIssued(token));
  return found !== undefined && found.expiresAtMs > nowMs ? found : undefined;
}

/**
 * The writes that use a token up, for the transaction of what it allows: of two that use it, one does. The password that
 * is chosen by an invitation replaces the row that holds it, on condition that the row is as it was read.
 */
export function useToken(token: string): Write[] {
  if (invitationOf(token) !== undefined) return [];
  const when = { expression: 'attribute_exists(pk)' };
  return [{ delete: keyOf(token), when, otherwise: () => new NotFoundError('Link') }];
}
