/** Takes the messages of payment providers: verified with the secret of the payment's organization, queued, confirmed. */

import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countRefused, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { NotFoundError, SignatureInvalidError } from '../../../kernel/errors/errors.ts';
import { anyName, checkCallerJson, notUnicodeError } from '../../../kernel/http/caller-json.ts';
import type { RawRequest } from '../../../kernel/http/raw-body.ts';
import { log } from '../../../kernel/observability/log.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { connectionKeys, credentialsAmong } from '../../integrations/public.ts';
import { type Credentials, credentialTarget, findIntegration } from '../../integrations/public-light.ts';
import { paymentLimits } from '../limits.ts';
import { type Candidate, findCandidates } from '../payment-store.ts';
import type { EventRequest } from '../providers/provider.ts';
import type { PaymentWebhookQuery } from '../providers/provider-contract.ts';
import { type EventSender, findSender } from '../providers/provider-names.ts';

/** What the queue carries: which payment or customer a genuine message is about, and the message. */
export interface QueuedEvent {
  providerKey: string;
  /** Id of the payment; of the customer in a message about a saved payment method. */
  transactionId: string;
  /** The organization of a customer; absent in messages about payments. */
  customerOf?: string | undefined;
  message: Record<string, unknown>;
}

const eventMessageType = 'payment_gateways.webhook.received';

/** What is genuine is never refused: only senders of what cannot be verified are held up. */
const policy: RatePolicy = {
  name: 'payment-webhook',
  limit: paymentLimits.refusedPerMinute,
  windowSeconds: 60,
};

interface Cached {
  credentials: Credentials;
  untilMs: number;
}

/** Providers send several messages about a payment within seconds. */
const cache = new LRUCache<string, Cached>({ max: 200 });

async function readCredentials(at: RowScope, { integrationId }: EventSender): Promise<Credentials> {
  const definition = findIntegration(integrationId);
  if (definition === undefined) return {};
  const items = await batchGet(connectionKeys(at, definition));
  return (await credentialsAmong(at, credentialTarget(definition), items)).credentials;
}

/** Does a message bear the signature of an organization's secret? One that was replaced lately is read anew. */
async function isGenuine(
  { tenantId, organizationId }: RowScope,
  sender: EventSender,
  request: EventRequest,
  nowMs: number,
): Promise<boolean> {
  const name = JSON.stringify([sender.key, tenantId, organizationId]);
  const nowSeconds = Math.floor(nowMs / 1_000);
  const cached = cache.get(name);
  if (cached && cached.untilMs > nowMs) {
    if (await sender.events.isGenuine(request, cached.credentials, nowSeconds)) return true;
  }
  const credentials = await readCredentials({ tenantId, organizationId }, sender);
  cache.set(name, { credentials, untilMs: nowMs + paymentLimits.secretCacheSeconds * 1_000 });
  return sender.events.isGenuine(request, credentials, nowSeconds);
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whose payment a message is about, as its signature proves; undefined when no secret fits. */
async function ownerOf(
  sender: EventSender,
  message: Record<string, unknown> | undefined,
  request: EventRequest,
  nowMs: number,
): Promise<Candidate | undefined> {
  const sessionId = message && sender.events.sessionHint(message);
  // An id as long as that is none, and would be no key.
  if (sessionId === undefined || sessionId.length > 256) return undefined;
  for (const candidate of await findCandidates(sender.key, sessionId))
    if (await isGenuine(candidate, sender, request, nowMs)) return candidate;
  return undefined;
}

/** The organization that the registered URL names; undefined unless it names both parts. */
function homeOf({ tenantId, organizationId }: PaymentWebhookQuery): RowScope | undefined {
  return tenantId === undefined || organizationId === undefined ? undefined : { tenantId, organizationId };
}

/**
 * Accepts a message and returns whether it is queued; one about an unknown payment is not. It is genuine if the secret
 * of the payment's organization verifies it, or that of the organization which the URL names. Throws NotFoundError for
 * an unknown provider, SignatureInvalidError for a message that is not genuine, TooDeepError or InvalidInputError for
 * JSON that is never accepted, RateLimitedError after too many messages that are not genuine.
 */
export async function receive(
  providerKey: string,
  query: PaymentWebhookQuery,
  { bytes: body, headers }: RawRequest,
  clientIp: string,
  nowMs: number,
): Promise<{ queued: boolean }> {
  const sender = findSender(providerKey);
  if (sender === undefined) throw new NotFoundError('Payment provider');
  const isSigned = sender.events.isSigned({ headers, body }, Math.floor(nowMs / 1_000));
  const message = isSigned ? parse(body) : undefined;
  const name = message && sender.events.nameOf(message);
  const owner = name && (await ownerOf(sender, message, { headers, body }, nowMs));
  const home = homeOf(query);
  if (name && !owner && home && (await isGenuine(home, sender, { headers, body }, nowMs))) {
    log('info', 'payment message about an unknown payment ignored', { providerKey, type: name.type });
    return { queued: false };
  }
  if (message === undefined || name === undefined || owner === undefined) {
    log('warn', 'payment message rejected', { providerKey, isNamed: name !== undefined });
    await countRefused(policy, `${providerKey} ${addressKey(clientIp)}`, nowMs);
    throw new SignatureInvalidError();
  }
  if (!isUtf8(body)) throw notUnicodeError('body');
  checkCallerJson(message, { forbidden: anyName });
  const { tenantId, organizationId, id: transactionId } = owner;
  const customerOf = owner.kind === 'customer' ? organizationId : undefined;
  const data: QueuedEvent = { providerKey, transactionId, message, ...(customerOf && { customerOf }) };
  await sendMessages('payment-webhooks', [
    {
      message: {
        v: 1,
        id: name.id,
        type: eventMessageType,
        tenantId,
        organizationId,
        idempotencyKey: `${tenantId}:${providerKey}:${name.id}`,
        data,
      },
    },
  ]);
  return { queued: true };
}
