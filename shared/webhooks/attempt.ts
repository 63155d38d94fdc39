/** One attempt: signs the payload, sends it, and judges the answer. */
import type { StoredDelivery } from './delivery.ts';
import { judge, type Outcome } from './outcome.ts';
import { deliveryHeaders, type Exchange, send } from './send.ts';
import { signatures } from './sign.ts';
import type { StoredWebhook } from './webhook.ts';

/** Makes the attempt; never throws. `payload` is sent and signed byte by byte as it is. */
export async function attempt(
  {
    webhook,
    secrets,
    timeoutMs = webhook.timeoutMs,
  }: {
    webhook: StoredWebhook;
    secrets: readonly string[];
    timeoutMs?: number;
  },
  { messageId }: Pick<StoredDelivery, 'messageId'>,
  payload: string,
): Promise<{ exchange: Exchange; outcome: Outcome; url: string }> {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const { url, httpMethod: method, customHeaders } = webhook;
  const signature = signatures(secrets, messageId, timestampSeconds, payload);
  const headers = deliveryHeaders({ customHeaders, messageId, timestampSeconds, signature });
  const exchange = await send({ url, method, headers, body: payload, timeoutMs });
  return { exchange, outcome: judge(exchange), url };
}
