/**
 * Requests that rules make: deliveries to a webhook or to a URL. They are created in the transaction of the
 * rule's execution, with an event that makes the dispatcher queue the first attempt, so that they are sent
 * exactly once.
 */
import { hash } from 'node:crypto';
import { uuidOf } from '../../../kernel/base/ids.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { newDelivery, type Payload } from './delivery.ts';
import { insertionWrites, payloadWrite, requestWrite } from './delivery-store.ts';

export interface Call {
  scope: RowScope;
  /** Identifies the request: a repeated call with the same key creates no second delivery. */
  key: string;
  eventType: string;
  webhookId: string | null;
  url: string;
  maxAttempts: number;
  payload: Payload;
}

/** The writes that create the delivery and request its first attempt. */
export function callWrites(
  { scope, key, payload, url: targetUrl, ...input }: Call,
  nowMs: number,
): { id: string; writes: Write[] } {
  const { tenantId, organizationId } = scope;
  const name = `call ${tenantId} ${key}`;
  const id = uuidOf(`delivery ${name}`);
  const messageId = `msg_${hash('sha256', `message ${name}`, 'hex').slice(0, 32)}`;
  const ids = { tenantId, organizationId, id, messageId, payloadId: id };
  const delivery = newDelivery({ ...input, ...ids, targetUrl, madeAtMs: nowMs }, nowMs);
  return {
    id,
    writes: [...insertionWrites(delivery), payloadWrite(delivery, payload), requestWrite(delivery, 1, nowMs)],
  };
}
