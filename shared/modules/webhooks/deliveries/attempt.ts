/** One attempt: signs the payload, sends it, and judges the answer. */

import { deliveryHeaders, type Exchange, send } from '../../../kernel/outbound/send.ts';
import { judge, type Outcome, type OwnRequest, type StoredDelivery } from './delivery.ts';
import { signatures } from './sign.ts';

/** Where an attempt goes, and how. */
export interface Receiver {
  url: string;
  httpMethod: OwnRequest['method'];
  customHeaders: Readonly<Record<string, string>> | null;
  timeoutMs: number;
  /** Those that sign; none for a request that belongs to no webhook, as its receiver could not verify them. */
  secrets: readonly string[];
  /** JSON unless given; null without a body. */
  contentType?: string | null;
}

/** Makes the attempt; never throws. `payload` is sent and signed byte by byte as it is; an empty one is no body. */
export async function attempt(
  { url, httpMethod: method, customHeaders, timeoutMs, secrets, contentType }: Receiver,
  { messageId }: Pick<StoredDelivery, 'messageId'>,
  payload: string,
): Promise<{ exchange: Exchange; outcome: Outcome; url: string }> {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const signature =
    secrets.length === 0 ? undefined : signatures(secrets, messageId, timestampSeconds, payload);
  const headers = deliveryHeaders({ customHeaders, contentType, messageId, timestampSeconds, signature });
  const body = payload === '' ? undefined : payload;
  const exchange = await send({ url, method, headers, body, timeoutMs });
  return { exchange, outcome: judge(exchange), url };
}
