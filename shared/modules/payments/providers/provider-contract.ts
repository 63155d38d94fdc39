/** Endpoints that list payment providers and receive their messages. */
import * as z from 'zod/mini';
import { accepts, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, uuid } from '../../../kernel/http/fields.ts';
import { rawRequest } from '../../../kernel/http/raw-body.ts';
import { paymentLimits } from '../limits.ts';
import { base, root } from '../transaction-contract.ts';

const word = (description: string, example: string) => z.string().check(about(description, example));
const flag = (description: string, example: boolean) => z.boolean().check(about(description, example));

export const ProviderDescription = z
  .object({
    providerKey: word('Key of the provider in sessions.', 'stripe'),
    title: word('Name shown to people.', 'Stripe'),
    description: word('Description of its payments.', 'Cards by payment intents.'),
    integrationId: z.nullable(z.string()).check(about('Integration with its credentials.', 'gateway_stripe')),
    capturesRepeatedly: flag('Whether a payment can be captured in several parts.', false),
    capturesPending: flag(
      'Whether you can capture a pending payment, to record money that you received outside the platform.',
      false,
    ),
    sendsWebhooks: flag('Whether the provider reports payments by webhooks.', true),
    requiresConfiguration: flag('Whether it needs credentials.', true),
    isConfigured: flag('Whether payments can be created now.', true),
    configurationStatus: z
      .enum(['configured', 'missing_credentials', 'disabled', 'unmanaged'])
      .check(
        about('Why payments can or cannot be created. `unmanaged` needs no configuration.', 'configured'),
      ),
  })
  .check(z.meta({ id: 'PaymentProvider', description: 'A payment provider.' }));
export type ProviderDescription = z.infer<typeof ProviderDescription>;

export const listPaymentProviders = defineEndpoint({
  ...base,
  ...operation('listPaymentProviders', 'GET', `${root}/providers`),
  summary: 'List payment providers',
  description:
    'Returns every payment provider of the deployment, and whether the organization has configured it.',
  feature: 'payment_gateways.view',
  success: returns(
    z.object({
      items: z.array(ProviderDescription).check(about('The providers.')),
    }),
  ),
  permissions: { table: ['Query'] },
});

export const getPaymentProvider = defineEndpoint({
  ...base,
  ...operation('getPaymentProvider', 'GET', `${root}/providers/{key}`),
  summary: 'Read a payment provider',
  description: 'Returns one payment provider, and whether the organization has configured it.',
  feature: 'payment_gateways.view',
  params: z.object({ key: word('Key of the provider.', 'stripe') }),
  success: returns(ProviderDescription),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query'] },
});

const always = alwaysTrue();

const PaymentWebhookQuery = z.object({
  tenantId: z.optional(uuid('Tenant of the organization whose secret verifies the messages.')),
  organizationId: z.optional(
    uuid('Organization whose secret verifies the messages; only together with `tenantId`.'),
  ),
});
export type PaymentWebhookQuery = z.infer<typeof PaymentWebhookQuery>;

export const receivePaymentEvent = defineEndpoint({
  module: 'payments',
  auth: 'none',
  scope: 'none',
  ...operation('receivePaymentEvent', 'POST', `${root}/webhook/{provider}`),
  summary: 'Receive a webhook of a payment provider',
  description:
    'Accepts a message that is signed with the secret of the organization of the payment. The organization is ' +
    'taken from the stored payment, never from the message. Register the URL with ' +
    '`?tenantId=…&organizationId=…` (`webhookUrl` of the integration): messages about payments that were not ' +
    'created here are then verified with that organization’s secret and return `ignored: true`; without these ' +
    'parameters they return 401. Messages are acknowledged at once and processed from a queue, each one once ' +
    `even if it is sent several times. After ${paymentLimits.refusedPerMinute} messages per minute that cannot be verified, the sender ` +
    'receives 429 with `Retry-After`.',
  params: z.object({ provider: word('Key of the provider.', 'stripe') }),
  query: PaymentWebhookQuery,
  bodyFormat: 'raw',
  body: rawRequest('The message as the provider signed it.'),
  maxBodyBytes: paymentLimits.eventBytes,
  success: accepts(
    z.object({
      received: always,
      queued: z.optional(always),
      ignored: z.optional(
        z
          .literal(true)
          .check(about('The message is verified, but about a payment that was not created here.')),
      ),
    }),
  ),
  errors: ['not_found', 'signature_invalid', 'rate_limited'],
  permissions: {
    table: ['Query', 'BatchGetItem'],
    limits: 'count',
    secrets: 'open',
    queues: ['payment-webhooks'],
  },
});
