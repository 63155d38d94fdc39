/** The built-in integrations. Teams add their own in `shared/extensions/config.ts`. */
import { version } from '../../kernel/settings/version.ts';
import { webhookIntegrationId } from '../webhooks/public-data.ts';
import type { BundleDefinition, IntegrationDefinition } from './definition-contract.ts';

const common = {
  package: 'platform-modules',
  version,
  author: 'Platform Modules',
  license: 'Apache-2.0',
} as const;
const stripe = {
  ...common,
  company: 'Stripe, Inc.',
  bundleId: 'bundle_stripe',
  icon: 'credit-card',
} as const;

export const builtInBundles: readonly BundleDefinition[] = [
  {
    id: 'bundle_stripe',
    title: 'Stripe',
    description: 'Payments by Stripe and their data, with one set of keys.',
    icon: 'credit-card',
    package: common.package,
    version,
    author: common.author,
    credentials: {
      fields: [
        { key: 'publishableKey', label: 'Publishable key', type: 'text', placeholder: 'pk_live_…' },
        {
          key: 'secretKey',
          label: 'Secret key',
          type: 'secret',
          required: true,
          placeholder: 'sk_live_…',
          helpText: 'Developers → API keys in the Stripe dashboard.',
        },
        {
          key: 'webhookSecret',
          label: 'Webhook signing secret',
          type: 'secret',
          placeholder: 'whsec_…',
          helpText: 'Developers → Webhooks → your endpoint → Signing secret.',
          helpDetails: {
            kind: 'webhook_setup',
            title: 'Stripe webhooks',
            summary:
              'Stripe reports changes of payments by webhooks. Without them, a status is only as recent as the ' +
              'last request.',
            endpointPath: '/api/payment_gateways/webhook/stripe',
            dashboardPathLabel: 'Developers → Webhooks → Add endpoint',
            steps: [
              'Add an endpoint with the `webhookUrl` of the integration, which identifies your organization.',
              'Choose the events below.',
              'Copy the signing secret into this field.',
            ],
            events: [
              'checkout.session.completed',
              'checkout.session.expired',
              'payment_intent.succeeded',
              'payment_intent.payment_failed',
              'payment_intent.canceled',
              'payment_intent.requires_action',
              'payment_intent.amount_capturable_updated',
              'charge.refunded',
              'charge.refund.updated',
              'charge.dispute.created',
              'charge.dispute.closed',
              'payment_method.attached',
              'payment_method.detached',
            ],
          },
        },
      ],
    },
    healthCheck: { service: 'stripe' },
  },
];

export const builtInIntegrations: readonly IntegrationDefinition[] = [
  {
    ...stripe,
    id: 'gateway_stripe',
    title: 'Stripe payments',
    description: 'Accepts payments by card and by the other payment methods of Stripe.',
    category: 'payment',
    hub: 'payment_gateways',
    providerKey: 'stripe',
    docsUrl: 'https://docs.stripe.com/payments',
    tags: ['cards', 'payments', 'refunds'],
    apiVersions: [
      { id: '2025-02-24.acacia', label: '2025-02-24 Acacia', status: 'stable', default: true },
      { id: '2024-12-18', label: '2024-12-18 Acacia', status: 'stable' },
      {
        id: '2023-10-16',
        label: '2023-10-16',
        status: 'deprecated',
        deprecatedAt: '2024-12-18',
        migrationGuide: 'https://docs.stripe.com/upgrades',
      },
    ],
  },
  {
    ...stripe,
    id: 'sync_stripe',
    title: 'Stripe data',
    description: 'Imports payments and refunds from Stripe as entity records.',
    category: 'data_sync',
    hub: 'data_sync',
    providerKey: 'stripe_sync',
    docsUrl: 'https://docs.stripe.com/api',
    tags: ['payments', 'refunds'],
  },
  {
    ...common,
    id: webhookIntegrationId,
    title: 'Custom webhooks',
    description: 'Sends events to external URLs and receives inbound webhooks. Disable it to stop both.',
    category: 'webhook',
    hub: 'webhook_endpoints',
    providerKey: 'custom',
    icon: 'webhook',
    tags: ['events', 'http'],
    detailPage: { hiddenTabs: ['version'] },
    defaultState: { isEnabled: true },
    credentials: {
      fields: [
        {
          key: 'notifyOnFailedDelivery',
          label: 'Notify administrators of failed deliveries',
          type: 'boolean',
          helpText: 'Sent after the last attempt of a delivery has failed.',
        },
      ],
    },
    healthCheck: { service: 'webhook_custom' },
  },
  {
    ...common,
    id: 'sync_uploads',
    title: 'Uploaded files',
    description: 'Imports entity records from CSV files that users upload.',
    category: 'data_sync',
    hub: 'data_sync',
    providerKey: 'uploaded_files',
    icon: 'upload',
    tags: ['csv', 'attachments'],
    detailPage: { hiddenTabs: ['credentials', 'version', 'health'] },
    defaultState: { isEnabled: true },
  },
  {
    ...common,
    id: 'sync_s3_files',
    title: 'Files in S3',
    description: 'Imports and exports entity records as CSV or NDJSON files in a bucket.',
    category: 'data_sync',
    hub: 'data_sync',
    providerKey: 's3_files',
    company: 'Amazon Web Services',
    icon: 'folder',
    tags: ['csv', 'ndjson', 'bucket'],
    credentials: {
      fields: [
        { key: 'bucket', label: 'Bucket', type: 'text', required: true },
        { key: 'prefix', label: 'Folder', type: 'text', placeholder: 'exports' },
        {
          key: 'format',
          label: 'Format',
          type: 'select',
          required: true,
          options: [
            { value: 'ndjson', label: 'NDJSON, one record per line' },
            { value: 'csv', label: 'CSV with a header' },
          ],
        },
        {
          key: 'endpoint',
          label: 'Endpoint',
          type: 'url',
          helpText: 'For S3-compatible storage of other providers; leave it empty for AWS.',
        },
        { key: 'region', label: 'Region', type: 'text', placeholder: 'eu-central-1' },
        { key: 'accessKeyId', label: 'Access key id', type: 'text', required: true },
        { key: 'secretAccessKey', label: 'Secret access key', type: 'secret', required: true },
      ],
    },
    healthCheck: { service: 's3_files' },
  },
  {
    ...common,
    id: 'sync_http_json',
    title: 'JSON over HTTP',
    description: 'Imports and exports entity records page by page over HTTP.',
    category: 'data_sync',
    hub: 'data_sync',
    providerKey: 'http_json',
    icon: 'globe',
    tags: ['rest', 'http'],
    credentials: {
      fields: [
        { key: 'baseUrl', label: 'Base URL', type: 'url', required: true, placeholder: 'https://…' },
        { key: 'token', label: 'Token', type: 'secret', required: true },
      ],
    },
    healthCheck: { service: 'http_json' },
  },
  {
    ...common,
    id: 'ocr_textract',
    title: 'Text recognition',
    description:
      'Recognizes the text of scanned attachments with Amazon Textract in the deployment’s AWS account.',
    category: 'other',
    hub: 'text_extraction',
    providerKey: 'textract',
    company: 'Amazon Web Services',
    icon: 'scan',
    tags: ['ocr', 'attachments'],
    detailPage: { hiddenTabs: ['credentials', 'version', 'health'] },
    defaultState: { isEnabled: true },
  },
];
