/** Makes a mail of a notification: who it is from, what it says, and its id. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { findTenant } from '../../identity/public.ts';
import { linkFor } from '../links.ts';
import type { NewMail } from '../sending/queue-mail.ts';
import { deploymentSender } from '../sending/sender.ts';
import type { EmailSettings } from '../settings/settings.ts';
import { readSettings } from '../settings/settings-store.ts';
import { type MailTemplate, notificationTemplate } from '../texts/texts.ts';
import { type NotificationContent, renderWithDefault, variablesOf } from './notification-text.ts';

/** What the mails of one tenant share. */
export interface Sender {
  scope: TenantScope;
  settings: EmailSettings;
  tenantName: string;
}

/** Undefined for a deployment or a tenant that sends no mails. */
export async function senderOf(tenantId: string): Promise<Sender | undefined> {
  const scope = { tenantId };
  if (deploymentSender() === undefined) return undefined;
  const settings = await readSettings(scope);
  if (!settings.isEnabled) return undefined;
  const tenant = await findTenant(scope);
  return tenant && { scope, settings, tenantName: settings.senderName ?? tenant.name };
}

/** When the event of a message happened. */
export const occurredAtMs = ({ occurredAt }: Message<unknown>): number =>
  occurredAt === undefined ? Date.now() : Date.parse(occurredAt);

/** Names a mail: the same cause makes the same mail for an address. */
export const mailId = (tenantId: string, cause: string, to: string): string =>
  uuidOf(JSON.stringify(['mail', tenantId, cause, to]));

export interface Addressee {
  to: string;
  userId: string | null;
}

/** What the mails of one notification share. */
interface MailCause {
  notificationId: string;
  organizationId: string | null;
  /** Names the message that has them made. */
  cause: string;
  createdAtMs: number;
  /** The tenant's own text; undefined for the default one. */
  own: MailTemplate | undefined;
}

export async function notificationMail(
  { scope, tenantName }: Sender,
  { to, userId }: Addressee,
  content: NotificationContent,
  about: MailCause,
): Promise<NewMail> {
  const { tenantId } = scope;
  const { type } = content;
  const { notificationId, organizationId, cause, createdAtMs, own } = about;
  const reader = userId === null ? { address: to } : { userId };
  const unsubscribeUrl = await linkFor({ purpose: 'unsubscribe', tenantId, reader, type });
  const text = await renderWithDefault(
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
