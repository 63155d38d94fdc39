/** Schemas that the contracts of webhooks and of deliveries share. */
import * as z from 'zod/mini';
import { conditionField } from '../../../kernel/conditions/condition-contract.ts';
import { eventLimits } from '../../../kernel/events/limits.ts';
import {
  about,
  alwaysTrue,
  nameText,
  optionalFields,
  queryBoolean,
  text,
  timestamp,
  timestampOrNull,
  uuid,
  without,
} from '../../../kernel/http/fields.ts';
import { idFilter, listQuery } from '../../../kernel/lists/list.ts';
import { customHeaderProblem } from '../../../kernel/outbound/custom-headers.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../../kernel/outbound/url.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import { webhookLimits } from '../limits.ts';
import { patternProblem } from './patterns.ts';

export const base = { module: 'webhooks', auth: 'caller', scope: 'organization' } as const;

export const webhooksPath = '/api/webhooks';
export const deliveriesPath = `${webhooksPath}/deliveries`;

export const exampleIds = {
  webhook: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  delivery: '8e1c1f7e-3a52-4a27-9a1b-7d9d0a5b2c44',
  message: 'msg_5f2c8a0d9b3e4c7fa1d6e8b2c4f0a9d3',
} as const;

export const webhookId = z.object({ id: uuid('Id of the webhook.') });
export const deliveryId = z.object({ id: uuid('Id of the delivery.') });

export const success = alwaysTrue();

export const eventType = text(eventLimits.type).check(about('Name of the event.', 'sales.order.created'));

// The schemas of webhooks in requests and responses.

export const httpMethods = ['POST', 'PUT', 'PATCH'] as const;

/** A pattern of subscribed events. */
export const eventPattern = z
  .string()
  .check(z.minLength(1), z.maxLength(webhookLimits.pattern))
  .check(
    z.refine((value) => patternProblem(value) === undefined, {
      error: ({ input }) => patternProblem(String(input)),
    }),
  );

const integer = ({ min, max }: { min: number; max: number }, description: string, example: number) =>
  z.int().check(z.gte(min), z.lte(max)).check(about(description, example));

const urlProblem = (url: string) => webhookUrlProblem(url, { allowPrivate: allowsPrivateWebhooks() });

const jsonObject = z.record(z.string(), z.unknown());

const field = {
  name: nameText(webhookLimits.name).check(about('Name shown to people.', 'Order updates')),
  description: z
    .nullable(text(webhookLimits.description, 0))
    .check(about('Description of the webhook.', 'Keeps the warehouse up to date.')),
  url: z
    .string()
    .check(z.maxLength(webhookLimits.url))
    .check(
      z.refine((url) => urlProblem(url) === undefined, { error: ({ input }) => urlProblem(String(input)) }),
    )
    .check(
      about(
        'URL to which events are sent: http or https, without user name and password; private and special ' +
          'addresses are not allowed.',
        'https://example.com/hooks/orders',
      ),
    ),
  subscribedEvents: z
    .array(eventPattern)
    .check(z.minLength(1), z.maxLength(webhookLimits.subscribedEvents))
    .check(
      about(
        'Events to receive: names such as `sales.order.created`, `<module>.*` for all of a module, `*` for all. ' +
          'Events of the module `webhooks` are never sent, nor those of `notifications` that webhooks caused: they would loop.',
        ['sales.*', 'business_rules.rule.updated'],
      ),
    ),
  condition: conditionField(
    'Condition that selects the delivered events by the body of the delivery: `type`, `timestamp` and `data` with its ' +
      'fields. Events for which it is false are not delivered, only counted. Null delivers all.',
    { field: 'data.total', operator: '>', value: 100 },
  ),
  httpMethod: z.enum(httpMethods).check(about('Method of the requests.', 'POST')),
  customHeaders: z
    .nullable(
      z.record(z.string(), z.string()).check(
        z.refine((headers) => customHeaderProblem(headers) === undefined, {
          error: ({ input }) => {
            const problem = customHeaderProblem(input as Record<string, string>);
            return problem === undefined ? undefined : `${problem.field}: ${problem.message}`;
          },
        }),
      ),
    )
    .check(
      z.meta({
        description:
          'Additional headers of each request. Names that the delivery uses itself (`content-type`, `webhook-*`, ' +
          `\`host\`, …) are rejected. The values are stored encrypted and shown as \`${maskedSecret}\`.`,
        examples: [{ 'x-api-key': maskedSecret }],
        'x-secret': ['*'],
      }),
    ),
  deliveryStrategy: z.literal('http').check(about('How events are delivered; always `http`.', 'http')),
  strategyConfig: z.nullable(jsonObject).check(about('Settings of the strategy; `http` has none.', null)),
  maxRetries: integer(webhookLimits.maxRetries, 'The maximum number of attempts; 0 and 1 both mean one.', 10),
  timeoutMs: integer(
    webhookLimits.timeoutMs,
    'Timeout of a whole exchange in milliseconds, from the DNS lookup to the last byte of the response.',
    15_000,
  ),
  rateLimitPerMinute: integer(
    webhookLimits.rateLimitPerMinute,
    'Maximum number of requests per clock minute; 0 means unlimited. Requests above the limit are sent in a later ' +
      'minute. A new limit also applies to waiting requests, but none of them is sent earlier than planned.',
    0,
  ),
  autoDisableThreshold: integer(
    webhookLimits.autoDisableThreshold,
    'Number of consecutive failed attempts after which the webhook is disabled; 0 means never.',
    100,
  ),
  integrationId: z
    .nullable(text(webhookLimits.integrationId))
    .check(about('Integration of the webhook.', null)),
};

export const CreateWebhook = z.object({
  name: field.name,
  url: field.url,
  subscribedEvents: field.subscribedEvents,
  ...optionalFields(without(field, 'name', 'url', 'subscribedEvents')),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

const isActive = z
  .boolean()
  .check(about('Whether events are sent. Enabling a webhook again sets `consecutiveFailures` to 0.', true));

export const UpdateWebhook = z.object(optionalFields({ ...field, isActive }));
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const disabledReasons = ['gone', 'failures'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const listed = {
  id: uuid('Id of the webhook.'),
  name: field.name,
  description: field.description,
  // Not validated again, because the rules may have changed since it was stored.
  url: z.string().check(about('URL to which events are sent.', 'https://example.com/hooks/orders')),
  subscribedEvents: field.subscribedEvents,
  httpMethod: field.httpMethod,
  isActive,
  deliveryStrategy: field.deliveryStrategy,
  maxRetries: field.maxRetries,
  consecutiveFailures: z
    .int()
    .check(about('Number of failed attempts since the last success, and since the URL was changed.', 0)),
  lastSuccessAt: timestampOrNull('When an attempt last succeeded.'),
  lastFailureAt: timestampOrNull('When an attempt last failed.', null),
  createdAt: timestamp('When the webhook was created.'),
  updatedAt: timestamp('When its settings were last changed.'),
  condition: z.optional(field.condition),
};

export const WebhookRow = z
  .object(listed)
  .check(z.meta({ id: 'WebhookRow', description: 'A webhook in a list.' }));
export type WebhookRow = z.infer<typeof WebhookRow>;

export const Webhook = z
  .object({
    ...listed,
    maskedSecret: z.string().check(about('The signing secret, masked.', 'whsec_••••••••')),
    previousSecretSetAt: timestampOrNull(
      'When the secret was rotated; null after the grace period of the previous secret.',
      null,
    ),
    customHeaders: field.customHeaders,
    strategyConfig: field.strategyConfig,
    timeoutMs: field.timeoutMs,
    rateLimitPerMinute: field.rateLimitPerMinute,
    autoDisableThreshold: field.autoDisableThreshold,
    integrationId: field.integrationId,
    disabledReason: z
      .nullable(z.enum(disabledReasons))
      .check(
        about(
          'Why the service disabled the webhook: the receiver returned 410 (`gone`), or too many attempts ' +
            'failed in a row (`failures`). Null otherwise.',
          null,
        ),
      ),
    disabledAt: timestampOrNull('When the service disabled the webhook.', null),
  })
  .check(z.meta({ id: 'Webhook', description: 'Sends events to a URL.' }));
export type Webhook = z.infer<typeof Webhook>;

export const secret = z
  .string()
  .check(
    about(
      'The signing secret: `whsec_` and 24 random bytes in base64. It is not shown again.',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  );

export const NewWebhook = z.object({ ...Webhook.shape, secret });

export const ListWebhooks = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'updatedAt', 'name'],
    searches: 'name or URL',
  }),
  ...idFilter(),
  isActive: z
    .optional(queryBoolean())
    .check(about('True for active webhooks only, false for inactive webhooks only.', true)),
});
export type ListWebhooks = z.infer<typeof ListWebhooks>;

export const RotateSecret = z.object({
  gracePeriodSeconds: z.optional(
    z
      .int()
      .check(z.gte(0), z.lte(webhookLimits.maxGraceSeconds))
      .check(
        about(
          'How long requests are also signed with the previous secret; 0 ends it at once. Default: 24 hours, ' +
            'or the setting of the deployment.',
          3600,
        ),
      ),
  ),
});
export type RotateSecret = z.infer<typeof RotateSecret>;
