/** Adds mails to the log and enqueues them. */
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { currentCause } from '../../../kernel/events/cause.ts';
import { emailLimits } from '../limits.ts';
import type { EmailSettings } from '../settings/settings.ts';
import type { MailText } from '../texts/render.ts';
import type { Mail, MailContent } from './mail.ts';
import { insertMail } from './mail-store.ts';
import { sendToWorker, toSendMessage } from './messages.ts';
import { deploymentSender, mailboxOf } from './sender.ts';

/** A mail to send. */
export interface NewMail
  extends Pick<
    Mail,
    | 'id'
    | 'tenantId'
    | 'organizationId'
    | 'kind'
    | 'type'
    | 'notificationId'
    | 'userId'
    | 'to'
    | 'createdAtMs'
  > {
  text: MailText;
  /** One-click unsubscribe link; undefined for account and confirmation mails. */
  unsubscribeUrl?: string | undefined;
  /** Why the mail is only logged and not sent. */
  skipReason?: Mail['reason'];
  /** How long sending is retried. */
  maxAgeMs?: number;
}

const parallelInserts = 8;

/** https://www.rfc-editor.org/rfc/rfc8058 */
function headersOf(unsubscribeUrl: string | undefined): MailContent['headers'] {
  // Prevents automatic replies, as RFC 3834 recommends.
  const automatic = { name: 'Auto-Submitted', value: 'auto-generated' };
  if (unsubscribeUrl === undefined) return [automatic];
  return [
    automatic,
    { name: 'List-Unsubscribe', value: `<${unsubscribeUrl}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ];
}

function mailOf({ text, skipReason = null, maxAgeMs, unsubscribeUrl: _, ...mail }: NewMail): Mail {
  const story = currentCause()?.story;
  return {
    ...mail,
    ...(story !== undefined && { story }),
    subject: text.subject,
    state: skipReason === null ? 'queued' : 'skipped',
    reason: skipReason,
    attempts: 0,
    unconfirmed: 0,
    claimedAtMs: null,
    sesMessageId: null,
    updatedAtMs: mail.createdAtMs,
    expiresAtMs: mail.createdAtMs + (maxAgeMs ?? emailLimits.maxAgeHours * 3_600_000),
  };
}

/**
 * Stores and enqueues mails; their sender has the name of the tenant. A mail whose id exists is not stored again; its message
 * may be enqueued twice, which the worker tolerates.
 */
export async function queueMails(
  mails: readonly NewMail[],
  { tenantName, settings: { replyTo } }: { tenantName: string; settings: Pick<EmailSettings, 'replyTo'> },
): Promise<void> {
  const address = deploymentSender();
  if (address === undefined) return;
  const from = mailboxOf(address, tenantName);
  await forEachParallel(mails, parallelInserts, async (mail) => {
    const { text, html } = mail.text;
    await insertMail(mailOf(mail), { from, replyTo, text, html, headers: headersOf(mail.unsubscribeUrl) });
  });
  const queued = mails.filter(({ skipReason = null }) => skipReason === null).map(mailOf);
  if (queued.length > 0) await sendToWorker(queued.map((mail) => ({ message: toSendMessage(mail) })));
}
