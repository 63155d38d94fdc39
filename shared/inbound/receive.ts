/** Takes the messages of providers: verified, stored once, and answered before anything is done with them. */
import { randomUUID } from 'node:crypto';
import { NotFoundError, SignatureInvalidError, WebhooksUnavailableError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import { countAgainst, type RatePolicy } from '../http/rate-limit.ts';
import type { RawRequest } from '../http/raw-body.ts';
import { log } from '../log.ts';
import { findIntegration } from '../webhooks/webhook-reader.ts';
import { type InboundAdapter, NotVerifiedError, type VerifiedMessage } from './adapter.ts';
import { findAdapter } from './adapters.ts';
import { findEndpointOfAnyone } from './endpoint-store.ts';
import type { StoredEndpoint } from './inbound-endpoint.ts';
import { inboundLimits } from './limits.ts';
import { messageKeyOf } from './receipt.ts';
import { insertReceipt } from './receipt-store.ts';
import { openEndpointSecret } from './secret-service.ts';

const policy: RatePolicy = {
  name: 'inbound',
  limit: inboundLimits.requestsPerMinute,
  windowSeconds: 60,
};

/** Throws SignatureInvalidError; why is for the log, and not for whoever sent it. */
function verify(
  adapter: InboundAdapter,
  { id, settings }: StoredEndpoint,
  request: { headers: RawRequest['headers']; body: Buffer },
  { secret, nowMs }: { secret: string; nowMs: number },
): VerifiedMessage {
  try {
    return adapter.verifyWebhook(request, { secret, settings, nowSeconds: Math.floor(nowMs / 1_000) });
  } catch (error) {
    if (!(error instanceof NotVerifiedError)) throw error;
    log('warn', 'inbound message refused', { endpointId: id, reason: error.message });
    throw new SignatureInvalidError();
  }
}

/**
 * Accepts a message of an endpoint; false when it came before. Throws NotFoundError for what is no open endpoint,
 * RateLimitedError, SignatureInvalidError, WebhooksUnavailableError while the integration is off.
 */
export async function receive(
  endpointId: string,
  { bytes: body, headers }: RawRequest,
  nowMs: number,
): Promise<boolean> {
  const endpoint = await findEndpointOfAnyone(endpointId);
  const adapter = endpoint && findAdapter(endpoint.providerKey);
  if (endpoint === undefined || adapter === undefined || !endpoint.isActive) {
    throw new NotFoundError('Webhook endpoint');
  }
  await countAgainst(policy, endpointId, nowMs);
  const { isEnabled } = await findIntegration(endpoint);
  const secret = await openEndpointSecret(endpoint);
  const message = verify(adapter, endpoint, { headers, body }, { secret, nowMs });
  // After the signature: a stranger is not told how the organization is set up.
  if (!isEnabled) throw new WebhooksUnavailableError();
  const { tenantId, organizationId, providerKey } = endpoint;
  const payload = adapter.formatPayload ? adapter.formatPayload(message.payload) : message.payload;
  return insertReceipt({
    ...{ tenantId, organizationId, endpointId, providerKey },
    id: randomUUID(),
    messageKey: messageKeyOf(message, { headers, body }),
    messageId: message.messageId?.slice(0, inboundLimits.messageId) ?? null,
    eventType: message.eventType.slice(0, inboundLimits.eventType),
    payload: toJson(payload),
    receivedAtMs: nowMs,
  });
}
