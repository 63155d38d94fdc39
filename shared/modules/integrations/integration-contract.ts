/** The endpoints that list and read integrations. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, count, queryBoolean, textOrNull, timestampOrNull } from '../../kernel/http/fields.ts';
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
  stateFields,
} from './state-contract.ts';

const healthStatus = z
  .enum(healthStatuses)
  .check(
    about(
      'Result of the last check; `unconfigured` before the first check with the current credentials, or if no check ' +
        'is possible.',
      'healthy',
    ),
  );

export const IntegrationAnalytics = z
  .object({
    lastActivityAt: timestampOrNull('When the last log entry was written.'),
    totalCount: count(`Number of log entries of the last ${integrationLimits.analyticsDays} days.`, 12),
    errorCount: count('Number of error entries among them.', 3),
    errorRate: z.number().check(about('Share of errors, 0 to 1.', 0.25)),
    dailyCounts: z.array(z.int()).check(
      about(
        `Number of entries on each of the last ${integrationLimits.analyticsDays} UTC days, the oldest first.`,
        Array.from({ length: integrationLimits.analyticsDays }, (_, day) => (day > 27 ? 6 : 0)),
      ),
    ),
  })
  .check(z.meta({ id: 'IntegrationAnalytics', description: 'Recent activity of an integration.' }));

export const Integration = z
  .object({
    id: z.string().check(about('Id of the integration.', 'gateway_stripe')),
    title: z.string().check(about('Display name.', 'Stripe payments')),
    description: textOrNull('Description of the integration.', 'Accepts card payments.'),
    category: textOrNull('Category of the integration.', 'payment'),
    tags: z.array(z.string()).check(about('Search terms.', ['cards'])),
    hub: textOrNull('Part of the platform that uses the integration.', 'payment_gateways'),
    providerKey: textOrNull('Name of the adapter.', 'stripe'),
    bundleId: textOrNull('Bundle of the integration.', 'bundle_stripe'),
    author: textOrNull('Author of the integration.', 'Platform Modules'),
    company: textOrNull('Company that operates the external service.', 'Stripe, Inc.'),
    version: textOrNull('Version of the integration itself.', '0.1.0'),
    hasCredentials: z
      .boolean()
      .check(about('Whether credentials are saved for the integration or its bundle.', true)),
    credentialsNeeded: z
      .boolean()
      .check(
        about(
          'Whether the integration is enabled but its credentials are missing or rejected by the provider.',
          false,
        ),
      ),
    ...stateFields,
    healthStatus,
    ...lastHealthFields,
    enabledAt: timestampOrNull('When the integration was last enabled.'),
    stateUpdatedAt: timestampOrNull('When state or version were last changed.'),
    analytics: IntegrationAnalytics,
  })
  .check(z.meta({ id: 'Integration', description: 'An integration of an organization.' }));
export type Integration = z.infer<typeof Integration>;

export const ListIntegrations = z.object({
  ...listQuery({
    sortFields: ['title', 'category', 'enabledAt', 'healthStatus'],
    searches: 'title, description or tags',
  }),
  id: z
    .optional(z.string().check(z.maxLength(integrationLimits.id)))
    .check(about('Only the integration with this id.', 'gateway_stripe')),
  category: z
    .optional(z.string().check(z.maxLength(integrationLimits.category)))
    .check(about('Only integrations of this category.', 'payment')),
  bundleId: z
    .optional(z.string().check(z.maxLength(integrationLimits.id)))
    .check(about('Only integrations of this bundle.', 'bundle_stripe')),
  isEnabled: z
    .optional(queryBoolean())
    .check(about('True for enabled integrations only, false for disabled ones only.', true)),
  credentialsNeeded: z
    .optional(queryBoolean())
    .check(about('True for integrations with `credentialsNeeded` only, false for all others.', true)),
  healthStatus: z
    .optional(z.enum(healthStatuses))
    .check(about('Only integrations with this health.', 'unhealthy')),
});
export type ListIntegrations = z.infer<typeof ListIntegrations>;

const BundleSummary = z
  .object({
    id: z.string().check(about('Id of the bundle.', 'bundle_stripe')),
    title: z.string().check(about('Display name.', 'Stripe')),
    description: z.string().check(about('Description of the bundle.', 'Payments and data.')),
    icon: textOrNull('Name of the icon.', 'credit-card'),
    integrationCount: count('Number of matching integrations in the bundle.', 2),
    enabledCount: count('Number of enabled integrations among them.', 1),
  })
  .check(z.meta({ id: 'IntegrationBundleSummary', description: 'A bundle in the list of integrations.' }));

export const listIntegrations = defineEndpoint({
  ...base,
  ...operation('listIntegrations', 'GET', integrationsPath),
  summary: 'List and search integrations',
  description:
    'Returns every integration of the deployment with its state in the organization, sorted by title. Filters ' +
    'are combined with AND. A page beyond the last is empty.',
  feature: 'integrations.view',
  query: ListIntegrations,
  success: returns(
    z.object({
      ...listOf(Integration).shape,
      bundles: z.array(BundleSummary).check(about('Bundles of all matching rows.')),
    }),
    { description: 'One page of integrations, and the bundles of all matching integrations.' },
  ),
  permissions: { table: ['Query'] },
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
      .check(about('All integrations of the bundle, including this one.')),
    state: IntegrationState,
    credentialsKeys: z.array(z.string()).check(about('Names of the saved credentials.', ['secretKey'])),
    credentialsUpdatedAt: timestampOrNull('When credentials were last saved.'),
    webhookUrl: textOrNull(
      'URL to register at the provider for its webhooks, which identifies the organization; null if the provider ' +
        'sends no webhooks.',
      null,
    ),
  })
  .check(z.meta({ id: 'IntegrationDetail', description: 'An integration with all details.' }));
export type IntegrationDetail = z.infer<typeof IntegrationDetail>;

export const getIntegration = defineEndpoint({
  ...base,
  ...operation('getIntegration', 'GET', byId),
  summary: 'Read an integration',
  description: `Returns the fields of its list row, its definition, bundle and state, and its activity of the last ${integrationLimits.analyticsDays} days.`,
  feature: 'integrations.view',
  params: idParam,
  success: returns(IntegrationDetail),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['Query'] },
});
