/** What an inbound endpoint is: a URL to which a provider sends its messages. Its id alone finds it. */
import * as z from 'zod/mini';
import { about, nameText, text } from '../../../kernel/http/fields.ts';
import { type RowOf, resource } from '../../../kernel/resources/resource.ts';
import { rowSpecOf } from '../../../kernel/resources/row-spec-of.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { inboundEndpointKey } from '../keys.ts';
import { builtInProviderKeys } from './adapters.ts';
import { inboundLimits } from './limits.ts';

/** In creations, where the provider must be known, and elsewhere, where an extension may have been removed. */
export const aboutProvider = about(
  `The provider that sends the messages; determines how they are verified: ${builtInProviderKeys.join(', ')}.`,
  'github',
);

const pathOf = (id: string): string => `/api/webhooks/inbound/${id}`;

export const inboundEndpoints = resource({
  name: 'webhooks.inbound_endpoint',
  one: 'inbound endpoint',
  many: 'inbound endpoints',
  description: 'URL that receives the messages of a provider for an organization.',
  module: 'inbound',
  path: '/api/webhooks/inbound-endpoints',
  fields: {
    name: nameText(inboundLimits.name).check(about('Name shown to people.', 'Repository')),
    description: z
      .nullable(text(inboundLimits.description, 0))
      .check(about('Description of the messages.', 'Pushes to the main branch.')),
    providerKey: text(inboundLimits.providerKey, 0).check(aboutProvider),
    settings: z
      .record(z.string(), text(inboundLimits.headerName))
      .check(
        about(
          'Settings of the provider. `generic_hmac` takes `signatureHeader`, `signaturePrefix`, `timestampHeader`, ' +
            '`idHeader` and `eventTypeHeader`.',
          { signatureHeader: 'x-signature' },
        ),
      ),
    isActive: z.boolean().check(about('An inactive endpoint returns 404, like an unknown one.', true)),
  },
  stored: { /** Sealed. */ secret: '' },
  computed: {
    path: {
      schema: z
        .string()
        .check(
          about(
            'URL to which the provider sends its messages.',
            pathOf('5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'),
          ),
        ),
      of: ({ id }) => pathOf(id),
    },
  },
  list: {
    search: ['name'],
    filters: { providerKey: 'is', isActive: 'is' },
    sorts: ['name'],
    order: 'createdAt',
  },
  named: { detail: 'providerKey' },
  features: {
    view: 'webhooks.view',
    create: 'webhooks.manage',
    change: 'webhooks.manage',
    delete: 'webhooks.manage',
  },
  event: ['name', 'providerKey', 'isActive'],
  deletes: 'at once',
  api: {
    details: 'list',
    systemFields: ['createdAt', 'updatedAt'],
    deleted: 'success',
    contracts: {
      get: { description: 'Returns all settings except the secret.' },
      create: {
        description:
          'Creates a URL for a provider’s messages. Each verified message is published once as the event ' +
          '`inbound.<providerKey>.<event>`, which webhooks, rules and the event stream receive. An organization can ' +
          'have 200 endpoints (`INBOUND_ENDPOINTS_PER_ORGANIZATION` of the deployment).',
      },
      delete: { description: 'Its URL returns 404 from now on.', etag: true },
    },
  },
  rows: (derived) => ({
    ...derived,
    rowKey: (_, id) => inboundEndpointKey(id),
    withoutSecrets: (row) => ({ ...row, secret: '' }),
    limit: {
      what: 'inbound endpoints in an organization',
      max: () => integerSetting('INBOUND_ENDPOINTS_PER_ORGANIZATION'),
    },
    audited: ({ secret: _secret, revision: _revision, ...shown }) => shown,
  }),
});

export type StoredEndpoint = RowOf<typeof inboundEndpoints.fields, { secret: string }>;

export const inboundEndpointRows = rowSpecOf(inboundEndpoints);
