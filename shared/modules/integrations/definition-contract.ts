/** The schemas of integration definitions. The registry uses their types. */
import * as z from 'zod/mini';
import { about } from '../../kernel/http/fields.ts';

const textField = (description: string, example: string) => z.string().check(about(description, example));
const optionalText = (description: string, example: string) => z.optional(textField(description, example));
const optionalTexts = (description: string, example: readonly string[]) =>
  z.optional(z.array(z.string()).check(about(description, example)));

const fieldTypes = ['text', 'secret', 'select', 'boolean', 'url', 'oauth', 'ssh_keypair'] as const;

export const CredentialField = z
  .object({
    key: textField('Name of the value in `credentials`.', 'secretKey'),
    label: textField('Display name.', 'Secret key'),
    type: z
      .enum(fieldTypes)
      .check(
        about('Kind of the value. `secret`, `oauth` and `ssh_keypair` are never shown again.', 'secret'),
      ),
    required: z.optional(z.boolean()).check(about('Whether the integration requires the value.', true)),
    placeholder: optionalText('Placeholder text for forms.', 'sk_live_…'),
    helpText: optionalText('Where to find the value.', 'Developers → API keys'),
    helpDetails: z.optional(z.record(z.string(), z.unknown())).check(
      about('Detailed help, for example the setup of the provider’s webhooks.', {
        kind: 'webhook_setup',
        title: 'Webhooks',
        steps: ['Open the dashboard.'],
      }),
    ),
    visibleWhen: z
      .optional(
        z.object({
          field: textField('Key of another field.', 'authMode'),
          equals: z
            .union([z.string(), z.boolean()])
            .check(about('Required value of the other field.', 'keys')),
        }),
      )
      .check(about('The field applies only if another field has this value.')),
    options: z
      .optional(
        z.array(
          z.object({
            value: textField('Stored value.', 'csv'),
            label: textField('Display name of the value.', 'CSV'),
          }),
        ),
      )
      .check(about('Options of a `select`.')),
    authUrl: optionalText('OAuth: authorization URL.', 'https://example.com/oauth/authorize'),
    tokenUrl: optionalText('OAuth: token URL.', 'https://example.com/oauth/token'),
    scopes: optionalTexts('OAuth: requested scopes.', ['read']),
    clientIdField: optionalText('OAuth: key of the field with the client’s id.', 'clientId'),
    clientSecretField: optionalText('OAuth: key of the field with the client’s secret.', 'clientSecret'),
    algorithm: z.optional(z.enum(['ed25519', 'rsa'])).check(about('SSH: kind of the key.', 'ed25519')),
    rsaBits: z
      .optional(z.union([z.literal(2048), z.literal(3072), z.literal(4096)]))
      .check(about('SSH: bits of an RSA key.', 4096)),
  })
  .check(z.meta({ id: 'CredentialField', description: 'One credential value of an integration.' }));
export type CredentialField = z.infer<typeof CredentialField>;

export const CredentialSchema = z
  .object({
    fields: z.array(CredentialField).check(about('The fields in the order of a form.')),
  })
  .check(z.meta({ id: 'CredentialSchema', description: 'The credential fields of an integration.' }));
export type CredentialSchema = z.infer<typeof CredentialSchema>;

export const ApiVersion = z
  .object({
    id: textField('Name of the version at the provider.', '2025-02-24.acacia'),
    label: textField('Display name.', '2025-02-24 Acacia'),
    status: z.enum(['stable', 'deprecated', 'experimental']).check(about('Status of the version.', 'stable')),
    default: z.optional(z.boolean()).check(about('Whether this is the default version.', true)),
    changelog: optionalText('Changes in this version.', 'Basil removes the charges of an invoice.'),
    deprecatedAt: optionalText('Date of the deprecation.', '2025-03-01'),
    sunsetAt: optionalText('Date from which the version cannot be selected.', '2027-03-01'),
    migrationGuide: optionalText('URL of a guide to newer versions.', 'https://docs.stripe.com/upgrades'),
  })
  .check(z.meta({ id: 'IntegrationApiVersion', description: 'A version of the provider’s API.' }));
export type ApiVersion = z.infer<typeof ApiVersion>;

const healthCheck = z
  .optional(z.object({ service: textField('Name of the health check.', 'stripe') }))
  .check(about('Health check; absent if the integration has none.'));

export const IntegrationDefinition = z
  .object({
    id: textField('Id of the integration.', 'gateway_stripe'),
    title: textField('Display name.', 'Stripe'),
    description: optionalText('Description of the integration.', 'Accepts card payments.'),
    category: optionalText(
      'Category: `payment`, `shipping`, `data_sync`, `communication`, `webhook`, `storage` or another.',
      'payment',
    ),
    hub: optionalText('Part of the platform that uses the integration.', 'payment_gateways'),
    providerKey: optionalText('Name of the adapter.', 'stripe'),
    bundleId: optionalText('Bundle of the integration.', 'bundle_stripe'),
    icon: optionalText('Name of the icon.', 'credit-card'),
    docsUrl: optionalText('URL of the documentation.', 'https://docs.stripe.com'),
    package: optionalText('Package that contains the integration.', 'platform-modules'),
    version: optionalText('Version of the integration itself.', '1.0.0'),
    author: optionalText('Author of the integration.', 'Platform Modules'),
    company: optionalText('Company that operates the external service.', 'Stripe, Inc.'),
    license: optionalText('Licence of the integration.', 'Apache-2.0'),
    tags: optionalTexts('Search terms.', ['cards']),
    detailPage: z
      .optional(
        z.object({
          widgetSpotId: optionalText('Slot for widgets of the integration.', 'integrations.stripe'),
          hiddenTabs: optionalTexts('Tabs to hide.', ['version']),
        }),
      )
      .check(about('Display options of the admin page.')),
    defaultState: z
      .optional(
        z.object({
          isEnabled: z
            .optional(z.boolean())
            .check(about('Whether the integration is enabled by default.', true)),
        }),
      )
      .check(about('State before the first change.')),
    apiVersions: z
      .optional(z.array(ApiVersion))
      .check(about('Available API versions; absent if the integration has none.')),
    credentials: z
      .optional(CredentialSchema)
      .check(about('Credential fields; absent if the bundle defines them, or if there are none.')),
    healthCheck,
  })
  .check(
    z.meta({ id: 'IntegrationDefinition', description: 'The registered definition of an integration.' }),
  );
export type IntegrationDefinition = z.infer<typeof IntegrationDefinition>;

export const BundleDefinition = z
  .object({
    id: textField('Id of the bundle.', 'bundle_stripe'),
    title: textField('Display name.', 'Stripe'),
    description: textField('Description of the bundle.', 'Payments and their data.'),
    icon: optionalText('Name of the icon.', 'credit-card'),
    package: optionalText('Package that contains the bundle.', 'platform-modules'),
    version: optionalText('Version of the bundle itself.', '1.0.0'),
    author: optionalText('Author of the bundle.', 'Platform Modules'),
    credentials: CredentialSchema,
    healthCheck,
  })
  .check(z.meta({ id: 'IntegrationBundle', description: 'Integrations that share one set of credentials.' }));
export type BundleDefinition = z.infer<typeof BundleDefinition>;
