/** Resets passwords by links and invites users. */

import { randomUUID } from 'node:crypto';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { linkPurposes, newLinkSecret } from '../../../kernel/auth/link-token.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { removeSessions } from '../../../kernel/auth/session-store.ts';
import { comparedAddress, normalizeAddress } from '../../../kernel/base/email-address.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import { causeOf, type EventCause } from '../../../kernel/events/cause.ts';
import type { Actor, RequestCaller, Target } from '../../../kernel/http/operation.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import {
  addUser,
  changePasswordHash,
  findUser,
  hashPassword,
  inviteAgain,
  type NewInvitation,
  passwordProblems,
} from '../../identity/public.ts';
import { EmailDisabledError } from '../errors.ts';
import { deploymentSender } from '../sending/sender.ts';
import { htmlReply } from '../texts/link-page.ts';
import { passwordPage, toConsole } from '../texts/password-page.ts';
import type { InviteUser } from './account-contract.ts';
import { invitationMessage, passwordLink, passwordRequestType } from './account-mails.ts';
import { findToken, invitationFor, invitationToken, isTokenOf } from './token-store.ts';

const requestLimits = {
  client: { name: 'password-forgot-client', limit: 60, windowSeconds: 900 },
  address: { name: 'password-forgot-address', limit: 5, windowSeconds: 3_600 },
} as const satisfies Record<string, RatePolicy>;
/** Tokens cannot be guessed, but hashing a password is expensive. */
const resetLimit = {
  name: 'password-reset-client',
  limit: 60,
  windowSeconds: 900,
} as const satisfies RatePolicy;

/** A client without credentials. */
interface AnonymousCaller {
  client: { ip: string };
  context: { nowMs: number };
}

/**
 * Requests links for the users with the address. A worker looks up the users, so that the response and its duration are
 * the same for every address. Throws EmailDisabledError and RateLimitedError.
 */
export async function requestPasswordReset(
  { client, context: { nowMs } }: AnonymousCaller,
  { email }: { email: string },
) {
  if (deploymentSender() === undefined) throw new EmailDisabledError();
  const address = comparedAddress(email);
  await countAgainst(requestLimits.client, addressKey(client.ip), nowMs);
  await countAgainst(requestLimits.address, address, nowMs);
  const id = randomUUID();
  const message = {
    ...{ v: 1 as const, id, type: passwordRequestType, tenantId: null, organizationId: null },
    ...{
      idempotencyKey: `platform:${id}`,
      occurredAt: toIso(nowMs),
      data: { email: address },
    },
  };
  await sendMessages('email', [{ message }]);
  return { ok: true as const };
}

/** Returns the password page. The link is checked only when the form is sent. */
export const showPasswordReset = async (_: unknown, { token }: { token: string }) =>
  htmlReply(passwordPage(token));

/**
 * Sets the password of the link's user, invalidates the link and ends the user's sessions. Throws InvalidInputError,
 * NotFoundError and RateLimitedError.
 */
export async function resetPassword(
  { client, context: { nowMs } }: AnonymousCaller,
  { token, password }: { token: string; password: string },
) {
  await countAgainst(resetLimit, addressKey(client.ip), nowMs);
  const problems = passwordProblems(password);
  if (problems.length > 0) throw new InvalidInputError({ password: problems.join(', ') });
  const found = requireFound(await findToken(token), 'Link');
  const { userId } = found;
  const passwordHash = await hashPassword(password);
  await retryWhenStale(async () => {
    const user = await findUser(found, userId);
    if (user === undefined || !user.isActive || !isTokenOf(found, user, nowMs))
      throw new NotFoundError('Link');
    if (!(await isOpenHome(user))) throw new NotFoundError('Link');
    const context = { principal: { subject: `user:${userId}` }, nowMs };
    await changePasswordHash(user, passwordHash, context);
  });
  // Done last, because no new session can start with the old password now.
  await removeSessions(found, userId, () => true);
  return htmlReply({ title: 'Password set', text: 'You can now log in with it.', next: toConsole });
}

/**
 * Requests the mail of an invitation. Returns false if the stage has no sender, the address is invalid or the queue
 * rejects the request. The caller can pass on the link in the response.
 */
async function requestInvitation(
  user: UserRow,
  { token, cause, nowMs }: { token: string; cause: EventCause | undefined; nowMs: number },
): Promise<boolean> {
  if (deploymentSender() === undefined || normalizeAddress(user.email) === undefined) return false;
  try {
    await sendMessages('email', [
      { message: { ...invitationMessage(user, token, nowMs), ...(cause && { cause }) } },
    ]);
    return true;
  } catch (error) {
    const { tenantId, id } = user;
    log('error', 'requesting the mail of an invitation failed', {
      tenantId,
      userId: id,
      error: describeError(error),
    });
    return false;
  }
}

/** Makes an invitation by `store`, and requests its mail. */
async function sendInvitation(store: (invitation: NewInvitation) => Promise<UserRow>, nowMs: number) {
  const secret = newLinkSecret();
  const eventId = randomUUID();
  const user = await store({ of: (invited) => invitationFor(invited, secret, nowMs), eventId });
  const token = invitationToken(user, secret);
  const { tenantId, organizationId, revision: version } = user;
  const cause = causeOf({ id: eventId, tenantId, organizationId, version, occurredAt: toIso(nowMs) });
  return {
    id: user.id,
    isMailed: await requestInvitation(user, { token, cause, nowMs }),
    link: passwordLink(token),
    expiresAt: toIso(nowMs + linkPurposes.invitation.lifeSeconds * 1_000),
  };
}

/** Creates a user without a password and mails a link to set one. Throws the errors of `addUser`. */
export const inviteUser = (caller: Actor<TenantScope & Partial<Scope>>, input: InviteUser) =>
  sendInvitation((invitation) => addUser(caller, input, invitation), caller.context.nowMs);

/** Mails another link, which voids the former. Throws the errors of `inviteAgain`. */
export const inviteUserAgain = (
  caller: Actor<TenantScope> & Pick<RequestCaller, 'session'>,
  { id }: Target,
) => sendInvitation((invitation) => inviteAgain(caller, id, invitation), caller.context.nowMs);
