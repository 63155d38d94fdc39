/** The schemas of integration definitions. The registry uses their types. */
import * as z from 'zod/mini';

const textField = (description: string, example: string) =>
  z.string().check(z.meta({ description, examples: [example] }));
const optionalText = (description: string, example: string) => z.optional(textField(description, example));
const optionalTexts = (description: string, example: readonly string[]) =>
  z.optional(z.array(z.string()).check(z.meta({ description, examples: [example] })));

const fieldTypes = ['text', 'secret', 'select', 'boolean', 'url', 'oauth', 'ssh_keypair'] as const;

export const CredentialField = z
  .object({
    key: textField('Name of the value in `credentials`.', 'secretKey'),
    label: textField('Display name.', 'Secret key'),
    type: z.enum(fieldTypes).check(
      z.meta({
        description: 'Kind of the value. `secret`, `oauth` and `ssh_keypair` are never shown again.',
        examples: ['secret'],
      }),
    ),
    required: z
      .optional(z.boolean())
      .check(z.meta({ description: 'Whether the integration requires the value.', examples: [true] })),
    placeholder: optionalText('Placeholder text for forms.', 'sk_live_…'),
    helpText: optionalText('Where to find the value.', 'Developers → API keys'),
    helpDetails: z.optional(z.record(z.string(), z.unknown())).check(
      z.meta({
        description: 'Detailed help, for example the setup of the provider’s webhooks.',
        examples: [{ kind: 'webhook_setup', title: 'Webhooks', steps: ['Open the dashboard.'] }],
      }),
    ),
    visibleWhen: z
      .optional(
        z.object({
          field: textField('Key of another field.', 'authMode'),
          equals: z
            .union([z.string(), z.boolean()])
            .check(z.meta({ description: 'Required value of the other field.', examples: ['keys'] })),
        }),
      )
      .check(z.meta({ description: 'The field applies only if another field has this value.' })),
    options: z
      .optional(
        z.array(
          z.object({
            value: textField('Stored value.', 'csv'),
            label: textField('Display name of the value.', 'CSV'),
          }),
        ),
      )
      .check(z.meta({ description: 'Options of a `select`.' })),
    authUrl: optionalText('OAuth: authorization URL.', 'https://example.com/oauth/authorize'),
    tokenUrl: optionalText('OAuth: token URL.', 'https://example.com/oauth/token'),
    scopes: optionalTexts('OAuth: requested scopes.', ['read']),
    clientIdField: optionalText('OAuth: key of the field with the client’s id.', 'clientId'),
    clientSecretField: optionalText('OAuth: key of the field with the client’s secret.', 'clientSecret'),
    algorithm: z
      .optional(z.enum(['ed25519', 'rsa']))
      .check(z.meta({ description: 'SSH: kind of the key.', examples: ['ed25519'] })),
    rsaBits: z
      .optional(z.union([z.literal(2048), z.literal(3072), z.literal(4096)]))
      .check(z.meta({ description: 'SSH: bits of an RSA key.', examples: [4096] })),
  })
  .check(z.meta({ id: 'CredentialField', description: 'One credential value of an integration.' }));
export type CredentialField = z.infer<typeof CredentialField>;

export const CredentialSchema = z
  .object({
    fields: z.array(CredentialField).check(z.meta({ description: 'The fields in the order of a form.' })),
  })
  .check(z.meta({ id: 'CredentialSchema', description: 'The credential fields of an integration.' }));
export type CredentialSchema = z.infer<typeof CredentialSchema>;

export const ApiVersion = z
  .object({
    id: textField('Name of the version at the provider.', '2025-02-24.acacia'),
    label: textField('Display name.', '2025-02-24 Acacia'),
    status: z
      .enum(['stable', 'deprecated', 'experimental'])
      .check(z.meta({ description: 'Status of the version.', examples: ['stable'] })),
    default: z
      .optional(z.boolean())
      .check(z.meta({ description: 'Whether this is the default version.', examples: [true] })),
    changelog: optionalText('Changes in this version.', 'Basil removes the charges of an invoice.'),
    deprecatedAt: optionalText('Date of the deprecation.', '2025-03-01'),
    sunsetAt: optionalText('Date from which the version cannot be selected.', '2027-03-01'),
    migrationGuide: optionalText('URL of a guide to newer versions.', 'https://docs.stripe.com/upgrades'),
  })
  .check(z.meta({ id: 'IntegrationApiVersion', description: 'A version of the provider’s API.' }));
export type ApiVersion = z.infer<typeof ApiVersion>;

const healthCheck = z
  .optional(z.object({ service: textField('Name of the health check.', 'stripe') }))
  .check(z.meta({ description: 'Health check; absent if the integration has none.' }));

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
      .check(z.meta({ description: 'Display options of the admin page.' })),
    defaultState: z
      .optional(
        z.object({
          isEnabled: z
            .optional(z.boolean())
            .check(
              z.meta({ description: 'Whether the integration is enabled by default.', examples: [true] }),
            ),
        }),
      )
      .check(z.meta({ description: 'State before the first change.' })),
    apiVersions: z
      .optional(z.array(ApiVersion))
      .check(z.meta({ description: 'Available API versions; absent if the integration has none.' })),
    credentials: z.optional(CredentialSchema).check(
      z.meta({
        description: 'Credential fields; absent if the bundle defines them, or if there are none.',
      }),
    ),
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
