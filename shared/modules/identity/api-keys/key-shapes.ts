/** The schemas of requests and responses of the API key endpoints. */
import * as z from 'zod/mini';
import { apiKeyLimits } from '../../../kernel/auth/api-key-limits.ts';
import { isAddressRange } from '../../../kernel/base/address-ranges.ts';
import { isDate } from '../../../kernel/base/dates.ts';
import { about, nameText, optionalFields, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listQuery } from '../../../kernel/lists/list.ts';
import { providerLimits } from '../providers/limits.ts';
import { workloadLimits } from '../workloads/limits.ts';

const field = {
  name: nameText(apiKeyLimits.name).check(about('Name shown to people.', 'Warehouse import')),
  description: z
    .nullable(text(apiKeyLimits.description, 0))
    .check(about('Description of the key.', 'Nightly import of stock levels.')),
  keyPrefix: z.string().check(about('First characters of the secret.', 'pmk_3fa85f64')),
  tenantId: z.nullable(uuid('Tenant of the key; null for a platform key without a home.')),
  organizationId: z.nullable(uuid('Organization of the key; null for a key of the whole tenant.')),
  roles: z
    .array(
      z
        .object({
          id: uuid('Id of the role.'),
          name: z.string().check(about('Name of the role.', 'support')),
        })
        .check(z.meta({ id: 'KeyRole', description: 'A role of the key.' })),
    )
    .check(about('Roles whose rights the key has.')),
  expiresAt: z.nullable(timestamp('When the key expires; null for never.')),
};

const requestLimit = (window: string, max: number, example: number) =>
  z
    .nullable(z.int().check(z.gte(1), z.lte(max)))
    .check(about(`Requests per clock ${window}; null for the deployment's limit.`, example));

const workload = z
  .object({
    issuer: text(providerLimits.issuer).check(
      about('Issuer of the token.', 'https://token.actions.githubusercontent.com'),
    ),
    audience: text(workloadLimits.audience).check(
      about('Audience of the token.', 'https://platform.example.com'),
    ),
    subject: text(workloadLimits.subject).check(
      z.refine((value) => !value.startsWith('*'), { error: 'must not begin with *' }),
      about(
        'Subject of the token; `*` stands for any text, but not at the beginning.',
        'repo:acme/shop:ref:refs/heads/*',
      ),
    ),
  })
  .check(
    z.meta({ id: 'Workload', description: 'Tokens that a workload exchanges for a session of the key.' }),
  );

/** How a key may be used. */
const useFields = {
  requestsPerMinute: requestLimit('minute', apiKeyLimits.maxRequestsPerMinute, 60),
  requestsPerHour: requestLimit('hour', apiKeyLimits.maxRequestsPerHour, 600),
  allowedAddresses: z
    .array(
      text(64).check(
        z.refine(isAddressRange, { error: 'must be an IP address or a range such as 203.0.113.0/24' }),
      ),
    )
    .check(
      z.maxLength(apiKeyLimits.maxAllowedAddresses),
      about(
        `IPv4 and IPv6 addresses and CIDR ranges from which the key may be used, at most ${apiKeyLimits.maxAllowedAddresses}; requests from ` +
          'other addresses return 403. An empty list allows every address.',
        ['203.0.113.0/24', '2001:db8::/32'],
      ),
    ),
  readOnly: z.boolean().check(about('Whether the key can only read.', false)),
  workloads: z
    .array(workload)
    .check(
      z.maxLength(workloadLimits.workloads),
      about(`Workloads that use the key with their own tokens, at most ${workloadLimits.workloads}.`),
    ),
};

export const ApiKey = z
  .object({
    id: uuid('Id of the key.'),
    name: field.name,
    description: field.description,
    keyPrefix: field.keyPrefix,
    organizationId: field.organizationId,
    organizationName: z.nullable(z.string()).check(about('Name of the organization.', 'north')),
    ownerId: z.nullable(
      uuid(
        'User who knows the secret: who created the key, or rotated it last. The key is refused while this user is ' +
          'inactive and after the user is deleted, until another caller rotates it. Null for keys of programs.',
      ),
    ),
    createdAt: timestamp('When the key was created.'),
    lastUsedAt: z.nullable(timestamp('When the key last authenticated a request; null for never.')),
    expiresAt: field.expiresAt,
    ...useFields,
    roles: field.roles,
  })
  .check(z.meta({ id: 'ApiKey', description: 'An API key, without its secret.' }));
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z
  .object({
    id: uuid('Id of the key.'),
    name: field.name,
    keyPrefix: field.keyPrefix,
    secret: z
      .nullable(z.string())
      .check(
        about(
          'The secret of the key. It is not shown again. Null for a new key with `workloads`.',
          'pmk_3fa85f64.9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d9b1deb4d3b7d4bad',
        ),
      ),
    tenantId: field.tenantId,
    organizationId: field.organizationId,
    roles: field.roles,
    expiresAt: field.expiresAt,
    ...useFields,
  })
  .check(z.meta({ id: 'NewApiKey', description: 'An API key with its secret.' }));
export type NewApiKey = z.infer<typeof NewApiKey>;

export const ListApiKeys = z.object({
  ...listQuery({
    sortFields: ['createdAt', 'name'],
    searches: 'name or prefix',
  }),
  ...idFilter(),
  organizationId: z
    .optional(z.guid().check(z.toLowerCase()))
    .check(about('Only keys of this organization, by default those of all you may select.')),
  ownerId: z
    .optional(z.guid().check(z.toLowerCase()))
    .check(about('Only keys whose secret this user knows.')),
});
export type ListApiKeys = z.infer<typeof ListApiKeys>;

const changeable = {
  description: z.optional(field.description),
  roles: z
    .optional(z.array(text(200)).check(z.maxLength(apiKeyLimits.roles)))
    .check(
      about(`Ids or names of roles, at most ${apiKeyLimits.roles}. Without roles a key has no feature.`, [
        'support',
      ]),
    ),
  expiresAt: z
    .optional(
      z.nullable(
        z.string().check(
          z.refine((value) => value === '' || isDate(value), {
            error: 'must be an ISO 8601 time such as 2027-01-01T00:00:00Z',
          }),
        ),
      ),
    )
    .check(
      about('When the key expires, in the future; null or empty for never.', '2027-01-01T00:00:00.000Z'),
    ),
  ...optionalFields(useFields),
};

export const CreateApiKey = z.object({
  name: field.name,
  tenantId: z
    .optional(z.nullable(uuid("Tenant of the key; by default the caller's.")))
    .check(about("Tenant of the key; by default the caller's. Others only for super admins.")),
  organizationId: z
    .optional(z.nullable(z.guid().check(z.toLowerCase())))
    .check(
      about(
        'Organization of the key, by default the selected one. A key without an organization is valid in the ' +
          'whole tenant; only callers with access to the whole tenant can create it.',
      ),
    ),
  ...changeable,
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const UpdateApiKey = z.object({
  id: uuid('Id of the key.'),
  name: z.optional(field.name),
  ...changeable,
});
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

export const RotateApiKey = z.object({
  gracePeriodSeconds: z
    ._default(z.int().check(z.gte(0), z.lte(apiKeyLimits.graceSeconds)), 0)
    .check(
      about(
        'Seconds for which the old secret stays valid, at most a day. By default it is rejected at once.',
        3_600,
      ),
    ),
});
export type RotateApiKey = z.infer<typeof RotateApiKey>;
