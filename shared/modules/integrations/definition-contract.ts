/** What an integration is made of: the schemas of its definition, which are also the types of the registry. */
import * as z from 'zod/mini';

const word = (description: string, example: string) =>
  z.string().check(z.meta({ description, examples: [example] }));
const optionalWord = (description: string, example: string) => z.optional(word(description, example));
const words = (description: string, example: readonly string[]) =>
  z.optional(z.array(z.string()).check(z.meta({ description, examples: [example] })));

const fieldTypes = ['text', 'secret', 'select', 'boolean', 'url', 'oauth', 'ssh_keypair'] as const;

export const CredentialField = z
  .object({
    key: word('Name of the value in `credentials`.', 'secretKey'),
    label: word('Name shown to people.', 'Secret key'),
    type: z.enum(fieldTypes).check(
      z.meta({
        description: 'Kind of the value. `secret`, `oauth` and `ssh_keypair` are never shown again.',
        examples: ['secret'],
      }),
    ),
    required: z
      .optional(z.boolean())
      .check(z.meta({ description: 'Whether the integration requires the value.', examples: [true] })),
    placeholder: optionalWord('Placeholder text for forms.', 'sk_live_…'),
    helpText: optionalWord('Where to find the value.', 'Developers → API keys'),
    helpDetails: z.optional(z.record(z.string(), z.unknown())).check(
      z.meta({
        description: 'Longer help, for instance how to set up the provider’s webhooks.',
        examples: [{ kind: 'webhook_setup', title: 'Webhooks', steps: ['Open the dashboard.'] }],
      }),
    ),
    visibleWhen: z
      .optional(
        z.object({
          field: word('Key of another field.', 'authMode'),
          equals: z
            .union([z.string(), z.boolean()])
            .check(z.meta({ description: 'Value that it has.', examples: ['keys'] })),
        }),
      )
      .check(z.meta({ description: 'The field applies only while another field has this value.' })),
    options: z
      .optional(
        z.array(
          z.object({
            value: word('What is stored.', 'csv'),
            label: word('What is shown.', 'CSV'),
          }),
        ),
      )
      .check(z.meta({ description: 'Values of a `select`.' })),
    authUrl: optionalWord('OAuth: authorization URL.', 'https://example.com/oauth/authorize'),
    tokenUrl: optionalWord('OAuth: token URL.', 'https://example.com/oauth/token'),
    scopes: words('OAuth: requested scopes.', ['read']),
    clientIdField: optionalWord('OAuth: key of the field with the client’s id.', 'clientId'),
    clientSecretField: optionalWord('OAuth: key of the field with the client’s secret.', 'clientSecret'),
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
    fields: z
      .array(CredentialField)
      .check(z.meta({ description: 'The values, in the order in which a form shows them.' })),
  })
  .check(z.meta({ id: 'CredentialSchema', description: 'The credential fields of an integration.' }));
export type CredentialSchema = z.infer<typeof CredentialSchema>;

export const ApiVersion = z
  .object({
    id: word('The version as the provider names it.', '2025-02-24.acacia'),
    label: word('Name shown to people.', '2025-02-24 Acacia'),
    status: z
      .enum(['stable', 'deprecated', 'experimental'])
      .check(z.meta({ description: 'Whether it should be used.', examples: ['stable'] })),
    default: z
      .optional(z.boolean())
      .check(z.meta({ description: 'It is used when none is chosen.', examples: [true] })),
    changelog: optionalWord('What is new in it.', 'Basil removes the charges of an invoice.'),
    deprecatedAt: optionalWord('Since when it should not be used any more.', '2025-03-01'),
    sunsetAt: optionalWord('From this day on it cannot be chosen any more.', '2027-03-01'),
    migrationGuide: optionalWord('How to leave it.', 'https://docs.stripe.com/upgrades'),
  })
  .check(z.meta({ id: 'IntegrationApiVersion', description: 'A version of the provider’s API.' }));
export type ApiVersion = z.infer<typeof ApiVersion>;

const healthCheck = z
  .optional(z.object({ service: word('Name of the check.', 'stripe') }))
  .check(z.meta({ description: 'How its health is checked; absent when it cannot be.' }));

export const IntegrationDefinition = z
  .object({
    id: word('Id of the integration.', 'gateway_stripe'),
    title: word('Name shown to people.', 'Stripe'),
    description: optionalWord('What it does.', 'Takes payments by card.'),
    category: optionalWord(
      '`payment`, `shipping`, `data_sync`, `communication`, `webhook`, `storage` or another.',
      'payment',
    ),
    hub: optionalWord('What it plugs into.', 'payment_gateways'),
    providerKey: optionalWord('Name of its adapter.', 'stripe'),
    bundleId: optionalWord('Bundle that it is part of.', 'bundle_stripe'),
    icon: optionalWord('Name of its icon.', 'credit-card'),
    docsUrl: optionalWord('URL of the documentation.', 'https://docs.stripe.com'),
    package: optionalWord('Package that brings it.', 'platform-modules'),
    version: optionalWord('Version of the integration itself.', '1.0.0'),
    author: optionalWord('Who wrote it.', 'Platform Modules'),
    company: optionalWord('Whose service it connects to.', 'Stripe, Inc.'),
    license: optionalWord('Licence of the integration.', 'Apache-2.0'),
    tags: words('Words that it is found by.', ['cards']),
    detailPage: z
      .optional(
        z.object({
          widgetSpotId: optionalWord('Place for widgets of its own.', 'integrations.stripe'),
          hiddenTabs: words('Tabs that make no sense for it.', ['version']),
        }),
      )
      .check(z.meta({ description: 'How an admin page shows it.' })),
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
      .check(z.meta({ description: 'Its state before the first change.' })),
    apiVersions: z
      .optional(z.array(ApiVersion))
      .check(z.meta({ description: 'Versions that can be chosen; absent when it has none.' })),
    credentials: z.optional(CredentialSchema).check(
      z.meta({
        description: 'Its credential fields; absent if the bundle defines them, or if it has none.',
      }),
    ),
    healthCheck,
  })
  .check(z.meta({ id: 'IntegrationDefinition', description: 'An integration as it is registered.' }));
export type IntegrationDefinition = z.infer<typeof IntegrationDefinition>;

export const BundleDefinition = z
  .object({
    id: word('Id of the bundle.', 'bundle_stripe'),
    title: word('Name shown to people.', 'Stripe'),
    description: word('Description of the bundle.', 'Payments and their data.'),
    icon: optionalWord('Name of its icon.', 'credit-card'),
    package: optionalWord('Package that brings it.', 'platform-modules'),
    version: optionalWord('Version of the bundle itself.', '1.0.0'),
    author: optionalWord('Who wrote it.', 'Platform Modules'),
    credentials: CredentialSchema,
    healthCheck,
  })
  .check(z.meta({ id: 'IntegrationBundle', description: 'Integrations that share one set of credentials.' }));
export type BundleDefinition = z.infer<typeof BundleDefinition>;
