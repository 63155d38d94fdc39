/** Calls of Stripe: the client with an organization's credentials, the time limit, and conversion of errors. */

import { LRUCache } from 'lru-cache';
import { toJson } from '../../../kernel/base/json.ts';
import { isSendable } from '../../../kernel/outbound/bearer.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { textOf as credential, stripeVersionHeader } from '../../integrations/public-data.ts';
import { type CallContext, ProviderError } from './provider.ts';
import { type CallOptions, createStripeClient, type StripeClient } from './stripe-client.ts';
import { toProviderError } from './stripe-failure.ts';
import { asObject, type ReadFor, type StripeObject } from './stripe-objects.ts';

/** Clients keep connections open; recently used ones are cached by key and version. */
const clients = new LRUCache<string, StripeClient>({ max: 20 });

async function clientOf({ connection }: CallContext): Promise<StripeClient> {
  const secretKey = connection && credential(connection.credentials, 'secretKey');
  if (connection === undefined || secretKey === undefined)
    throw new ProviderError('credentials', 'There is no secret key.');
  if (!isSendable(secretKey))
    throw new ProviderError('credentials', 'The secret key has characters that a header cannot contain.');
  const apiVersion = stripeVersionHeader(connection.apiVersion)['stripe-version'] ?? null;
  const base = setting('STRIPE_API_BASE');
  const name = toJson([secretKey, apiVersion, base]);
  const client = clients.get(name) ?? (await createStripeClient({ secretKey, apiVersion, base }));
  clients.set(name, client);
  return client;
}

export const secondsOf = ({ nowMs }: CallContext): number => Math.floor(nowMs / 1_000);

/** The package's timeout covers a silent connection only; this one also limits slow responses. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderError('unsure', 'Stripe did not respond in time.')),
      timeoutMs,
    );
  });
  work.catch(() => undefined);
  return Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
}

/** Calls Stripe. Throws only ProviderError. */
export async function call(
  context: CallContext,
  payment: ReadFor | undefined,
  send: (client: StripeClient, options: CallOptions) => Promise<unknown>,
  idempotencyKey?: string,
): Promise<StripeObject> {
  const { timeoutMs } = context;
  try {
    const client = await clientOf(context);
    const options = { timeoutMs, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const response = asObject(await withinTime(send(client, options), 2 * timeoutMs + 1_000));
    if (response === undefined) throw new ProviderError('unsure', 'Stripe returned no object.');
    return response;
  } catch (error) {
    throw toProviderError(error, payment, secondsOf(context));
  }
}
