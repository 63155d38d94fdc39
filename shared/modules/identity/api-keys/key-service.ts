/**
 * API keys for the administrators of a tenant, who can manage keys within their organizations and their own
 * rights.
 */

import { type Acl, missingRights } from '../../../kernel/auth/acl.ts';
import type { ApiKeyRow, Role, Workload } from '../../../kernel/auth/identity-types.ts';
import { rightsOfKey, rolesInBothStates } from '../../../kernel/auth/rights.ts';
import { comparedName } from '../../../kernel/base/compared.ts';
import { dateMs } from '../../../kernel/base/dates.ts';
import { type Principal, reachesAll, type Scope, type TenantScope } from '../../../kernel/base/principal.ts';
import { toIsoOrNull } from '../../../kernel/base/times.ts';
import { InvalidInputError, NotFoundError, ScopeRequiredError } from '../../../kernel/errors/errors.ts';
import type { Actor, Precondition, RequestCaller, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { type Reply, withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { ApplicationForbiddenError, RightsExceededError } from '../errors.ts';
import { assertMayChangeHolder } from '../granting.ts';
import { issuerProblem } from '../providers/issuer-address.ts';
import { findRoleIdsByNames, findRoles } from '../roles/role-store.ts';
import * as keys from './api-key-service.ts';
import * as store from './api-key-store.ts';
import type {
  ApiKey,
  CreateApiKey,
  ListApiKeys,
  NewApiKey,
  RotateApiKey,
  UpdateApiKey,
} from './key-shapes.ts';

/** The rights that the caller can grant. */
function holderAcl({ features, isSuperAdmin, organizationIds }: Principal): Acl {
  return { features, isSuperAdmin, organizations: organizationIds };
}

/** Keys of the whole tenant can be managed only by callers who may select every organization. */
function isInReach(principal: Principal, { organizationId }: Pick<ApiKeyRow, 'organizationId'>): boolean {
  if (reachesAll(principal)) return true;
  return organizationId !== null && (principal.organizationIds ?? []).includes(organizationId);
}

/** Throws RightsExceededError if the key has rights that the caller does not have, now or after a pending change of its roles. */
function assertWithinRights(principal: Principal, key: ApiKeyRow, roles: readonly Role[]): void {
  const keyAcl = rightsOfKey(key, rolesInBothStates(roles));
  const missing = missingRights(holderAcl(principal), keyAcl);
  if (missing.length > 0) throw new RightsExceededError(missing);
}

async function rolesOf({ tenantId, roleIds }: ApiKeyRow): Promise<Map<string, Role>> {
  return tenantId === null ? new Map() : findRoles({ tenantId }, roleIds);
}

/** Throws unless the caller has all rights of a key that it wants to delete. */
async function assertMayDelete(principal: Principal, key: ApiKeyRow): Promise<void> {
  if (principal.isSuperAdmin) return;
  assertMayChangeHolder(principal, rightsOfKey(key, await rolesOf(key)));
}

/** How a key may be used, in responses. */
function limitsOf(key: ApiKeyRow) {
  const { expiresAtMs, perMinute, perHour, allowedAddresses = [], readOnly, workloads = [] } = key;
  return {
    expiresAt: toIsoOrNull(expiresAtMs),
    requestsPerMinute: perMinute,
    requestsPerHour: perHour,
    allowedAddresses: [...allowedAddresses],
    readOnly: readOnly === true,
    workloads: [...workloads],
  };
}

/** The keys as lists return them, in the same order. One request per 100 keys, organizations and roles. */
async function withDetails(keys: readonly ApiKeyRow[]): Promise<ApiKey[]> {
  const details = await store.keyDetails(keys);
  return keys.map((key, index) => {
    const { lastUsedAtMs = null, organizationName = null, roles = [] } = details[index] ?? {};
    return {
      id: key.id,
      name: key.name,
      description: key.description,
      keyPrefix: key.prefix,
      organizationId: key.organizationId,
      organizationName,
      ownerId: key.secretOwner?.userId ?? null,
      createdAt: key.createdAt,
      lastUsedAt: toIsoOrNull(lastUsedAtMs),
      ...limitsOf(key),
      roles,
    };
  });
}

/** One page of the keys that the caller can manage. Throws PageTooLargeError. */
export async function listApiKeys({ scope, principal }: RequestCaller, query: ListApiKeys) {
  const organizationId =
    query.organizationId ?? (reachesAll(principal) ? undefined : principal.organizationIds);
  const request = toListRequest<store.ApiKeyListField>(query, {
    organizationId: organizationId ?? undefined,
    ownerId: query.ownerId,
  });
  const { items, total } = await store.listApiKeys(scope.tenantId, request);
  return toList(query, { items: await withDetails(items), total });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The roles with these ids or names. Throws InvalidInputError if one does not exist in the tenant. */
async function resolveRoles(scope: TenantScope, requested: readonly string[]): Promise<Role[]> {
  const ids = requested.filter((text) => uuid.test(text)).map((id) => id.toLowerCase());
  const named = await findRoleIdsByNames(
    scope,
    requested.filter((text) => !uuid.test(text)),
  );
  const roles = await findRoles(scope, [...ids, ...named.values()]);
  const resolved = requested.map((text) => roles.get(named.get(comparedName(text)) ?? text.toLowerCase()));
  const unknown = requested.filter((_, index) => resolved[index] === undefined);
  if (unknown.length > 0) throw new InvalidInputError({ roles: `has unknown roles: ${unknown.join(', ')}` });
  return [...new Map(resolved.filter((role) => role !== undefined).map((role) => [role.id, role])).values()];
}

/** Throws InvalidInputError unless the time is in the future. */
function expiryOf(expiresAt: string | null | undefined, nowMs: number): number | null {
  if (expiresAt === undefined || expiresAt === null || expiresAt === '') return null;
  const atMs = dateMs(expiresAt);
  if (atMs <= nowMs) throw new InvalidInputError({ expiresAt: 'must be in the future' });
  return atMs;
}

/**
 * The rate limits in the input; null means the deployment's default. Throws InvalidInputError for a limit
 * above the default, which only super admins may set; a request may repeat a limit that the key already has.
 */
function rateLimitsOf(
  { requestsPerMinute, requestsPerHour }: Pick<CreateApiKey, 'requestsPerMinute' | 'requestsPerHour'>,
  principal: Principal,
  before?: ApiKeyRow,
): Pick<store.ApiKeyChange, 'perMinute' | 'perHour'> {
  const [maxPerMinute, maxPerHour] = [
    integerSetting('RATE_LIMIT_PER_MINUTE'),
    integerSetting('RATE_LIMIT_PER_HOUR'),
  ];
  const isTooHigh = (requested: number | null | undefined, max: number, now: number | null | undefined) =>
    requested && requested > max && requested !== now && !principal.isSuperAdmin;
  const message = (max: number) => `must be at most ${max}; only super admins can set a higher limit`;
  const details = {
    ...(isTooHigh(requestsPerMinute, maxPerMinute, before?.perMinute) && {
      requestsPerMinute: message(maxPerMinute),
    }),
    ...(isTooHigh(requestsPerHour, maxPerHour, before?.perHour) && { requestsPerHour: message(maxPerHour) }),
  };
  if (Object.keys(details).length > 0) throw new InvalidInputError(details);
  return {
    ...(requestsPerMinute !== undefined && { perMinute: requestsPerMinute }),
    ...(requestsPerHour !== undefined && { perHour: requestsPerHour }),
  };
}

/** The allowed addresses as stored: an empty list or null means any address. */
const addressesOf = (ranges: readonly string[] | null | undefined) =>
  ranges && ranges.length > 0 ? [...new Set(ranges)] : undefined;

/** Throws InvalidInputError for an issuer that cannot be read. Returns the workloads as stored. */
function storedWorkloads(workloads: readonly Workload[] | undefined): readonly Workload[] | undefined {
  const problems = (workloads ?? []).flatMap(({ issuer }, index) => {
    const problem = issuerProblem(issuer);
    return problem === undefined ? [] : [[`workloads[${index}].issuer`, problem]];
  });
  if (problems.length > 0) throw new InvalidInputError(Object.fromEntries(problems));
  return workloads && workloads.length > 0 ? workloads : undefined;
}

/** The response with a key and its secret. */
function withSecret(row: ApiKeyRow, roles: readonly Role[], secret: string | null): Reply<NewApiKey> {
  const { id, name, prefix: keyPrefix, tenantId, organizationId, revision } = row;
  const shown = roles.map((role) => ({ id: role.id, name: role.name }));
  return withRevision(
    { id, name, keyPrefix, secret, tenantId, organizationId, roles: shown, ...limitsOf(row) },
    revision,
  );
}

type Session = Pick<RequestCaller, 'session'>;

/** Throws ApplicationForbiddenError for an application: with a key it would act after its authorization has ended. */
function assertNoApplication({ session }: Session): void {
  if (session?.clientId !== undefined) throw new ApplicationForbiddenError();
}

/**
 * Creates a key in the selected organization. Throws InvalidInputError, RightsExceededError, ApplicationForbiddenError,
 * ScopeRequiredError if no organization is selected and the caller may not select all, NotFoundError if it
 * has just been closed.
 */
export async function createApiKey(
  { scope, context, session }: Actor<Partial<Scope> & TenantScope> & Session,
  input: CreateApiKey,
) {
  assertNoApplication({ session });
  const { principal } = context;
  const { tenantId, organizationId = null } = scope;
  if (organizationId === null && !reachesAll(principal)) throw new ScopeRequiredError('organization');
  const { name, description } = input;
  const limits = {
    expiresAtMs: expiryOf(input.expiresAt, context.nowMs),
    allowedAddresses: addressesOf(input.allowedAddresses),
    readOnly: input.readOnly || undefined,
    workloads: storedWorkloads(input.workloads),
    ...rateLimitsOf(input, principal),
  };
  const readRoles = async () => ({
    roles: await resolveRoles({ tenantId }, input.roles ?? []),
    revision: 0,
  });
  return updateWithRetry(readRoles, undefined, async ({ roles }) => {
    const { key, secret } = await keys.createApiKey(
      { name, description, tenantId, organizationId, roles, ...limits },
      context,
      (row) => assertWithinRights(principal, row, roles),
    );
    return withSecret(key, roles, key.workloads === undefined ? secret : null);
  });
}

/** The key. Throws NotFoundError, also for keys that the caller cannot manage. */
async function getKey(scope: TenantScope, principal: Principal, id: string): Promise<ApiKeyRow> {
  const key = await store.findApiKey(scope.tenantId, id);
  if (key === undefined || !isInReach(principal, key)) throw new NotFoundError('API key');
  return key;
}

/**
 * Gives a key a new secret; the old one stays valid for the grace period. Throws NotFoundError,
 * RightsExceededError, ApplicationForbiddenError, StaleError.
 */
export async function rotateApiKey(
  { scope, context, session }: Actor<TenantScope> & Session,
  { id, gracePeriodSeconds, ifMatch }: Target & RotateApiKey,
) {
  assertNoApplication({ session });
  const { principal } = context;
  return updateWithRetry(
    () => getKey(scope, principal, id),
    ifMatch,
    async (key) => {
      const rotated = await keys.rotateSecret(key, gracePeriodSeconds, context, (roles) =>
        assertWithinRights(principal, key, roles),
      );
      return withSecret(rotated.key, rotated.roles, rotated.secret);
    },
  );
}

/**
 * Changes the given fields of a key. Throws NotFoundError, InvalidInputError, StaleError, and
 * MissingFeatureError or RightsExceededError if the key has, or would have, more rights than the caller,
 * ApplicationForbiddenError for workloads.
 */
export async function updateApiKey(
  { scope, context, session }: Actor<TenantScope> & Session,
  { ifMatch, ...input }: UpdateApiKey & Precondition,
) {
  const { principal } = context;
  if (input.workloads !== undefined) assertNoApplication({ session });
  const { id, name, description, expiresAt, allowedAddresses, readOnly, workloads } = input;
  const fields = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(allowedAddresses !== undefined && { allowedAddresses: addressesOf(allowedAddresses) }),
    ...(readOnly !== undefined && { readOnly: readOnly || undefined }),
    ...(workloads !== undefined && { workloads: storedWorkloads(workloads) }),
    ...(expiresAt !== undefined && { expiresAtMs: expiryOf(expiresAt, context.nowMs) }),
  };
  const after = await updateWithRetry(
    () => getKey(scope, principal, id),
    ifMatch,
    async (key) => {
      const held = await rolesOf(key);
      assertMayChangeHolder(principal, rightsOfKey(key, held));
      const roles = input.roles ? await resolveRoles(scope, input.roles) : [...held.values()];
      assertWithinRights(principal, { ...key, roleIds: roles.map((role) => role.id) }, roles);
      const change = { ...fields, ...rateLimitsOf(input, principal, key) };
      return store.replaceApiKey(key, change, roles, context);
    },
  );
  const [key] = await withDetails([after]);
  if (key === undefined) throw new NotFoundError('API key');
  return withRevision(key, after.revision);
}

/** Throws NotFoundError, StaleError, and MissingFeatureError or RightsExceededError for a key with more rights than the caller. */
export async function deleteApiKey({ scope, context }: Actor<TenantScope>, { id, ifMatch }: Target) {
  const { principal } = context;
  await updateWithRetry(
    () => getKey(scope, principal, id),
    ifMatch,
    async (key) => {
      await assertMayDelete(principal, key);
      await store.removeApiKey(key, context);
    },
  );
  return { success: true as const };
}
