/** Messages of queues, and the records in which Lambda passes them to workers. */
import type { SQSRecord } from 'aws-lambda';
import type { Message } from '../../../shared/kernel/queues/message.ts';

export function aMessage(id: string, overrides: Partial<Message> = {}): Message {
  const home = { tenantId: 'tenant', organizationId: null };
  return { v: 1, id, type: 'work', ...home, idempotencyKey: id, data: {}, ...overrides };
}

/** A received message; a text is the body itself. */
export function aRecord(messageId: string, message: unknown = aMessage(messageId), receiveCount = 1) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const attributes = { ApproximateReceiveCount: String(receiveCount) };
  return { messageId, body, attributes } as SQSRecord;
}
