/** One attempt: signs the payload, sends it, and classifies the response. */

import { deliveryHeaders, type Exchange, send } from '../../../kernel/outbound/send.ts';
import { judge, type Outcome, type OwnRequest, type StoredDelivery } from './delivery.ts';
import { signatures } from './sign.ts';

/** The destination of an attempt. */
export interface Receiver {
  url: string;
  httpMethod: OwnRequest['method'];
  customHeaders: Readonly<Record<string, string>> | null;
  timeoutMs: number;
  /**
   * The signing secrets; empty for a request without a webhook, because its receiver could not verify a
   * signature.
   */
  secrets: readonly string[];
  /** JSON by default; null without a body. */
  contentType?: string | null;
}

/** Makes the attempt; never throws. `payload` is signed and sent byte by byte; an empty text means no body. */
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
