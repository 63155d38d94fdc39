/** Secrets of links by which users choose a password: each is valid once and for a short time, and stored by its hash. */
import { hash, randomBytes } from 'node:crypto';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit, type Write } from '../../../kernel/table/write.ts';
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

/** Names the user's present password: a token is void once there is another one. */
export const passwordMark = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string =>
  sha256(passwordHash ?? '');

/** Stores a new token for the user and returns its secret. */
export async function issueToken(
  user: Pick<UserRow, 'id' | 'tenantId' | 'passwordHash'>,
  nowMs: number,
): Promise<{ token: string; expiresAtMs: number }> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAtMs = nowMs + emailLimits.accountTokenMinutes * 60_000;
  const { id: userId, tenantId } = user;
  const stored: AccountToken = { tenantId, userId, passwordSha256: passwordMark(user), expiresAtMs };
  await commit([{ put: { ...toItem(keyOf(token), entity, stored), ttl: Math.ceil(expiresAtMs / 1_000) } }]);
  return { token, expiresAtMs };
}

/** What a token is for; undefined for one that is none, has expired or was used. */
export async function findToken(token: string, nowMs: number): Promise<AccountToken | undefined> {
  const item = await getItem(keyOf(token));
  const found = item && fromItem<AccountToken>(item, entity);
  return found !== undefined && found.expiresAtMs > nowMs ? found : undefined;
}

/** The write that uses a token up, for the transaction of what it allows: of two that use it, one does. */
export const useToken = (token: string): Write => ({
  delete: keyOf(token),
  when: { expression: 'attribute_exists(pk)' },
  otherwise: () => new NotFoundError('Link'),
});
