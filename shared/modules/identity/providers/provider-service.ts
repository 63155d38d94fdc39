/** Reads and changes the identity provider of a tenant. */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Actor, Precondition, Reader, RequestContext } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { leadsToSameServer, maskedSecret } from '../../../kernel/secrets/masked.ts';
import { sealSecret } from '../../../kernel/secrets/seal.ts';
import { assertCovers, assertMayGrant, reachOf } from '../granting.ts';
import { assertOrganizations } from '../names.ts';
import { rolesNamed } from '../roles/role-names.ts';
import { findUser } from '../users/user-store.ts';
import { domainRecord, verifiedAmong } from './domains.ts';
import { issuerProblem } from './issuer-address.ts';
import { callbackPath, logoutPath, secretPurpose } from './paths.ts';
import type { Provider } from './provider.ts';
import type { ProviderCheck, SaveProvider, ShownProvider } from './provider-contract.ts';
import { findProvider, removeProvider, replaceProvider } from './provider-store.ts';

function replyOf(provider: Provider, origin: string, check?: ProviderCheck) {
  const { tenantId, sealedSecret, limit, revision, roleIds, groups, ...settings } = provider;
  const shown: ShownProvider = {
    ...settings,
    scopes: [...settings.scopes],
    domains: [...settings.domains],
    verifiedDomains: [...settings.verifiedDomains],
    domainRecord: domainRecord(provider),
    roles: [...roleIds],
    groups: groups.map((mapping) => ({
      group: mapping.group,
      roles: [...mapping.roleIds],
      organizationId: mapping.organizationId,
    })),
    hasClientSecret: sealedSecret !== null,
    redirectUri: `${origin}${callbackPath}`,
    logoutUri: `${origin}${logoutPath}${tenantId}`,
    ...(check && { check }),
  };
  return withRevision(shown, revision);
}

/** Throws NotFoundError. */
async function connectedProvider(scope: TenantScope): Promise<Provider> {
  return requireFound(await findProvider(scope), 'Identity provider');
}

/** The settings contain addresses of the API. */
interface AddressedClient {
  client: Pick<Client, 'origin'>;
}

/** The settings, with the result of a check of the provider if the caller asks for one. Throws NotFoundError. */
export const getProvider =
  (checkProvider: (provider: Provider) => Promise<ProviderCheck>) =>
  async (
    { scope, client }: Reader<TenantScope> & AddressedClient,
    { check }: { check?: boolean | undefined },
  ) => {
    const provider = await connectedProvider(scope);
    return replyOf(provider, client.origin, check ? await checkProvider(provider) : undefined);
  };

/** The encrypted secret after a change. Throws InvalidInputError if the stored one must be sent again. */
async function nextSecret(
  { tenantId }: TenantScope,
  { issuer, clientSecret }: Pick<SaveProvider, 'issuer' | 'clientSecret'>,
  before: Provider | undefined,
): Promise<string | null> {
  if (clientSecret === null) return null;
  if (clientSecret !== undefined && clientSecret !== maskedSecret)
    return sealSecret({ tenantId }, secretPurpose, clientSecret);
  const stored = before?.sealedSecret ?? null;
  // Otherwise an administrator could have the secret sent to a server of their own.
  if (stored !== null && before !== undefined && !leadsToSameServer(before.issuer, issuer))
    throw new InvalidInputError({ clientSecret: 'must be sent again for another issuer' });
  return stored;
}

async function assertEmergencyUser(scope: TenantScope, input: SaveProvider): Promise<void> {
  const { onlyProvider, emergencyUserId } = input;
  if (emergencyUserId === null) {
    if (onlyProvider) throw new InvalidInputError({ emergencyUserId: 'is required with onlyProvider' });
    return;
  }
  const user = await findUser(scope, emergencyUserId);
  if (!user?.isActive || user.passwordHash === null)
    throw new InvalidInputError({ emergencyUserId: 'must be an active user with a password' });
}

type GivenHome = Pick<Provider, 'organizationId'>;

/** The homes that settings give. */
const homesIn = ({ organizationId, groups }: GivenHome & { groups: readonly GivenHome[] }): string[] =>
  [{ organizationId }, ...groups].flatMap((given) => given.organizationId ?? []);

/** The mapped roles by id. Throws InvalidInputError, RightsExceededError for rights that the caller lacks. */
async function rightsIn(
  scope: TenantScope,
  input: SaveProvider,
  before: Provider | undefined,
  { principal }: RequestContext,
) {
  const storedIds = [before, ...(before?.groups ?? [])].flatMap((one) => one?.roleIds ?? []);
  const resolve = async (names: readonly string[], field?: string): Promise<string[]> => {
    const roles = await rolesNamed(scope, names, { field, storedIds });
    assertMayGrant(principal, roles);
    return roles.map(({ id }) => id);
  };
  const organizations = [...new Set(homesIn(input))];
  await assertOrganizations(scope, organizations, before && homesIn(before));
  assertCovers(principal, { features: [], isSuperAdmin: false, organizations });
  const groups: Provider['groups'][number][] = [];
  for (const [index, { group, roles, organizationId }] of input.groups.entries())
    groups.push({ group, roleIds: await resolve(roles, `groups[${index}].roles`), organizationId });
  return { roleIds: await resolve(input.roles), groups };
}

/** Throws InvalidInputError, RightsExceededError, StaleError, UnavailableError. */
export async function saveProvider(
  { scope, context, client }: Actor<TenantScope> & AddressedClient,
  { ifMatch, ...input }: SaveProvider & Precondition,
) {
  const { tenantId } = scope;
  const { clientSecret: _secret, roles: _roles, groups: _groups, ...settings } = input;
  const problem = issuerProblem(input.issuer);
  if (problem !== undefined) throw new InvalidInputError({ issuer: problem });
  await assertEmergencyUser(scope, input);
  const { features, isSuperAdmin } = context.principal;
  const limit = { features: [...features], isSuperAdmin, organizations: reachOf(context.principal) };
  const read = async () => {
    const provider = await findProvider(scope);
    return { provider, revision: provider?.revision ?? 0 };
  };
  const saved = await updateWithRetry(read, ifMatch, async ({ provider: before, revision }) => {
    const updatedAt = toIso(context.nowMs);
    const domains = [...new Set(input.domains)];
    const after: Provider = {
      ...settings,
      ...(await rightsIn(scope, input, before, context)),
      tenantId,
      scopes: [...new Set(['openid', ...input.scopes])],
      domains,
      verifiedDomains: await verifiedAmong(
        { tenantId, issuer: input.issuer, domains },
        before?.verifiedDomains ?? [],
      ),
      sealedSecret: await nextSecret(scope, input, before),
      limit,
      // Later than that of a deleted provider, so that events keep their order.
      revision: Math.max(context.nowMs, revision + 1),
      createdAt: before?.createdAt ?? updatedAt,
      updatedAt,
    };
    await replaceProvider(before, after, context);
    return after;
  });
  return replyOf(saved, client.origin);
}

/** Throws NotFoundError, StaleError. */
export async function deleteProvider({ scope, context }: Actor<TenantScope>, { ifMatch }: Precondition) {
  await updateWithRetry(
    () => connectedProvider(scope),
    ifMatch,
    (provider) => removeProvider(provider, context),
  );
  return { ok: true as const };
}
