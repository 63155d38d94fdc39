/** The worker of the queue `email`: makes mails of notifications. Messages that come twice make the same mails. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { forEachParallel } from '../../../kernel/table/parallel.ts';
import { findTenant } from '../../identity/directory/tenant-store.ts';
import { findUser } from '../../identity/users/user-store.ts';
import { addressedType, findAddressed, findNotification } from '../../notifications/notification-reader.ts';
import { mailPasswordLinks, passwordRequestType } from '../accounts/account-mails.ts';
import { normalizeAddress } from '../address.ts';
import { emailLimits } from '../limits.ts';
import { linkFor } from '../links.ts';
import { type NewMail, queueMails } from '../sending/queue-mail.ts';
import { deploymentSender } from '../sending/sender.ts';
import type { EmailSettings } from '../settings/settings.ts';
import { readContact, readSettings, saveContact } from '../settings/settings-store.ts';
import { findTemplate } from '../texts/template-store.ts';
import { confirmationTemplate, digestTemplate, notificationTemplate } from '../texts/texts.ts';
import { contactDecision } from './contacts.ts';
import { addToDigest, type DueDigest, nextHourMs, readDigest, removeDigest } from './digest-store.ts';
import { type NotificationContent, renderWithDefault, variablesOf } from './notification-text.ts';
import { type Audience, candidates, type MailRecipient, mailRecipients } from './recipients.ts';

const createdType = 'notifications.notification.created';
const refreshedType = 'notifications.notification.refreshed';
export const digestType = 'email.digest.due';
const confirmationType = 'email.confirmation';

/** Notifications of e-mail itself, of bounces for instance, cause no mail. */
const ownModule = 'email';
const parallelRecipients = 8;
const maxDigestEntries = 500;
const shownDigestEntries = 50;
/** A notification that is refreshed again and again makes one mail an hour. */
const refreshWindowMs = 3_600_000;

interface NotificationData extends Audience {
  id: string;
  sourceModule: string | null;
}
type NotificationMessage = Message<NotificationData>;

/** What the mails of one tenant share. */
interface Sender {
  scope: TenantScope;
  settings: EmailSettings;
  tenantName: string;
}

/** Undefined for a deployment or a tenant that sends no mails. */
async function senderOf(tenantId: string): Promise<Sender | undefined> {
  const scope = { tenantId };
  if (deploymentSender() === undefined) return undefined;
  const settings = await readSettings(scope);
  if (!settings.isEnabled) return undefined;
  const tenant = await findTenant(scope);
  return tenant && { scope, settings, tenantName: settings.senderName ?? tenant.name };
}

const occurredAtMs = ({ occurredAt }: Message<unknown>): number =>
  occurredAt === undefined ? Date.now() : Date.parse(occurredAt);

/** Names the mails of a message: the same message, or the same hour of a refreshed notification, makes the same ones. */
function causeOf(message: NotificationMessage): string {
  if (message.type !== refreshedType) return message.id;
  return `${message.data.id}:${Math.floor(occurredAtMs(message) / refreshWindowMs)}`;
}

const mailId = (tenantId: string, cause: string, to: string): string =>
  uuidOf(JSON.stringify(['mail', tenantId, cause, to]));

interface Addressee {
  to: string;
  userId: string | null;
}

async function notificationMail(
  { scope, tenantName }: Sender,
  { to, userId }: Addressee,
  content: NotificationContent,
  about: { notificationId: string; organizationId: string | null; cause: string; createdAtMs: number },
): Promise<NewMail> {
  const { tenantId } = scope;
  const { type } = content;
  const { notificationId, organizationId, cause, createdAtMs } = about;
  const reader = userId === null ? { address: to } : { userId };
  const unsubscribeUrl = await linkFor({ purpose: 'unsubscribe', tenantId, reader, type });
  const own = await findTemplate(scope, type);
  const text = renderWithDefault(
    { own, default: notificationTemplate },
    variablesOf(content, tenantName),
    { tenantName, unsubscribeUrl },
    { tenantId, type },
  );
  return {
    id: mailId(tenantId, cause, to),
    ...{ tenantId, organizationId, kind: 'notification', type, notificationId, userId, to, createdAtMs },
    ...{ text, unsubscribeUrl },
  };
}

async function notifyRecipients(
  sender: Sender,
  recipients: readonly MailRecipient[],
  message: NotificationMessage,
): Promise<void> {
  if (recipients.length === 0) return;
  const { scope, settings } = sender;
  const { organizationId, data } = message;
  const nowMs = Date.now();
  const place = { ...scope, organizationId, id: data.id, recipientUserId: data.recipientUserId };
  const notification = await findNotification(place, nowMs);
  if (notification === undefined) return;
  const createdAtMs = occurredAtMs(message);
  const about = { notificationId: data.id, organizationId, cause: causeOf(message), createdAtMs };
  const mails: NewMail[] = [];
  await forEachParallel(recipients, parallelRecipients, async ({ userId, address, mode }) => {
    if (mode === 'instant') {
      mails.push(await notificationMail(sender, { to: address, userId }, notification, about));
      return;
    }
    const { title, body, link } = variablesOf(notification, sender.tenantName);
    const due = { ...scope, userId, dueMs: nextHourMs(createdAtMs) };
    await addToDigest(due, { id: data.id, organizationId, title, body, link });
  });
  await queueMails(mails, settings);
}

async function handleNotification(message: NotificationMessage): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null || data.sourceModule === ownModule) return;
  const sender = await senderOf(tenantId);
  if (sender === undefined) return;
  const { scope, settings } = sender;
  const audience = { ...data, organizationId: message.organizationId };
  let left: number = emailLimits.recipients;
  const inform = async (userIds: readonly string[]) => {
    const recipients = await mailRecipients(scope, userIds, audience, settings);
    const some = recipients.slice(0, left);
    left -= some.length;
    await notifyRecipients(sender, some, message);
  };
  if (data.recipientUserId !== null) return inform([data.recipientUserId]);
  for await (const page of candidates(scope, settings)) {
    await inform(page);
    if (left <= 0) return;
  }
}

/** Asks an address once whether it wants mails of the tenant. */
async function requestConsent(
  sender: Sender,
  address: string,
  type: string,
  nowMs: number,
): Promise<NewMail> {
  const { scope, tenantName } = sender;
  const { tenantId } = scope;
  await saveContact(scope, { address, state: 'asked', askedAtMs: nowMs, typesOff: [] });
  const link = await linkFor({ purpose: 'confirm', tenantId, reader: { address }, type: null });
  const variables = { title: '', body: '', type, severity: 'info', link, tenantName };
  const text = renderWithDefault(
    { own: await findTemplate(scope, confirmationType), default: confirmationTemplate },
    variables,
    { tenantName },
    { tenantId, type: confirmationType },
  );
  return {
    id: mailId(tenantId, `confirmation:${nowMs}`, address),
    ...{ tenantId, organizationId: null, kind: 'confirmation', type: confirmationType },
    ...{ notificationId: null, userId: null, to: address, createdAtMs: nowMs, text },
  };
}

async function handleAddressed(message: Message<{ id: string }>): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null) return;
  const sender = await senderOf(tenantId);
  const notice = sender && (await findAddressed(tenantId, data.id));
  if (sender === undefined || notice === undefined) return;
  const { scope, settings } = sender;
  const createdAtMs = occurredAtMs(message);
  const { organizationId, id: notificationId } = notice;
  const about = { notificationId, organizationId, cause: message.id, createdAtMs };
  const content = { ...notice, severity: 'info', titleVariables: null, bodyVariables: null, linkHref: null };
  const addresses = notice.addresses.map(normalizeAddress).filter((address) => address !== undefined);
  const mails: NewMail[] = [];
  await forEachParallel([...new Set(addresses)], parallelRecipients, async (address) => {
    const contact = await readContact(scope, address);
    const decision = contactDecision(address, notice.type, contact, settings, createdAtMs);
    // What a copy of the message asked for is asked for again: the same mail.
    const isRequestedByThis = contact?.state === 'asked' && contact.askedAtMs === createdAtMs;
    if (decision.step === 'ask' || isRequestedByThis)
      mails.push(await requestConsent(sender, address, notice.type, createdAtMs));
    const mail = await notificationMail(sender, { to: address, userId: null }, content, about);
    const skipReason =
      decision.step === 'send' ? null : decision.step === 'skip' ? decision.reason : 'unconfirmed';
    mails.push({ ...mail, skipReason });
  });
  await queueMails(mails, settings);
}

/** Sends what was collected for a user in an hour as one mail. */
async function handleDigest({ data }: Message<DueDigest>): Promise<void> {
  const { tenantId, userId, dueMs } = data;
  const entries = await readDigest(data, maxDigestEntries);
  const sender = entries.length === 0 ? undefined : await senderOf(tenantId);
  const user = sender && (await findUser(sender.scope, userId));
  const to = user?.isActive ? normalizeAddress(user.email) : undefined;
  if (sender !== undefined && to !== undefined) {
    const { tenantName } = sender;
    const unsubscribeUrl = await linkFor({
      purpose: 'unsubscribe',
      tenantId,
      reader: { userId },
      type: null,
    });
    const items = entries.slice(0, shownDigestEntries);
    const variables = {
      ...{ title: '', body: '', type: digestType, severity: 'info', link: '', tenantName },
      ...{ items, count: entries.length, more: entries.length - items.length },
    };
    const text = renderWithDefault(
      { own: await findTemplate(sender.scope, digestType), default: digestTemplate },
      variables,
      { tenantName, unsubscribeUrl },
      { tenantId, type: digestType },
    );
    const mail: NewMail = {
      id: mailId(tenantId, `digest:${dueMs}`, to),
      ...{
        tenantId,
        organizationId: null,
        kind: 'digest',
        type: digestType,
        notificationId: null,
        userId,
        to,
      },
      ...{ createdAtMs: dueMs, text, unsubscribeUrl },
    };
    await queueMails([mail], sender.settings);
  }
  await removeDigest(data, entries);
}

/** Makes the mails of a message. Throws PermanentError for one of another type. */
export async function makeMails(message: Message<object>): Promise<void> {
  const { type } = message;
  if (type === createdType || type === refreshedType)
    return handleNotification(message as NotificationMessage);
  if (type === addressedType) return handleAddressed(message as Message<{ id: string }>);
  if (type === passwordRequestType) return mailPasswordLinks(message as Message<{ email: string }>);
  if (type === digestType) return handleDigest(message as Message<DueDigest>);
  throw new PermanentError(`No mail is made of ${type}.`);
}
