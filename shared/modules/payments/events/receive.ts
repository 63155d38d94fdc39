/**
 * Receives the messages of payment providers: verifies them with the secret of the payment's organization,
 * queues them, and responds.
 */

import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countRefused, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import {
  BodyTooLargeError,
  MalformedBodyError,
  requireFound,
  SignatureInvalidError,
} from '../../../kernel/errors/errors.ts';
import { anyName, checkCallerJson, notUnicodeError } from '../../../kernel/http/caller-json.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import type { RawRequest } from '../../../kernel/http/raw-body.ts';
import { log } from '../../../kernel/observability/log.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { connectionKeys, credentialsIn } from '../../integrations/public.ts';
import { type Credentials, credentialTarget, findIntegration } from '../../integrations/public-data.ts';
import { paymentLimits } from '../limits.ts';
import { type Candidate, findCandidates } from '../payment-store.ts';
import type { EventRequest } from '../providers/provider.ts';
import type { PaymentWebhookQuery } from '../providers/provider-contract.ts';
import { type EventSender, findSender } from '../providers/provider-names.ts';

/** The queued message of a provider, with its payment or customer. */
export interface QueuedEvent {
  providerKey: string;
  /** Id of the payment, or of the customer if the message is about a saved payment method. */
  transactionId: string;
  /** The organization of a customer; absent in messages about payments. */
  customerOf?: string | undefined;
  message: Record<string, unknown>;
}

const eventMessageType = 'payment_gateways.webhook.received';

/** Limits only senders of messages that cannot be verified; genuine messages are never refused. */
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
  return (await credentialsIn(at, credentialTarget(definition), items)).credentials;
}

/**
 * Whether a message is signed with an organization's secret. If the cached secret does not match, it is read
 * again, because it may have been replaced.
 */
async function isGenuine(
  { tenantId, organizationId }: RowScope,
  sender: EventSender,
  request: EventRequest,
  nowMs: number,
): Promise<boolean> {
  const name = toJson([sender.key, tenantId, organizationId]);
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
    const value: unknown = parseJson(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The owner of the message's payment, proved by its signature; undefined if no secret verifies it. The tenant in the
 * registered URL comes first, because any number of other tenants may claim the same session.
 */
async function ownerOf(
  sender: EventSender,
  message: Record<string, unknown> | undefined,
  request: EventRequest,
  home: RowScope | undefined,
  nowMs: number,
): Promise<Candidate | undefined> {
  const sessionId = message && sender.events.sessionHint(message);
  // Longer values cannot be ids, and would not fit into a key.
  if (sessionId === undefined || sessionId.length > 256) return undefined;
  for (const scope of home === undefined ? [undefined] : [home, undefined])
    for (const candidate of await findCandidates(sender.key, sessionId, scope))
      if (await isGenuine(candidate, sender, request, nowMs)) return candidate;
  return undefined;
}

/** The organization in the registered URL; undefined unless the URL contains tenant and organization. */
function homeOf({ tenantId, organizationId }: PaymentWebhookQuery): RowScope | undefined {
  return tenantId === undefined || organizationId === undefined ? undefined : { tenantId, organizationId };
}

/** A message, the provider that its URL names, and the organization that it may name. */
type SignedMessage = RawRequest & PaymentWebhookQuery & { provider: string };

/**
 * Accepts a message, and says whether it was queued; a message about an unknown payment is not queued. A
 * message is genuine if the secret of the payment's organization, or of the organization in the URL, verifies
 * it. Throws NotFoundError for an unknown provider, SignatureInvalidError for a message that is not genuine,
 * MalformedBodyError for a genuine one that is no event, TooDeepError, InvalidInputError or BodyTooLargeError for JSON
 * that is never accepted, RateLimitedError after too many messages that are not genuine.
 */
export async function receivePaymentEvent(
  { client, context: { nowMs } }: Pick<RequestCaller, 'client' | 'context'>,
  { provider: providerKey, bytes: body, headers, ...query }: SignedMessage,
) {
  const sender = requireFound(findSender(providerKey), 'Payment provider');
  const isSigned = sender.events.isSigned({ headers, body }, Math.floor(nowMs / 1_000));
  const message = isSigned ? parse(body) : undefined;
  const name = message && sender.events.nameOf(message);
  const home = homeOf(query);
  const owner = name && (await ownerOf(sender, message, { headers, body }, home, nowMs));
  const isOfHome = isSigned && !owner && home && (await isGenuine(home, sender, { headers, body }, nowMs));
  if (isOfHome && name) {
    log('info', 'payment message about an unknown payment ignored', { providerKey, type: name.type });
    return { received: true as const, ignored: true as const };
  }
  if (isOfHome) throw new MalformedBodyError('The message is not an event of the provider.');
  if (message === undefined || name === undefined || owner === undefined) {
    log('warn', 'payment message rejected', { providerKey, isNamed: name !== undefined });
    await countRefused(policy, `${providerKey} ${addressKey(client.ip)}`, nowMs);
    throw new SignatureInvalidError();
  }
  if (!isUtf8(body)) throw notUnicodeError('body');
  checkCallerJson(message, { forbidden: anyName });
  // The queue receives 1e20, for example, with all its digits.
  if (Buffer.byteLength(toJson(message)) > paymentLimits.eventBytes)
    throw new BodyTooLargeError(paymentLimits.eventBytes);
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
  return { received: true as const, queued: true as const };
}
