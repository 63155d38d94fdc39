/** The form of an identity provider, and its values in the API. */
import type { IdentityProvider } from '../../../shared/clients/typescript/index.ts';

export interface GroupFields {
  group: string;
  /** Ids of roles. */
  roles: string[];
  /** Empty for none. */
  organizationId: string;
}

export interface ProviderFields {
  isEnabled: boolean;
  issuer: string;
  clientId: string;
  /** Empty to keep the stored one. */
  clientSecret: string;
  isWithoutSecret: boolean;
  /** Separated by blanks. */
  scopes: string;
  /** Separated by blanks. */
  domains: string;
  emailClaim: string;
  trustsEmail: boolean;
  createsUsers: boolean;
  roles: string[];
  organizationId: string;
  groupsClaim: string;
  groups: GroupFields[];
  onlyProvider: boolean;
  emergencyUserId: string;
}

/** The defaults of the API, for a tenant without a provider. */
const unset = {
  isEnabled: true,
  issuer: '',
  clientId: '',
  scopes: ['openid', 'email', 'profile'],
  domains: [],
  emailClaim: 'email',
  trustsEmail: false,
  createsUsers: true,
  roles: [],
  organizationId: null,
  groupsClaim: 'groups',
  groups: [],
  onlyProvider: false,
  emergencyUserId: null,
} satisfies Partial<IdentityProvider>;

export function fieldsOfProvider(provider: IdentityProvider | undefined): ProviderFields {
  const of = provider ?? unset;
  return {
    isEnabled: of.isEnabled,
    issuer: of.issuer,
    clientId: of.clientId,
    clientSecret: '',
    isWithoutSecret: provider !== undefined && !provider.hasClientSecret,
    scopes: of.scopes.join(' '),
    domains: of.domains.join(' '),
    emailClaim: of.emailClaim,
    trustsEmail: of.trustsEmail,
    createsUsers: of.createsUsers,
    roles: [...of.roles],
    organizationId: of.organizationId ?? '',
    groupsClaim: of.groupsClaim,
    groups: of.groups.map(({ group, roles, organizationId }) => ({
      group,
      roles: [...roles],
      organizationId: organizationId ?? '',
    })),
    onlyProvider: of.onlyProvider,
    emergencyUserId: of.emergencyUserId ?? '',
  };
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function secretOf({ clientSecret, isWithoutSecret }: ProviderFields) {
  if (isWithoutSecret) return { clientSecret: null };
  return clientSecret === '' ? {} : { clientSecret };
}

export function bodyOfProvider(fields: ProviderFields) {
  const { isWithoutSecret: _, clientSecret: __, ...rest } = fields;
  return {
    ...rest,
    issuer: fields.issuer.trim(),
    clientId: fields.clientId.trim(),
    scopes: words(fields.scopes),
    domains: words(fields.domains),
    emailClaim: fields.emailClaim.trim(),
    groupsClaim: fields.groupsClaim.trim(),
    organizationId: fields.organizationId || null,
    groups: fields.groups.map((mapping) => ({
      group: mapping.group.trim(),
      roles: mapping.roles,
      organizationId: mapping.organizationId || null,
    })),
    emergencyUserId: fields.emergencyUserId.trim() || null,
    ...secretOf(fields),
  };
}
