/** Messages to the worker that sends mails. */
import type { Message } from '../../../kernel/queues/message.ts';
import { type OutgoingMessage, sendMessages } from '../../../kernel/queues/send.ts';
import type { Mail } from './mail.ts';

const sendQueue = 'email-send';
const sendType = 'email.mail.send';

/** Names the mail, and its address, by which its worker finds whether it is suppressed. */
export interface SendData {
  mailId: string;
  createdAtMs: number;
  to: string;
}
export type SendMessage = Message<SendData>;

/** A mail as far as its message names it. */
type MailToSend = Pick<Mail, 'id' | 'tenantId' | 'organizationId' | 'createdAtMs' | 'to'>;

/** The message that has a mail sent. */
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

/** SQS hides a message for 15 minutes at most: what waits for longer comes back in between. */
export async function sendToWorker(messages: readonly OutgoingMessage[]): Promise<void> {
  await sendMessages(sendQueue, messages);
}
