/** The worker of the queue `email` creates mails of notifications. Repeated messages create the same mails. */

import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { currentCause } from '../../../kernel/events/cause.ts';
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { addressedType, findNotification } from '../../notifications/public.ts';
import {
  invitationRequestType,
  mailInvitation,
  mailPasswordLinks,
  passwordRequestType,
} from '../accounts/account-mails.ts';
import { emailLimits } from '../limits.ts';
import { type NewMail, queueMails } from '../sending/queue-mail.ts';
import { type ReleaseData, releaseDeferred, releaseType } from '../sending/release.ts';
import { removePreferences } from '../settings/settings-store.ts';
import { handleAddressed } from './addressed.ts';
import { digestType, handleDigest } from './digest.ts';
import { addToDigest, type DueDigest, nextHourMs } from './digest-store.ts';
import {
  notificationMail,
  occurredAtMs,
  renderNotification,
  type Sender,
  senderOf,
} from './notification-mail.ts';
import { variablesOf } from './notification-text.ts';
import { type Audience, candidates, type MailRecipient, mailRecipients } from './recipients.ts';

const createdType = 'notifications.notification.created';
const refreshedType = 'notifications.notification.refreshed';
const userDeletedType = 'auth.user.deleted';

/** Notifications of this module, for example about bounces, cause no mail. */
const ownModule = 'email';
const parallelRecipients = 8;
/** A notification that is refreshed repeatedly creates one mail an hour. */
const refreshWindowMs = 3_600_000;

interface NotificationData extends Audience {
  id: string;
  sourceModule: string | null;
}
type NotificationMessage = Message<NotificationData>;

/** Returns the idempotency key of the mails: the message, or the notification and the hour of a refresh. */
function causeOf(message: NotificationMessage): string {
  if (message.type !== refreshedType) return message.id;
  return `${message.data.id}:${Math.floor(occurredAtMs(message) / refreshWindowMs)}`;
}

async function notifyRecipients(
  sender: Sender,
  recipients: readonly MailRecipient[],
  message: NotificationMessage,
): Promise<void> {
  if (recipients.length === 0) return;
  const { scope } = sender;
  const { organizationId, data } = message;
  const nowMs = Date.now();
  const location = { ...scope, organizationId, id: data.id, recipientUserId: data.recipientUserId };
  const notification = await findNotification(location, nowMs);
  if (notification === undefined) return;
  const createdAtMs = occurredAtMs(message);
  const about = {
    ...{ notificationId: data.id, organizationId, cause: causeOf(message), createdAtMs },
    ...{ type: notification.type, rendered: await renderNotification(sender, notification) },
  };
  const mails: NewMail[] = [];
  await forEachParallel(recipients, parallelRecipients, async ({ userId, address, mode }) => {
    if (mode === 'instant') {
      mails.push(await notificationMail(sender, { to: address, userId }, about));
      return;
    }
    const { title, body, link } = variablesOf(notification, sender.tenantName);
    const due = { ...scope, userId, dueMs: nextHourMs(createdAtMs) };
    const entry = { id: data.id, type: notification.type, organizationId, title, body, link };
    const cause = currentCause();
    await addToDigest(due, { ...entry, ...(cause && { cause }) });
  });
  await queueMails(mails, sender);
}

async function handleNotification(message: NotificationMessage): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null || data.sourceModule === ownModule) return;
  const sender = await senderOf(tenantId);
  if (sender === undefined) return;
  const { scope, settings } = sender;
  const audience = { ...data, organizationId: message.organizationId };
  let remaining: number = emailLimits.recipients;
  const notifyUsers = async (userIds: readonly string[]) => {
    const recipients = await mailRecipients(scope, userIds, audience, settings);
    const selected = recipients.slice(0, remaining);
    remaining -= selected.length;
    await notifyRecipients(sender, selected, message);
  };
  if (data.recipientUserId !== null) return notifyUsers([data.recipientUserId]);
  for await (const page of candidates(scope, settings)) {
    await notifyUsers(page);
    if (remaining > 0) continue;
    log('warn', 'a notification has reached the maximum number of mail recipients', {
      tenantId,
      id: data.id,
    });
    return;
  }
}

/** Erases the preferences of a deleted user. Pending digests of the user are removed when they are due. */
async function eraseUser({ tenantId, data }: Message<{ id: string }>): Promise<void> {
  if (tenantId !== null) await removePreferences({ tenantId }, data.id);
}

/** Processes a message. Throws PermanentError for an unknown type. */
export async function makeMails(message: Message<object>): Promise<void> {
  const { type } = message;
  if (type === createdType || type === refreshedType)
    return handleNotification(message as NotificationMessage);
  if (type === addressedType) return handleAddressed(message as Message<{ id: string }>);
  if (type === passwordRequestType) return mailPasswordLinks(message as Message<{ email: string }>);
  if (type === invitationRequestType) return mailInvitation(message as Parameters<typeof mailInvitation>[0]);
  if (type === releaseType) return releaseDeferred(message as Message<ReleaseData>);
  if (type === userDeletedType) return eraseUser(message as Message<{ id: string }>);
  if (type === digestType) return handleDigest(message as Message<DueDigest>);
  throw new PermanentError(`No mail is defined for ${type}.`);
}
