/** Messages of the queue `email-send`. */
import type { Message } from '../../../kernel/queues/message.ts';
import { type OutgoingMessage, sendMessages } from '../../../kernel/queues/send.ts';
import type { Mail } from './mail.ts';

const sendQueue = 'email-send';
const sendType = 'email.mail.send';

/** Identifies the mail, and contains its address, so that the worker reads its suppression in the same request. */
export interface SendData {
  mailId: string;
  createdAtMs: number;
  to: string;
}
export type SendMessage = Message<SendData>;

/** The fields of a mail that its message needs. */
type MailToSend = Pick<Mail, 'id' | 'tenantId' | 'organizationId' | 'createdAtMs' | 'to'>;

/** Builds the message that requests the sending of a mail. */
export function toSendMessage(mail: MailToSend): SendMessage {
  const { id, tenantId, organizationId, createdAtMs, to } = mail;
  return {
    v: 1,
    id,
    type: sendType,
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${id}`,
    data: { mailId: id, createdAtMs, to },
  };
}

/** SQS delays messages by at most 15 minutes; mails that wait longer are delayed again. */
export async function sendToWorker(messages: readonly OutgoingMessage[]): Promise<void> {
  await sendMessages(sendQueue, messages);
}
