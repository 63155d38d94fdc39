/** Listing and reading integrations. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { queryBoolean, without } from '../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';
import { BundleDefinition, IntegrationDefinition } from './definition-contract.ts';
import { integrationLimits } from './limits.ts';
import {
  base,
  byId,
  healthStatuses,
  IntegrationState,
  idParam,
  integrationsPath,
  lastHealthFields,
  momentOrNull,
  stateFields,
  wordOrNull,
} from './state-contract.ts';

const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));

const healthStatus = z.enum(healthStatuses).check(
  z.meta({
    description: 'Result of the last check; `unconfigured` without one, or while it cannot be checked.',
    examples: ['healthy'],
  }),
);

export const IntegrationAnalytics = z
  .object({
    lastActivityAt: momentOrNull('When something was last logged.'),
    totalCount: count(`Log entries of the last ${integrationLimits.analyticsDays} days.`, 12),
    errorCount: count('How many of them are errors.', 3),
    errorRate: z.number().check(z.meta({ description: 'Their share, 0 to 1.', examples: [0.25] })),
    dailyCounts: z.array(z.int()).check(
      z.meta({
        description: `Number of entries on each of the last ${integrationLimits.analyticsDays} UTC days, the oldest first.`,
        examples: [Array.from({ length: integrationLimits.analyticsDays }, (_, day) => (day > 27 ? 6 : 0))],
      }),
    ),
  })
  .check(z.meta({ id: 'IntegrationAnalytics', description: 'How busy an integration was of late.' }));

export const Integration = z
  .object({
    id: z.string().check(z.meta({ description: 'Id of the integration.', examples: ['gateway_stripe'] })),
    title: z.string().check(z.meta({ description: 'Name shown to people.', examples: ['Stripe payments'] })),
    description: wordOrNull('What it does.', 'Takes payments by card.'),
    category: wordOrNull('Kind of integration.', 'payment'),
    tags: z
      .array(z.string())
      .check(z.meta({ description: 'Words that it is found by.', examples: [['cards']] })),
    hub: wordOrNull('What it plugs into.', 'payment_gateways'),
    providerKey: wordOrNull('Name of its adapter.', 'stripe'),
    bundleId: wordOrNull('Bundle that it is part of.', 'bundle_stripe'),
    author: wordOrNull('Who wrote it.', 'Platform Modules'),
    company: wordOrNull('Whose service it connects to.', 'Stripe, Inc.'),
    version: wordOrNull('Version of the integration itself.', '0.1.0'),
    hasCredentials: z
      .boolean()
      .check(z.meta({ description: 'It has credentials, its own or its bundle’s.', examples: [true] })),
    credentialsNeeded: z.boolean().check(
      z.meta({
        description:
          'It is switched on and cannot work: it lacks credentials, or its provider refuses those it has.',
        examples: [false],
      }),
    ),
    ...stateFields,
    healthStatus,
    ...lastHealthFields,
    enabledAt: momentOrNull('When the integration was last enabled.'),
    stateUpdatedAt: momentOrNull('When state or version were last changed.'),
    analytics: IntegrationAnalytics,
  })
  .check(z.meta({ id: 'Integration', description: 'An integration of an organization.' }));
export type Integration = z.infer<typeof Integration>;

const sortFields = ['title', 'category', 'enabledAt', 'healthStatus'] as const;

export const ListIntegrations = z.object({
  ...listQuery({ sortFields, searches: 'title, description or tags' }),
  id: z
    .optional(z.string().check(z.maxLength(integrationLimits.id)))
    .check(z.meta({ description: 'Only the integration with this id.', examples: ['gateway_stripe'] })),
  q: z
    .optional(z.string().check(z.maxLength(integrationLimits.search)))
    .check(z.meta({ description: 'The same as `search`.', examples: ['stripe'] })),
  sort: z
    .optional(z.enum(sortFields))
    .check(z.meta({ description: 'The same as `sortField`.', examples: ['title'] })),
  order: z
    .optional(z.enum(['asc', 'desc']))
    .check(z.meta({ description: 'The same as `sortDir`.', examples: ['asc'] })),
  category: z
    .optional(z.string().check(z.maxLength(integrationLimits.category)))
    .check(z.meta({ description: 'Only integrations of this category.', examples: ['payment'] })),
  bundleId: z
    .optional(z.string().check(z.maxLength(integrationLimits.id)))
    .check(z.meta({ description: 'Only integrations of this bundle.', examples: ['bundle_stripe'] })),
  isEnabled: z.optional(queryBoolean()).check(
    z.meta({
      description: 'True for enabled integrations only, false for disabled ones only.',
      examples: [true],
    }),
  ),
  credentialsNeeded: z.optional(queryBoolean()).check(
    z.meta({
      description: 'Only those that are switched on and need credentials, or only others.',
      examples: [true],
    }),
  ),
  healthStatus: z
    .optional(z.enum(healthStatuses))
    .check(z.meta({ description: 'Only those with this health.', examples: ['unhealthy'] })),
});
export type ListIntegrations = z.infer<typeof ListIntegrations>;

const BundleSummary = z
  .object({
    id: z.string().check(z.meta({ description: 'Id of the bundle.', examples: ['bundle_stripe'] })),
    title: z.string().check(z.meta({ description: 'Name shown to people.', examples: ['Stripe'] })),
    description: z
      .string()
      .check(z.meta({ description: 'Description of the bundle.', examples: ['Payments and data.'] })),
    icon: wordOrNull('Name of its icon.', 'credit-card'),
    integrationCount: count('How many of the integrations that match are in it.', 2),
    enabledCount: count('How many of these are enabled.', 1),
  })
  .check(z.meta({ id: 'IntegrationBundleSummary', description: 'A bundle in the list of integrations.' }));

const exampleAnalytics = {
  lastActivityAt: null,
  totalCount: 0,
  errorCount: 0,
  errorRate: 0,
  dailyCounts: Array.from({ length: integrationLimits.analyticsDays }, () => 0),
};
const exampleState = {
  isEnabled: true,
  reauthRequired: false,
  apiVersion: null,
  lastHealthStatus: null,
  lastHealthCheckedAt: null,
  lastHealthLatencyMs: null,
  enabledAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};
const exampleRow = {
  id: 'gateway_stripe',
  title: 'Stripe payments',
  description: 'Takes payments by card and by the other methods of Stripe.',
  category: 'payment',
  tags: ['cards', 'payments', 'refunds'],
  hub: 'payment_gateways',
  providerKey: 'stripe',
  bundleId: 'bundle_stripe',
  author: 'Platform Modules',
  company: 'Stripe, Inc.',
  version: '0.1.0',
  hasCredentials: true,
  credentialsNeeded: false,
  ...without(exampleState, 'lastHealthStatus', 'updatedAt'),
  healthStatus: 'unconfigured' as const,
  stateUpdatedAt: '2026-03-01T09:30:00.000Z',
  analytics: exampleAnalytics,
};

export const listIntegrations = defineEndpoint({
  ...base,
  operationId: 'listIntegrations',
  method: 'GET',
  path: integrationsPath,
  summary: 'List and search integrations',
  description:
    'Returns every integration of the deployment with its state in the organization, sorted by title. Filters ' +
    'are combined with AND. A page beyond the last is empty.',
  feature: 'integrations.view',
  query: ListIntegrations,
  success: {
    status: 200,
    description: 'One page of integrations, and the bundles of those that match.',
    result: z.object({
      ...listOf(Integration).shape,
      bundles: z.array(BundleSummary).check(z.meta({ description: 'Bundles of all rows that match.' })),
    }),
  },
  permissions: { table: ['Query'] },
  example: {
    summary: 'Payments',
    response: {
      items: [exampleRow],
      total: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
      bundles: [
        {
          id: 'bundle_stripe',
          title: 'Stripe',
          description: 'Payments by Stripe and what Stripe knows of them, with one set of keys.',
          icon: 'credit-card',
          integrationCount: 1,
          enabledCount: 1,
        },
      ],
    },
  },
});

export const IntegrationDetail = z
  .object({
    ...Integration.shape,
    integration: IntegrationDefinition,
    bundle: z.optional(BundleDefinition),
    bundleIntegrations: z
      .array(
        z.object({
          ...IntegrationDefinition.shape,
          isEnabled: stateFields.isEnabled,
          state: IntegrationState,
        }),
      )
      .check(z.meta({ description: 'All integrations of its bundle, itself among them.' })),
    state: IntegrationState,
    credentialsKeys: z
      .array(z.string())
      .check(z.meta({ description: 'Names of the credentials that are saved.', examples: [['secretKey']] })),
    credentialsUpdatedAt: momentOrNull('When credentials were last saved.'),
    webhookUrl: wordOrNull(
      'Address to register with the provider for its messages, which names the organization that this is the ' +
        'integration of; null when the provider sends none.',
      null,
    ),
  })
  .check(z.meta({ id: 'IntegrationDetail', description: 'An integration with all that belongs to it.' }));
export type IntegrationDetail = z.infer<typeof IntegrationDetail>;

export const getIntegration = defineEndpoint({
  ...base,
  operationId: 'getIntegration',
  method: 'GET',
  path: byId,
  summary: 'Read an integration',
  description: `Returns the fields of its list row, its definition, bundle and state, and its activity of the last ${integrationLimits.analyticsDays} days.`,
  feature: 'integrations.view',
  params: idParam,
  success: { status: 200, description: 'The integration.', result: IntegrationDetail },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query'] },
  example: {
    summary: 'Text recognition',
    response: {
      ...exampleRow,
      id: 'ocr_textract',
      title: 'Text recognition',
      description: null,
      category: 'other',
      tags: [],
      hub: null,
      providerKey: 'textract',
      bundleId: null,
      author: null,
      company: null,
      version: null,
      hasCredentials: false,
      enabledAt: null,
      stateUpdatedAt: null,
      integration: {
        id: 'ocr_textract',
        title: 'Text recognition',
        category: 'other',
        providerKey: 'textract',
        defaultState: { isEnabled: true },
      },
      bundleIntegrations: [],
      state: { ...exampleState, enabledAt: null, updatedAt: null },
      credentialsKeys: [],
      credentialsUpdatedAt: null,
      webhookUrl: null,
    },
  },
});
