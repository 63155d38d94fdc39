/** Deliveries that were in progress when a backup was taken: their messages are gone, so new ones are sent. */
import { GetQueueUrlCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { fromItem } from '../../shared/kernel/table/item.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import type { StoredDelivery } from '../../shared/modules/webhooks/deliveries/delivery.ts';
import { toDeliverMessage } from '../../shared/modules/webhooks/deliveries/messages.ts';

/** Sends the deliveries of these items again. Returns their number. */
export type Resend = (items: readonly Item[]) => Promise<number>;

const entity = 'delivery';
const messagesPerRequest = 10;

export const waitsForMessage = (item: Item): boolean =>
  item.entity === entity && (item.status === 'pending' || item.status === 'sending');

/** The worker drops a superfluous message, while a missing one would leave a delivery waiting forever. */
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
      if (Failed.length > 0) throw new Error(`The queue did not accept ${Failed.length} messages.`);
    }
    return messages.length;
  };
}
