/** Builds the mail of a notification: sender, text and id. */

import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { findTenant } from '../../identity/public.ts';
import { linkFor } from '../links.ts';
import type { NewMail } from '../sending/queue-mail.ts';
import { deploymentSender } from '../sending/sender.ts';
import type { EmailSettings } from '../settings/settings.ts';
import { readSettings } from '../settings/settings-store.ts';
import { type RenderedText, toMailText } from '../texts/render.ts';
import { findTemplate } from '../texts/template-store.ts';
import { notificationTemplate } from '../texts/texts.ts';
import { type NotificationContent, renderWithDefault, variablesOf } from './notification-text.ts';

/** The sender of a tenant's mails. */
export interface Sender {
  scope: TenantScope;
  settings: EmailSettings;
  tenantName: string;
}

/** Returns undefined if the deployment or the tenant sends no mails. */
export async function senderOf(tenantId: string): Promise<Sender | undefined> {
  const scope = { tenantId };
  if (deploymentSender() === undefined) return undefined;
  const settings = await readSettings(scope);
  if (!settings.isEnabled) return undefined;
  const tenant = await findTenant(scope);
  return tenant && { scope, settings, tenantName: settings.senderName ?? tenant.name };
}

/** Returns the time of a message's event. */
export const occurredAtMs = ({ occurredAt }: Message<unknown>): number =>
  occurredAt === undefined ? Date.now() : Date.parse(occurredAt);

/** Returns the id of a mail, which is the same for the same cause and address. */
export const mailId = (tenantId: string, cause: string, to: string): string =>
  uuidOf(toJson(['mail', tenantId, cause, to]));

export interface Addressee {
  to: string;
  userId: string | null;
}

/** Common data of the mails of one notification. */
interface MailCause {
  notificationId: string;
  organizationId: string | null;
  /** Idempotency key of the mails. */
  cause: string;
  createdAtMs: number;
  type: string;
  /** The text of all mails of the notification. */
  rendered: RenderedText;
}

/**
 * Renders the text of a notification, once for all its recipients: a slow template of a tenant would otherwise delay mails
 * of other tenants.
 */
export async function renderNotification(
  { scope, tenantName }: Sender,
  content: NotificationContent,
): Promise<RenderedText> {
  const { type } = content;
  const templates = { own: await findTemplate(scope, type), default: notificationTemplate };
  return renderWithDefault(templates, variablesOf(content, tenantName), { ...scope, type });
}

export async function notificationMail(
  { scope, tenantName }: Sender,
  { to, userId }: Addressee,
  { notificationId, organizationId, cause, createdAtMs, type, rendered }: MailCause,
): Promise<NewMail> {
  const { tenantId } = scope;
  const reader = userId === null ? { address: to } : { userId };
  const unsubscribeUrl = await linkFor({ purpose: 'unsubscribe', tenantId, reader, type });
  return {
    id: mailId(tenantId, cause, to),
    ...{ tenantId, organizationId, kind: 'notification', type, notificationId, userId, to, createdAtMs },
    text: await toMailText(rendered, { tenantName, unsubscribeUrl }),
    unsubscribeUrl,
  };
}
