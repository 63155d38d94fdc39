/** Stores the tokens of password links by their hash: those of resets as items, those of invitations in the user's row. */
import type { Invitation, UserRow } from '../../../kernel/auth/identity-types.ts';
import {
  grantLink,
  hashLinkSecret,
  isLinkValid,
  type LinkGrant,
  newLinkSecret,
} from '../../../kernel/auth/link-token.ts';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { uuidPattern } from '../../../kernel/base/ids.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit } from '../../../kernel/table/write.ts';
import { findUser, linkBoundValues } from '../../identity/public.ts';
import { accountTokenKey } from '../keys.ts';

const entity = 'account_token';

/** The user of a token and its grant. */
interface StoredToken extends LinkGrant {
  tenantId: string;
  userId: string;
}

/** Whose password a token sets. */
export interface AccountToken extends StoredToken {
  purpose: 'reset' | 'invitation';
}

const keyOf = (token: string) => accountTokenKey(hashLinkSecret(token));

/** Stores a new token that resets the user's password, and returns it. */
export async function issueReset(
  user: Pick<UserRow, 'id' | 'tenantId' | 'email' | 'passwordHash' | 'isActive' | 'accountVersion'>,
  nowMs: number,
): Promise<string> {
  const token = newLinkSecret();
  const grant = grantLink('reset', linkBoundValues(user), nowMs);
  const stored: StoredToken = { tenantId: user.tenantId, userId: user.id, ...grant };
  const ttl = Math.ceil((grant.expiresAtMs ?? nowMs) / 1_000);
  await commit([{ put: { ...toItem(keyOf(token), entity, stored), ttl } }]);
  return token;
}

/** Makes an invitation of the user with this secret, for the row of the user. */
export function invitationFor(user: UserRow, secret: string, nowMs: number): Invitation {
  return {
    sha256: hashLinkSecret(secret),
    ...grantLink('invitation', linkBoundValues({ ...user, passwordHash: null }), nowMs),
  };
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
  const { invitation } = (await findUser({ tenantId }, userId)) ?? {};
  if (invitation === undefined || !isEqualInConstantTime(hashLinkSecret(secret), invitation.sha256))
    return undefined;
  const { mark, expiresAtMs } = invitation;
  return { purpose: 'invitation', tenantId, userId, mark, expiresAtMs };
}

async function findReset(token: string): Promise<AccountToken | undefined> {
  const item = await getItem(keyOf(token));
  return item && { purpose: 'reset', ...fromItem<StoredToken>(item, entity) };
}

/** Finds a token. The caller must check it with `isTokenOf`. */
export function findToken(token: string): Promise<AccountToken | undefined> {
  const invitation = parseInvitationToken(token);
  return invitation ? findInvitation(invitation) : findReset(token);
}

/** Whether the token may set the password of the user, as the user is now. A use changes the password, which voids it. */
export const isTokenOf = ({ purpose, ...grant }: AccountToken, user: UserRow, nowMs: number): boolean =>
  isLinkValid(purpose, grant, linkBoundValues(user), nowMs);
