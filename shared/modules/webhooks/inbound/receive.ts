/** Receives messages of providers: verifies and stores them, and responds before they are processed. */

import { randomUUID } from 'node:crypto';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst, countRefused, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { BodyTooLargeError, NotFoundError, SignatureInvalidError } from '../../../kernel/errors/errors.ts';
import { claimedHops, withHops } from '../../../kernel/events/hops.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import type { RawRequest } from '../../../kernel/http/raw-body.ts';
import { log } from '../../../kernel/observability/log.ts';
import { enterVerified } from '../../../kernel/secrets/signed-hops.ts';
import { findWebhooksAndSwitches } from '../endpoints/webhook-reader.ts';
import { WebhooksUnavailableError } from '../errors.ts';
import { type InboundAdapter, NotVerifiedError, type VerifiedMessage } from './adapter.ts';
import { findAdapter } from './adapters.ts';
import { findEndpointOfAnyone } from './endpoint-store.ts';
import type { StoredEndpoint } from './inbound-endpoints.ts';
import { inboundLimits } from './limits.ts';
import { messageKeysOf } from './receipt.ts';
import { insertReceipt, type Receipt } from './receipt-store.ts';
import { openEndpointSecret } from './secret-service.ts';

/**
 * Limits genuine messages of an endpoint. Other messages are not counted here, because anyone may know the
 * URL.
 */
const genuine: RatePolicy = {
  name: 'inbound',
  limit: inboundLimits.requestsPerMinute,
  windowSeconds: 60,
};
const refused: RatePolicy = {
  name: 'inbound-refused',
  limit: inboundLimits.refusedPerMinute,
  windowSeconds: 60,
};

/** Returns undefined for a message that is not genuine; the reason is logged, not returned to the sender. */
function verify(
  adapter: InboundAdapter,
  { id, settings }: StoredEndpoint,
  request: { headers: RawRequest['headers']; body: Buffer },
  { secret, nowMs }: { secret: string; nowMs: number },
): VerifiedMessage | undefined {
  try {
    return adapter.verifyWebhook(request, { secret, settings, nowSeconds: Math.floor(nowMs / 1_000) });
  } catch (error) {
    if (!(error instanceof NotVerifiedError)) throw error;
    log('warn', 'inbound message rejected', { endpointId: id, reason: error.message });
    return undefined;
  }
}

/**
 * The endpoint, its adapter and whether it is enabled. Throws NotFoundError, also if its tenant or
 * organization is closed.
 */
async function openEndpoint(endpointId: string) {
  const endpoint = await findEndpointOfAnyone(endpointId);
  const adapter = endpoint && findAdapter(endpoint.providerKey);
  if (endpoint === undefined || adapter === undefined || !endpoint.isActive)
    throw new NotFoundError('Webhook endpoint');
  const found = await findWebhooksAndSwitches([{ ...scopeOf(endpoint), webhookId: null }]);
  if (found.isClosed(endpoint)) throw new NotFoundError('Webhook endpoint');
  return { endpoint, adapter, isEnabled: found.integration(endpoint).isEnabled };
}

const scopeOf = ({ tenantId, organizationId }: StoredEndpoint) => ({ tenantId, organizationId });

/**
 * Accepts a message of an endpoint, or acknowledges one that was received before. Throws NotFoundError for an unknown or
 * closed endpoint, RateLimitedError, SignatureInvalidError, LoopDetectedError, BodyTooLargeError, the errors of
 * `payloadOf`, WebhooksUnavailableError if the integration is disabled.
 */
export async function receiveWebhook(
  { client, context }: Pick<RequestCaller, 'client' | 'context'>,
  { endpointId, bytes: body, headers }: RawRequest & { endpointId: string },
) {
  const { nowMs } = context;
  const { endpoint, adapter, isEnabled } = await openEndpoint(endpointId);
  const secret = await openEndpointSecret(endpoint);
  const message = verify(adapter, endpoint, { headers, body }, { secret, nowMs });
  if (message === undefined) {
    await countRefused(refused, `${endpointId} ${addressKey(client.ip)}`, nowMs);
    throw new SignatureInvalidError();
  }
  await countAgainst(genuine, endpointId, nowMs);
  // Checked after the signature, so that other senders learn nothing about the organization.
  if (!isEnabled) throw new WebhooksUnavailableError();
  const { providerKey } = endpoint;
  const payload = adapter.formatPayload ? adapter.formatPayload(message.payload) : message.payload;
  const payloadText = toJson(payload);
  if (Buffer.byteLength(payloadText) > inboundLimits.payloadBytes)
    throw new BodyTooLargeError(inboundLimits.payloadBytes);
  const { messageKey, bytesKey } = messageKeysOf(message, { body });
  const hops = await enterVerified(endpoint, claimedHops(headers));
  const receipt: Receipt = {
    ...scopeOf(endpoint),
    ...{ endpointId, providerKey, messageKey },
    id: randomUUID(),
    messageId: message.messageId === undefined ? null : truncate(message.messageId, inboundLimits.messageId),
    eventType: truncate(message.eventType, inboundLimits.eventType),
    payload: payloadText,
    receivedAtMs: nowMs,
  };
  const isNew = await withHops(hops, () => insertReceipt(receipt, bytesKey));
  return isNew ? { ok: true as const } : { ok: true as const, duplicate: true as const };
}
