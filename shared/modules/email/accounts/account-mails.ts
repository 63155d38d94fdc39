/** Creates mails for password resets and invitations. */

import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { linkPurposes } from '../../../kernel/auth/link-token.ts';
import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { findByEmail, findTenant, findUser, findUsersAt, mayLogIn } from '../../identity/public.ts';
import { renderWithDefault } from '../channel/notification-text.ts';
import { linkBase } from '../links.ts';
import { queueMails } from '../sending/queue-mail.ts';
import { deploymentSender } from '../sending/sender.ts';
import { readSettings } from '../settings/settings-store.ts';
import { toMailText } from '../texts/render.ts';
import { findTemplate } from '../texts/template-store.ts';
import { invitationMail, passwordResetMail } from '../texts/texts.ts';
import { issueReset } from './token-store.ts';

export const passwordRequestType = 'email.password.requested';
export const invitationRequestType = 'email.invitation.requested';
const maxTenantsPerAddress = 10;
/** Tenants with the address, also closed ones, that are read in one request. */
const maxTenantsRead = 50;

const purposes = {
  reset: { type: 'email.password.reset', mail: passwordResetMail, validFor: '30 minutes' },
  invitation: { type: 'email.user.invited', mail: invitationMail, validFor: '7 days' },
} as const;

/** Returns the URL of the password page for a token. */
export const passwordLink = (token: string): string =>
  `${linkBase()}${passwordResetMail.link.path}?token=${token}`;

/** Enqueues a mail with a link. Returns false if the stage has no sender, the tenant is gone, or the address is invalid. */
async function mailAccountLink(
  user: Pick<UserRow, 'id' | 'tenantId' | 'email'>,
  purpose: keyof typeof purposes,
  { token, cause, nowMs }: { token: string; cause: string; nowMs: number },
): Promise<boolean> {
  const { tenantId } = user;
  const to = normalizeAddress(user.email);
  const tenant = await findTenant({ tenantId });
  if (deploymentSender() === undefined || to === undefined || tenant === undefined) return false;
  const settings = await readSettings({ tenantId });
  const tenantName = settings.senderName ?? tenant.name;
  const { type, mail, validFor } = purposes[purpose];
  const { template } = mail;
  const variables = {
    ...{ title: template.subject, body: '', type, severity: 'info', link: '', tenantName },
    validFor,
  };
  const rendered = await renderWithDefault(
    { own: await findTemplate({ tenantId }, type), default: template },
    variables,
    { tenantId, type },
  );
  const link = { url: passwordLink(token), label: mail.link.label };
  const text = await toMailText(rendered, { tenantName, link });
  const id = uuidOf(toJson(['mail', tenantId, cause, to]));
  const about = { tenantId, organizationId: null, kind: 'account', type, notificationId: null } as const;
  const maxAgeMs = linkPurposes[purpose].lifeSeconds * 1_000;
  const created = { ...about, id, userId: user.id, to, createdAtMs: nowMs, text, maxAgeMs };
  await queueMails([created], { tenantName, settings });
  return true;
}

interface InvitationData {
  userId: string;
  token: string;
}

/** Builds the message that requests the mail of an invitation. */
export function invitationMessage(
  { tenantId, id: userId }: Pick<UserRow, 'tenantId' | 'id'>,
  token: string,
  nowMs: number,
): Message<InvitationData> {
  const id = uuidOf(toJson(['invitation', tenantId, userId, nowMs]));
  return {
    ...{ v: 1, id, type: invitationRequestType, tenantId, organizationId: null },
    idempotencyKey: `${tenantId}:${id}`,
    occurredAt: toIso(nowMs),
    data: { userId, token },
  };
}

/** Mails the link of an invitation to its user, unless the user has been deleted since. */
export async function mailInvitation({
  tenantId,
  data: { userId, token },
  occurredAt = toIso(Date.now()),
}: Message<InvitationData>): Promise<void> {
  const user = tenantId === null ? undefined : await findUser({ tenantId }, userId);
  if (user === undefined) return;
  // Repeated messages create the same mail.
  const cause = `invitation:${userId}:${occurredAt}`;
  await mailAccountLink(user, 'invitation', { token, cause, nowMs: Date.parse(occurredAt) });
}

/** Mails a link to each active user with the address. The requester does not learn whether such a user exists. */
export async function mailPasswordLinks({
  id,
  data,
  occurredAt = toIso(Date.now()),
}: Message<{ email: string }>): Promise<void> {
  const nowMs = Date.parse(occurredAt);
  const accounts = await findByEmail(data.email);
  const found = await findUsersAt(accounts.slice(0, maxTenantsRead));
  const users = found.filter((user) => user !== undefined).filter(mayLogIn);
  for (const user of users.slice(0, maxTenantsPerAddress)) {
    const token = await issueReset(user, Date.now());
    await mailAccountLink(user, 'reset', { token, cause: id, nowMs });
  }
}
