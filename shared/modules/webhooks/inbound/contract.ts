/** Endpoints of inbound webhooks: their configuration, and the receiver. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import {
  about,
  optionalFields,
  queryBoolean,
  text,
  timestamp,
  uuid,
  without,
} from '../../../kernel/http/fields.ts';
import { rawRequest } from '../../../kernel/http/raw-body.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { builtInProviderKeys, findAdapter, inboundAdapters } from './adapters.ts';
import { inboundLimits } from './limits.ts';

const path = '/api/webhooks/inbound-endpoints';
const byId = `${path}/{id}`;
export const receiverPath = '/api/webhooks/inbound/{endpointId}';
const base = { module: 'inbound', auth: 'caller', scope: 'organization' } as const;
const idExample = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const idParam = z.object({ id: uuid('Id of the endpoint.') });
const success = z.literal(true).check(about('Always true.', true));

const providerKeys = inboundAdapters.map(({ providerKey }) => providerKey).join(', ');

const field = {
  name: text(inboundLimits.name).check(about('Name shown to people.', 'Repository')),
  description: z
    .nullable(text(inboundLimits.description, 0))
    .check(about('Description of the messages.', 'Pushes to the main branch.')),
  providerKey: z
    .string()
    .check(z.refine((key) => findAdapter(key) !== undefined, { error: `must be one of ${providerKeys}` }))
    .check(
      about(
        `The provider that sends the messages; determines how they are verified: ${builtInProviderKeys.join(', ')}.`,
        'github',
      ),
    ),
  settings: z
    .record(z.string(), text(inboundLimits.headerName))
    .check(
      about(
        'Settings of the provider. `generic_hmac` takes `signatureHeader`, `signaturePrefix`, `timestampHeader`, ' +
          '`idHeader` and `eventTypeHeader`.',
        { signatureHeader: 'x-signature' },
      ),
    ),
};

const ownSecret = text(inboundLimits.secret.max).check(
  about(
    `A secret that the provider issued, of at least ${inboundLimits.secret.minBytes} bytes. By default the service ` +
      'generates one; secrets of `standard_webhooks` are `whsec_` and base64.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
);

export const CreateInboundEndpoint = z.object({
  name: field.name,
  providerKey: field.providerKey,
  ...optionalFields({ ...without(field, 'name', 'providerKey'), secret: ownSecret }),
});
export type CreateInboundEndpoint = z.infer<typeof CreateInboundEndpoint>;

const isActive = z.boolean().check(about('An inactive endpoint returns 404, like an unknown one.', true));
export const UpdateInboundEndpoint = z.object(optionalFields({ ...without(field, 'providerKey'), isActive }));
export type UpdateInboundEndpoint = z.infer<typeof UpdateInboundEndpoint>;

export const InboundEndpoint = z
  .object({
    id: uuid('Id of the endpoint, part of its URL.'),
    ...field,
    isActive,
    path: z
      .string()
      .check(about('URL to which the provider sends its messages.', `/api/webhooks/inbound/${idExample}`)),
    createdAt: timestamp('When the endpoint was created.'),
    updatedAt: timestamp('When it was last changed.'),
  })
  .check(
    z.meta({
      id: 'InboundEndpoint',
      description: 'URL that receives the messages of a provider for an organization.',
    }),
  );
export type InboundEndpoint = z.infer<typeof InboundEndpoint>;

const secret = z
  .string()
  .check(about('The secret. It is not shown again.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'));

export const ListInboundEndpoints = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'updatedAt', 'name'],
    searches: 'the name',
  }),
  ...idFilter(),
  providerKey: z
    .optional(z.string().check(z.maxLength(100)))
    .check(about('Only endpoints of this provider.', 'github')),
  isActive: z
    .optional(queryBoolean())
    .check(about('True for active endpoints only, false for inactive endpoints only.', true)),
});
export type ListInboundEndpoints = z.infer<typeof ListInboundEndpoints>;

const example = {
  id: idExample,
  name: 'Repository',
  description: null,
  providerKey: 'github',
  settings: {},
  isActive: true,
  path: `/api/webhooks/inbound/${idExample}`,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const listInboundEndpoints = defineEndpoint({
  ...base,
  ...operation('listInboundEndpoints', 'GET', path),
  summary: 'List inbound endpoints',
  description: 'Returns the URLs to which providers send messages for the organization, newest first.',
  feature: 'webhooks.view',
  query: ListInboundEndpoints,
  success: returns('One page of endpoints.', listOf(InboundEndpoint)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { items: [example], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const createInboundEndpoint = defineEndpoint({
  ...base,
  ...operation('createInboundEndpoint', 'POST', path),
  summary: 'Create an inbound endpoint',
  description:
    'Creates a URL for a provider’s messages. Each verified message is published once as the event ' +
    '`inbound.<providerKey>.<event>`, which webhooks, rules and the event stream receive. An organization can ' +
    'have 200 endpoints (`INBOUND_ENDPOINTS_PER_ORGANIZATION` of the deployment).',
  feature: 'webhooks.manage',
  body: CreateInboundEndpoint,
  success: creates('The endpoint, and its secret.', z.object({ ...InboundEndpoint.shape, secret })),
  errors: ['not_found', 'already_created', 'limit_reached'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'], secrets: 'seal and open' },
  example: {
    summary: 'For GitHub',
    response: { ...example, secret: exampleSecret },
  },
});

export const getInboundEndpoint = defineEndpoint({
  ...base,
  ...operation('getInboundEndpoint', 'GET', byId),
  summary: 'Read an inbound endpoint',
  description: 'Returns all settings except the secret.',
  feature: 'webhooks.view',
  params: idParam,
  success: returns('The endpoint.', InboundEndpoint),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
  example: { summary: 'An endpoint', response: example },
});

export const updateInboundEndpoint = defineEndpoint({
  ...base,
  ...operation('updateInboundEndpoint', 'PUT', byId),
  summary: 'Change an inbound endpoint',
  description: 'Changes the given fields and leaves all others as they are.',
  feature: 'webhooks.manage',
  params: idParam,
  body: UpdateInboundEndpoint,
  success: returns('The changed endpoint.', InboundEndpoint),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'] },
  example: {
    summary: 'Disable an endpoint',
    response: { ...example, isActive: false },
  },
});

export const deleteInboundEndpoint = defineEndpoint({
  ...base,
  ...operation('deleteInboundEndpoint', 'DELETE', byId),
  summary: 'Delete an inbound endpoint',
  description: 'Its URL returns 404 from now on.',
  feature: 'webhooks.manage',
  params: idParam,
  success: returns('The endpoint is deleted.', z.object({ success })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  example: { summary: 'Deleted', response: { success: true } },
});

export const ReplaceInboundSecret = z.object({ secret: z.optional(ownSecret) });
export type ReplaceInboundSecret = z.infer<typeof ReplaceInboundSecret>;

export const rotateInboundSecret = defineEndpoint({
  ...base,
  ...operation('rotateInboundSecret', 'POST', `${byId}/rotate-secret`),
  summary: 'Replace the secret of an inbound endpoint',
  description:
    'Stores the secret that the provider issued, or generates one. The old secret is rejected from now on.',
  feature: 'webhooks.secrets',
  params: idParam,
  body: ReplaceInboundSecret,
  bodyOptional: true,
  success: returns('The new secret.', z.object({ success, secret })),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'], secrets: 'seal and open' },
  example: { summary: 'A generated secret', response: { success: true, secret: exampleSecret } },
});

export const receiveWebhook = defineEndpoint({
  module: 'inbound',
  auth: 'none',
  scope: 'none',
  ...operation('receiveWebhook', 'POST', receiverPath),
  summary: 'Receive a webhook of a provider',
  description:
    'Accepts a message that the provider has signed, acknowledges it at once and processes it from a queue. A ' +
    `repeated message is acknowledged but ignored within ${inboundLimits.receiptDays} days. At most ${inboundLimits.requestsPerMinute} messages per minute and ` +
    'endpoint. The signature is verified first: the payload is any JSON, the field `payload` of a form, or null for an ' +
    'empty body. A delivery of the platform that returns here a second time is refused with 409 `loop_detected`.',
  params: z.object({
    // An invalid id is treated as unknown, so that providers get one kind of response.
    endpointId: z.string().check(z.toLowerCase(), about('Id of the endpoint.', idExample)),
  }),
  bodyFormat: 'raw',
  body: rawRequest('The message as the provider signed it, of any content type.'),
  maxBodyBytes: inboundLimits.bodyBytes,
  success: returns(
    'The message is accepted.',
    z.object({
      ok: z.literal(true).check(about('Always true.', true)),
      duplicate: z
        .optional(z.literal(true))
        .check(about('Present if the message was received before.', true)),
    }),
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
  example: { summary: 'Accepted', response: { ok: true } },
});
