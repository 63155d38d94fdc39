/** Endpoints for the settings of a tenant's identity provider. */
import * as z from 'zod/mini';
import { addressLimits, normalizeDomain } from '../../../kernel/base/email-address.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, queryBoolean, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { done } from '../users/acl-fields.ts';
import { userLimits } from '../users/contract.ts';
import { providerLimits } from './limits.ts';

const domain = z.string().check(
  z.trim(),
  z.maxLength(addressLimits.domain),
  z.refine((value) => normalizeDomain(value) !== undefined, { error: 'must be a domain' }),
  z.overwrite((value) => normalizeDomain(value) ?? value),
  about('Domain of e-mail addresses.', 'example.com'),
);

const roles = (description: string) =>
  z.array(text(userLimits.roleName)).check(z.maxLength(userLimits.roles), about(description, []));

const home = (description: string) => z._default(z.nullable(uuid(description)), null);

const GroupMapping = z.object({
  group: text(providerLimits.group).check(about('Name of the group, as the claim has it.', 'support')),
  roles: z._default(roles('Roles of its members, by id or by name.'), []),
  organizationId: home('Home organization of its members; the first mapping with one applies.'),
});

const claim = (description: string, fallback: string) =>
  z._default(text(providerLimits.claim).check(about(description, fallback)), fallback);

const field = {
  isEnabled: z._default(z.boolean(), true).check(about('Whether users can sign in through it.', true)),
  issuer: z
    .string()
    .check(
      z.maxLength(providerLimits.issuer),
      about('Issuer, exactly as the provider writes it.', 'https://login.example.com'),
    ),
  clientId: text(providerLimits.clientId).check(about('Id of the client at the provider.', 'platform')),
  scopes: z
    ._default(z.array(text(providerLimits.scope)).check(z.maxLength(providerLimits.scopes)), [
      'openid',
      'email',
      'profile',
    ])
    .check(about('Scopes to request; `openid` is always one of them.', ['openid', 'email', 'profile'])),
  domains: z
    ._default(z.array(domain).check(z.maxLength(providerLimits.domains)), [])
    .check(
      about('Domains that may sign in and are offered the provider, once verified; empty for all.', [
        'example.com',
      ]),
    ),
  trustsEmail: z
    ._default(z.boolean(), false)
    .check(
      about(
        'Whether a person becomes the existing user of an address that the provider has verified.',
        false,
      ),
    ),
  emailClaim: claim('Claim with the e-mail address; of several the first.', 'email'),
  groupsClaim: claim(
    'Claim with the names of the groups, as texts or as the keys of an object; `realm_access.roles` for a nested one.',
    'groups',
  ),
  createsUsers: z
    ._default(z.boolean(), true)
    .check(about('Whether the first sign-in of a person creates a user.', true)),
  roles: z._default(roles('Roles of all persons, by id or by name.'), []),
  organizationId: home('Home organization of persons without one by their groups; null for none.'),
  groups: z
    ._default(z.array(GroupMapping).check(z.maxLength(providerLimits.groups)), [])
    .check(
      about(
        'What groups give. With any, every sign-in sets roles and home anew; without, only the first one does.',
        [],
      ),
    ),
  onlyProvider: z
    ._default(z.boolean(), false)
    .check(about('Whether passwords are refused, except that of the emergency account.', false)),
  emergencyUserId: z
    ._default(
      z.nullable(uuid('User who can still log in with a password; required with `onlyProvider`.')),
      null,
    )
    .check(about('User who can still log in with a password; required with `onlyProvider`.', null)),
};

export const SaveProvider = z.object({
  ...field,
  clientSecret: z.optional(z.nullable(text(providerLimits.clientSecret))).check(
    z.meta({
      description:
        'Secret of the client; null for a client without one. If it is missing or `__masked__`, the stored one stays, unless the server of the issuer changes.',
      format: 'password',
      'x-secret': true,
      examples: ['a-secret-of-the-client'],
    }),
  ),
});
export type SaveProvider = z.infer<typeof SaveProvider>;

const published = (description: string, example: string) =>
  z.nullable(z.string()).check(about(`${description}; null if unknown.`, example));

const ProviderCheck = z
  .object({
    authorizationEndpoint: published('Address for sign-ins', 'https://login.example.com/authorize'),
    tokenEndpoint: published('Address for tokens', 'https://login.example.com/token'),
    userInfoEndpoint: published('Address for claims of a person', 'https://login.example.com/userinfo'),
    keysAddress: published('Address of the keys', 'https://login.example.com/jwks'),
    keys: z
      .array(
        z.object({
          id: published('Id of the key', '2027-01'),
          algorithm: published('Its algorithm', 'RS256'),
        }),
      )
      .check(about('Keys that verify signatures, at most 20.')),
    problems: z
      .array(z.string())
      .check(about('What keeps people from signing in; empty if nothing was found.', [])),
  })
  .check(z.meta({ id: 'ProviderCheck', description: 'What an identity provider publishes.' }));
export type ProviderCheck = z.infer<typeof ProviderCheck>;

const Provider = z
  .object({
    ...field,
    verifiedDomains: z
      .array(z.string())
      .check(about('Domains whose record was in DNS at the last save.', ['example.com'])),
    domainRecord: z
      .string()
      .check(
        about('TXT record to add at `_platform-modules.<domain>`.', 'platform-modules-verification=aGFzaA'),
      ),
    hasClientSecret: z.boolean().check(about('Whether a secret of the client is stored.', true)),
    redirectUri: z
      .string()
      .check(
        about(
          'Address to which the provider must return people; enter it there.',
          'https://api.example.com/api/auth/oidc/callback',
        ),
      ),
    logoutUri: z
      .string()
      .check(
        about(
          'Address for back-channel log-out; enter it at the provider.',
          'https://api.example.com/api/auth/oidc/logout/0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
        ),
      ),
    createdAt: timestamp('When the provider was connected.'),
    updatedAt: timestamp('When the settings were last changed.'),
    check: z.optional(ProviderCheck),
  })
  .check(z.meta({ id: 'IdentityProvider', description: 'The identity provider of a tenant.' }));
export type ShownProvider = z.infer<typeof Provider>;

const base = { module: 'auth', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/auth/provider';

export const getProvider = defineEndpoint({
  ...base,
  ...operation('getProvider', 'GET', path),
  summary: 'Read the identity provider',
  description:
    'Returns the settings of the tenant’s OpenID Connect provider, without the secret. With `check`, also what the ' +
    'provider publishes now, and what is wrong with it.',
  feature: 'auth.provider.view',
  query: z.object({
    check: z
      .optional(queryBoolean())
      .check(about('Reads the metadata and the keys of the provider, and returns `check`.', true)),
  }),
  success: returns(Provider),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
  timeoutSeconds: 29,
});

export const saveProvider = defineEndpoint({
  ...base,
  ...operation('saveProvider', 'PUT', path),
  summary: 'Connect an identity provider',
  description:
    'Replaces the settings of the tenant’s OpenID Connect provider, and looks up the TXT record of each domain. ' +
    'You can only map groups to roles and organizations whose rights you hold, and no sign-in gives more ' +
    'rights than you have now.',
  stepUp: true,
  feature: 'auth.provider.manage',
  body: SaveProvider,
  success: returns(Provider),
  errors: ['rights_exceeded', 'stale'],
  etag: true,
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
    secrets: 'seal and open',
  },
});

export const deleteProvider = defineEndpoint({
  ...base,
  ...operation('deleteProvider', 'DELETE', path),
  summary: 'Disconnect the identity provider',
  description:
    'Users can no longer sign in through it. Their sessions continue until they end; users without a password ' +
    'need one to log in.',
  stepUp: true,
  feature: 'auth.provider.manage',
  success: returns(done(), { description: 'The provider is disconnected.' }),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});
