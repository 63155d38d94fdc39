/** One attempt: signs the payload, sends it, and classifies the response. */

import { carriedHops } from '../../../kernel/events/hops.ts';
import { deliveryHeaders, type Exchange, send } from '../../../kernel/outbound/send.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import { signHops } from '../../../kernel/secrets/signed-hops.ts';
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
  /** Value of `x-platform-hops`. */
  signedHops: string;
}

/** The hops that a delivery carries, signed. Throws UnavailableError. */
export const signedHopsOf = (delivery: StoredDelivery): Promise<string> =>
  signHops(delivery, delivery.messageId, carriedHops(delivery.hops));

/** An attempt with its result. */
export interface Attempted {
  exchange: Exchange;
  outcome: Outcome;
  url: string;
  /** By lower-case name, with masked values of custom headers. */
  requestHeaders: Record<string, string>;
}

/** The headers of a request for the log. Values of custom headers may be secrets. */
function shownHeaders(
  headers: Readonly<Record<string, string>>,
  customHeaders: Readonly<Record<string, string>>,
): Record<string, string> {
  const isOwn = (name: string): boolean =>
    customHeaders[name] !== undefined && headers[name] === customHeaders[name];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), isOwn(name) ? maskedSecret : value]),
  );
}

/** Makes the attempt; never throws. `payload` is signed and sent byte by byte; an empty text means no body. */
export async function attempt(
  { url, httpMethod: method, customHeaders, timeoutMs, secrets, contentType, signedHops }: Receiver,
  { messageId }: Pick<StoredDelivery, 'messageId'>,
  payload: string,
): Promise<Attempted> {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const signature =
    secrets.length === 0 ? undefined : signatures(secrets, messageId, timestampSeconds, payload);
  const headers = deliveryHeaders({
    ...{ customHeaders, contentType, messageId, timestampSeconds, signature, signedHops },
  });
  const body = payload === '' ? undefined : payload;
  const exchange = await send({ url, method, headers, body, timeoutMs });
  return {
    exchange,
    outcome: judge(exchange),
    url,
    requestHeaders: shownHeaders(headers, customHeaders ?? {}),
  };
}
