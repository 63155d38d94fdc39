/** Processes a received message with its adapter, or publishes it as an event. */

import { parseJson } from '../../../kernel/base/json.ts';
import { withNode } from '../../../kernel/events/cause.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { publishOnce } from '../../events/public.ts';
import type { ProcessContext } from './adapter.ts';
import { findAdapter } from './adapters.ts';
import { publishedType } from './receipt.ts';
import { findReceipt, inboundKind } from './receipt-store.ts';

/** The data of the event `webhooks.inbound.received` that the processing needs. */
export interface ReceivedData {
  id: string;
  endpointId: string;
  messageKey: string;
}

/**
 * Processes a message idempotently: the published event has the message's id. Throws PermanentError if the
 * message has expired or its adapter was removed; after an error of the adapter the message is redelivered.
 */
export async function processMessage({
  tenantId,
  organizationId,
  data,
}: Message<ReceivedData>): Promise<void> {
  if (tenantId === null || organizationId === null)
    throw new PermanentError('The message has no tenant or organization.');
  const scope: RowScope = { tenantId, organizationId };
  const receipt = await findReceipt(scope, data.endpointId, data.messageKey);
  if (receipt === undefined) throw new PermanentError('The message is no longer kept.');
  const adapter = findAdapter(receipt.providerKey);
  if (adapter === undefined) throw new PermanentError(`The adapter ${receipt.providerKey} no longer exists.`);
  const { id, endpointId, providerKey, eventType, receivedAtMs } = receipt;
  const messageId = receipt.messageId ?? undefined;
  const payload: unknown = parseJson(receipt.payload);
  const node = { kind: inboundKind, id };
  let published = 0;
  const publish: ProcessContext['publish'] = async (type, fields) => {
    published += 1;
    const event = { id: `${id}-${published}`, type, data: { id, ...fields } };
    await withNode(node, () => publishOnce(scope, event, receivedAtMs));
  };
  if (adapter.processInbound) {
    const message = { receiptId: id, endpointId, messageId, eventType, payload };
    const { processInbound } = adapter;
    await withNode(node, () => processInbound(message, { ...scope, publish }));
    return;
  }
  await publish(publishedType(providerKey, eventType), {
    endpointId,
    providerKey,
    messageId: receipt.messageId,
    eventType,
    payload,
  });
}
