/** Operations of inbound endpoints that do not follow from their literal, and the receiver. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, optionalFields, text, uuid, without } from '../../../kernel/http/fields.ts';
import { rawRequest } from '../../../kernel/http/raw-body.ts';
import { createContract, rowSchema, updateContract } from '../../../kernel/resources/contracts.ts';
import { findAdapter, inboundAdapters } from './adapters.ts';
import { aboutProvider, inboundEndpoints } from './inbound-endpoints.ts';
import { inboundLimits } from './limits.ts';

const byId = `${inboundEndpoints.path}/{id}`;
const idParam = z.object({ id: uuid('Id of the inbound endpoint.') });
const success = alwaysTrue();
const { fields } = inboundEndpoints;

const providerKeys = inboundAdapters.map(({ providerKey }) => providerKey).join(', ');

const ownSecret = text(inboundLimits.secret.max).check(
  about(
    `A secret that the provider issued, of at least ${inboundLimits.secret.minBytes} bytes. By default the service ` +
      'generates one; secrets of `standard_webhooks` are `whsec_` and base64.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
);

export const CreateInboundEndpoint = z.object({
  name: fields.name,
  providerKey: z.string().check(
    z.refine((key) => findAdapter(key) !== undefined, { error: `must be one of ${providerKeys}` }),
    aboutProvider,
  ),
  ...optionalFields({ description: fields.description, settings: fields.settings, secret: ownSecret }),
});
export type CreateInboundEndpoint = z.infer<typeof CreateInboundEndpoint>;

export const UpdateInboundEndpoint = z.object(optionalFields(without(fields, 'providerKey')));
export type UpdateInboundEndpoint = z.infer<typeof UpdateInboundEndpoint>;

const secret = z
  .string()
  .check(about('The secret. It is not shown again.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'));

export const createInboundEndpoint = defineEndpoint({
  ...createContract(inboundEndpoints),
  body: CreateInboundEndpoint,
  success: creates(z.object({ ...rowSchema(inboundEndpoints).shape, secret })),
  errors: ['not_found', 'already_created', 'limit_reached'],
  permissions: { table: ['PutItem', 'UpdateItem'], secrets: 'seal and open' },
});

export const updateInboundEndpoint = defineEndpoint({
  ...updateContract(inboundEndpoints),
  body: UpdateInboundEndpoint,
});

export const ReplaceInboundSecret = z.object({ secret: z.optional(ownSecret) });
export type ReplaceInboundSecret = z.infer<typeof ReplaceInboundSecret>;

export const rotateInboundSecret = defineEndpoint({
  module: 'inbound',
  auth: 'caller',
  scope: 'organization',
  ...operation('rotateInboundSecret', 'POST', `${byId}/rotate-secret`),
  summary: 'Replace the secret of an inbound endpoint',
  description:
    'Stores the secret that the provider issued, or generates one. The old secret is rejected from now on.',
  feature: 'webhooks.secrets',
  params: idParam,
  body: ReplaceInboundSecret,
  bodyOptional: true,
  success: returns(z.object({ success, secret })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'], secrets: 'seal and open' },
});

export const receiveWebhook = defineEndpoint({
  module: 'inbound',
  auth: 'none',
  scope: 'none',
  ...operation('receiveWebhook', 'POST', '/api/webhooks/inbound/{endpointId}'),
  summary: 'Receive a webhook of a provider',
  description:
    'Accepts a message that the provider has signed, acknowledges it at once and processes it from a queue. A ' +
    `repeated message is acknowledged but ignored within ${inboundLimits.receiptDays} days. At most ${inboundLimits.requestsPerMinute} messages per minute and ` +
    'endpoint. The signature is verified first: the payload is any JSON, the field `payload` of a form, or null for an ' +
    'empty body. A delivery of the platform that returns here a second time is refused with 409 `loop_detected`.',
  params: z.object({
    // An invalid id is treated as unknown, so that providers get one kind of response.
    endpointId: z
      .string()
      .check(z.toLowerCase(), about('Id of the endpoint.', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')),
  }),
  bodyFormat: 'raw',
  body: rawRequest('The message as the provider signed it, of any content type.'),
  maxBodyBytes: inboundLimits.bodyBytes,
  success: returns(
    z.object({
      ok: alwaysTrue(),
      duplicate: z.optional(z.literal(true)).check(about('Present if the message was received before.')),
    }),
    { description: 'The message is accepted.' },
  ),
  errors: [
    'not_found',
    'signature_invalid',
    'unsupported_media_type',
    'rate_limited',
    'webhooks_unavailable',
  ],
  verifiesHops: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'], limits: 'count', secrets: 'open' },
});
