/** Puts mails into the log and hands them to the worker that sends them. */
import { forEachParallel } from '../../../kernel/table/parallel.ts';
import { emailLimits } from '../limits.ts';
import type { EmailSettings } from '../settings/settings.ts';
import type { MailText } from '../texts/render.ts';
import type { Mail, MailContent } from './mail.ts';
import { insertMail } from './mail-store.ts';
import { sendToWorker, toSendMessage } from './messages.ts';
import { deploymentSender, mailboxOf } from './sender.ts';

/** A mail that is to be sent. */
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
  /** Link by which the reader ends mails of this kind at once; undefined for mails that are no subscription. */
  unsubscribeUrl?: string | undefined;
  /** Why it is not sent after all. */
  skipReason?: Mail['reason'];
  /** How long it is tried. */
  maxAgeMs?: number;
}

const parallelInserts = 8;

/** https://www.rfc-editor.org/rfc/rfc8058 */
function headersOf(unsubscribeUrl: string | undefined): MailContent['headers'] {
  // So that automatic replies, and bounces of them, do not answer a mail that no person wrote.
  const automatic = { name: 'Auto-Submitted', value: 'auto-generated' };
  if (unsubscribeUrl === undefined) return [automatic];
  return [
    automatic,
    { name: 'List-Unsubscribe', value: `<${unsubscribeUrl}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ];
}

function mailOf({ text, skipReason = null, maxAgeMs, unsubscribeUrl: _, ...mail }: NewMail): Mail {
  return {
    ...mail,
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
 * Has mails sent. One with the id of an earlier one is not stored again; its message may be sent twice, which the worker
 * bears.
 */
export async function queueMails(
  mails: readonly NewMail[],
  { senderName, replyTo }: Pick<EmailSettings, 'senderName' | 'replyTo'>,
): Promise<void> {
  const address = deploymentSender();
  if (address === undefined) return;
  const from = mailboxOf(address, senderName);
  await forEachParallel(mails, parallelInserts, async (one) => {
    const { text, html } = one.text;
    await insertMail(mailOf(one), { from, replyTo, text, html, headers: headersOf(one.unsubscribeUrl) });
  });
  const queued = mails.filter(({ skipReason = null }) => skipReason === null).map(mailOf);
  if (queued.length > 0) await sendToWorker(queued.map((mail) => ({ message: toSendMessage(mail) })));
}
