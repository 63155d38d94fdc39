/** Deliveries that were under way when a backup was taken: their messages were handled since, so they get new ones. */
import { GetQueueUrlCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { fromItem } from '../../shared/kernel/table/item.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import type { StoredDelivery } from '../../shared/modules/webhooks/deliveries/delivery.ts';
import { toDeliverMessage } from '../../shared/modules/webhooks/deliveries/messages.ts';

/** Asks for the deliveries in these items again. Returns how many. */
export type Resend = (items: readonly Item[]) => Promise<number>;

const entity = 'delivery';
const messagesPerRequest = 10;

export const waitsForMessage = (item: Item): boolean =>
  item.entity === entity && (item.status === 'pending' || item.status === 'sending');

/** A message too many is dropped by the worker, one too few would be a delivery that waits for ever. */
export function resendTo(client: SQSClient, queue: string): Resend {
  return async (items) => {
    if (items.length === 0) return 0;
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: queue }));
    const messages = items.map((item) => {
      const delivery = fromItem<StoredDelivery>(item, entity);
      return JSON.stringify(toDeliverMessage(delivery, delivery.attemptNumber + 1));
    });
    for (let start = 0; start < messages.length; start += messagesPerRequest) {
      const Entries = messages
        .slice(start, start + messagesPerRequest)
        .map((MessageBody, index) => ({ Id: String(index), MessageBody }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`The queue did not take ${Failed.length} messages.`);
    }
    return messages.length;
  };
}
