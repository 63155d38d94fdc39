/**
 * Keys of tenants and organizations, API keys, roles and users.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Serialize changes of a tenant's tree | DIRECTORY#<tenant> | TREE | treeKey |
 * | List tenants by name | TENANTS | <name>  #<tenant> | tenantListingKey |
 * | Read an API key | TENANT#<tenant>#KEY#<key> | KEY | apiKeyKey |
 * | List a tenant's API keys, newest first | TENANT#<tenant>#KEYS | <inverted ms>#<key> | apiKeyListingKey |
 * | Read a role | TENANT#<tenant>#ROLE#<role> | ROLE | roleKey |
 * | List the holders of a role | TENANT#<tenant>#ROLE#<role> | HOLDER#<KEY or USER>#<id> | roleHolderKey |
 * | Reserve the name of a role | TENANT#<tenant>#ROLENAME#<name> | UNIQUE | roleNameKey |
 * | List roles by name | TENANT#<tenant>#ROLES | <name>  #<role> | roleListingKey |
 * | List users by e-mail | TENANT#<tenant>#USERS | <email>#<user> | userListingKey |
 * | Find users by e-mail address | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 * | The identity provider of a tenant | TENANT#<tenant>#PROVIDER | PROVIDER | providerKey |
 * | Tenants whose provider signs in a domain's addresses | SIGNINDOMAIN#<domain> | <tenant> | signInDomainKey |
 * | A sign-in at a provider, until it returns | SIGNINSTATE#<sha256> | STATE | signInStateKey |
 * | A log-in that waits for a second factor | LOGINCHALLENGE#<sha256> | CHALLENGE | logInChallengeKey |
 * | How users of a tenant must sign in | TENANT#<tenant>#SIGNINPOLICY | POLICY | signInPolicyKey |
 * | The user of a person at a provider | TENANT#<tenant>#PERSON#<sha256 of issuer and subject> | PERSON | personKey |
 * | Sessions of a session at a provider | TENANT#<tenant>#PROVIDERSESSION#<sha256 of issuer and id> | SESSION#<sha256> | providerSessionKey |
 * | Was a log-out token used before? | TENANT#<tenant>#LOGOUTTOKEN#<sha256 of issuer and id> | UNIQUE | logoutTokenKey |
 * | The views that a caller has saved | TENANT#<tenant or platform>#VIEWS#<subject> | VIEWS | viewsKey |
 * | A registered application | OAUTHCLIENT#<client> | CLIENT | oauthClientKey |
 * | A code of an application, until it is redeemed | OAUTHCODE#<sha256> | CODE | oauthCodeKey |
 */

import { hash } from 'node:crypto';
import { comparedName } from '../../kernel/base/compared.ts';
import { toJson } from '../../kernel/base/json.ts';
import type { Principal, TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst, tenantListPartition, textOrder } from '../../kernel/table/keys.ts';

export const tenantListingKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: tenantListPartition,
  sk: `${textOrder(name)}#${tenantId}`,
});

export const treeKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TREE' });

export const organizationsPrefix = 'ORG#';
/** Organizations are read with their tree; this partition names the list of their names. */
export const organizationListPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#ORGANIZATIONS`;

export const apiKeyKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#KEY#${id}`,
  sk: 'KEY',
});
export const apiKeyListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#KEYS`;
export const apiKeyListingKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: apiKeyListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

export const roleKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ROLE#${id}`,
  sk: 'ROLE',
});
export const roleHoldersPrefix = 'HOLDER#';
export const roleHolderKey = (scope: TenantScope, roleId: string, kind: 'KEY' | 'USER', id: string): Key => ({
  pk: roleKey(scope, roleId).pk,
  sk: `${roleHoldersPrefix}${kind}#${id}`,
});
export const roleNameKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: `TENANT#${tenantId}#ROLENAME#${comparedName(name)}`,
  sk: 'UNIQUE',
});
export const roleListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#ROLES`;
export const roleListingKey = (scope: TenantScope, name: string, id: string): Key => ({
  pk: roleListPartition(scope),
  sk: `${textOrder(name)}#${id}`,
});

export const userListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#USERS`;
export const userListingKey = (scope: TenantScope, email: string, id: string): Key => ({
  pk: userListPartition(scope),
  sk: `${email.toLowerCase()}#${id}`,
});
/** Log-in starts with an address and no tenant; the hash keeps addresses out of key metrics and logs. */
export const emailPartition = (emailSha256: string): string => `EMAIL#${emailSha256}`;
export const emailKey = (emailSha256: string, { tenantId }: TenantScope): Key => ({
  pk: emailPartition(emailSha256),
  sk: tenantId,
});

/** Views of a caller are kept in its own tenant, whichever tenant it selects. */
export const viewsKey = ({ tenantId, subject }: Pick<Principal, 'tenantId' | 'subject'>): Key => ({
  pk: `TENANT#${tenantId ?? 'platform'}#VIEWS#${subject}`,
  sk: 'VIEWS',
});

export const providerKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#PROVIDER`,
  sk: 'PROVIDER',
});
export const signInDomainPartition = (domain: string): string => `SIGNINDOMAIN#${domain}`;
export const signInDomainKey = (domain: string, { tenantId }: TenantScope): Key => ({
  pk: signInDomainPartition(domain),
  sk: tenantId,
});
export const signInStateKey = (stateSha256: string): Key => ({
  pk: `SIGNINSTATE#${stateSha256}`,
  sk: 'STATE',
});
export const signInPolicyKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#SIGNINPOLICY`,
  sk: 'POLICY',
});
export const logInChallengeKey = (challengeSha256: string): Key => ({
  pk: `LOGINCHALLENGE#${challengeSha256}`,
  sk: 'CHALLENGE',
});
/** What an issuer names, as a hash: ids of two issuers never meet, and no partition shows them. */
const namedBy = (issuer: string, id: string): string => hash('sha256', toJson([issuer, id]), 'hex');
export const personKey = ({ tenantId }: TenantScope, issuer: string, subject: string): Key => ({
  pk: `TENANT#${tenantId}#PERSON#${namedBy(issuer, subject)}`,
  sk: 'PERSON',
});
export const providerSessionPartition = ({ tenantId }: TenantScope, issuer: string, id: string): string =>
  `TENANT#${tenantId}#PROVIDERSESSION#${namedBy(issuer, id)}`;
export const providerSessionKey = (
  scope: TenantScope,
  issuer: string,
  id: string,
  sessionSha256: string,
): Key => ({ pk: providerSessionPartition(scope, issuer, id), sk: `SESSION#${sessionSha256}` });
export const logoutTokenKey = ({ tenantId }: TenantScope, issuer: string, id: string): Key => ({
  pk: `TENANT#${tenantId}#LOGOUTTOKEN#${namedBy(issuer, id)}`,
  sk: 'UNIQUE',
});
export const oauthClientKey = (id: string): Key => ({ pk: `OAUTHCLIENT#${id}`, sk: 'CLIENT' });
export const oauthCodeKey = (codeSha256: string): Key => ({ pk: `OAUTHCODE#${codeSha256}`, sk: 'CODE' });
