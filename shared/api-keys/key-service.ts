/** API keys as their tenant's administrators manage them: within their reach, never beyond their own rights. */
import type { ChangeContext } from '../audit/record.ts';
import { normalizeDate } from '../http/dates.ts';
import { InvalidInputError, NotFoundError, RightsExceededError, ScopeRequiredError } from '../http/errors.ts';
import { toList, toListRequest } from '../http/list.ts';
import { onCurrent } from '../http/on-current.ts';
import { type Acl, missingRights } from '../identity/acl.ts';
import * as keys from '../identity/api-key-service.ts';
import * as store from '../identity/api-key-store.ts';
import { assertMayTouch } from '../identity/granting.ts';
import type { ApiKeyRow, Role } from '../identity/identity-types.ts';
import type { Principal, Scope, TenantScope } from '../identity/principal.ts';
import { rightsOfKey } from '../identity/rights.ts';
import { findRoleIdsByNames, findRoles } from '../identity/role-store.ts';
import type { ApiKey, CreateApiKey, ListApiKeys, NewApiKey } from './contract.ts';

/** What the caller may hand on. */
function holderAcl({ features, isSuperAdmin, organizationIds }: Principal): Acl {
  return { features, isSuperAdmin, organizations: organizationIds };
}

const reachesAll = ({ isSuperAdmin, organizationIds }: Principal) => isSuperAdmin || organizationIds === null;

/** Keys of the whole tenant are within the reach of those who may select every organization. */
function isInReach(principal: Principal, { organizationId }: Pick<ApiKeyRow, 'organizationId'>): boolean {
  if (reachesAll(principal)) return true;
  return organizationId !== null && (principal.organizationIds ?? []).includes(organizationId);
}

/** Throws RightsExceededError when the key can do what the caller cannot. */
function assertWithinRights(principal: Principal, key: ApiKeyRow, roles: readonly Role[]): void {
  const wanted = rightsOfKey(key, new Map(roles.map((role) => [role.id, role])));
  const missing = missingRights(holderAcl(principal), wanted);
  if (missing.length > 0) throw new RightsExceededError(missing);
}

/** Throws unless the caller has all rights of a key that it is about to delete. */
async function assertMayDelete(principal: Principal, key: ApiKeyRow): Promise<void> {
  if (principal.isSuperAdmin) return;
  const roles = key.tenantId === null ? new Map() : await findRoles({ tenantId: key.tenantId }, key.roleIds);
  assertMayTouch(principal, rightsOfKey(key, roles));
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** One page of the keys in the caller's reach. Throws PageTooLargeError. */
export async function listApiKeys(scope: Scope, principal: Principal, query: ListApiKeys) {
  const organizationId =
    query.organizationId ?? (reachesAll(principal) ? undefined : principal.organizationIds);
  const request = toListRequest<store.ApiKeyListField>(query, {
    organizationId: organizationId ?? undefined,
  });
  const { items, total } = await store.listApiKeys(scope.tenantId, request);
  const details = await store.keyDetails(items);
  const rows = items.map((key, index): ApiKey => {
    const { lastUsedAtMs = null, organizationName = null, roles = [] } = details[index] ?? {};
    return {
      id: key.id,
      name: key.name,
      description: key.description,
      keyPrefix: key.prefix,
      organizationId: key.organizationId,
      organizationName,
      createdAt: key.createdAt,
      lastUsedAt: isoOrNull(lastUsedAtMs),
      expiresAt: isoOrNull(key.expiresAtMs),
      roles,
    };
  });
  return toList(query, { items: rows, total });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The roles meant by ids or names. Throws InvalidInputError when one does not exist in the tenant. */
async function resolveRoles(scope: TenantScope, wanted: readonly string[]): Promise<Role[]> {
  const ids = wanted.filter((text) => uuid.test(text)).map((id) => id.toLowerCase());
  const named = await findRoleIdsByNames(
    scope,
    wanted.filter((text) => !uuid.test(text)),
  );
  const roles = await findRoles(scope, [...ids, ...named.values()]);
  const resolved = wanted.map((text) => roles.get(named.get(text.toLowerCase()) ?? text.toLowerCase()));
  const unknown = wanted.filter((_, index) => resolved[index] === undefined);
  if (unknown.length > 0) throw new InvalidInputError({ roles: `there is no role ${unknown.join(', ')}` });
  return [...new Map(resolved.filter((role) => role !== undefined).map((role) => [role.id, role])).values()];
}

/** Throws InvalidInputError unless the time is in the future. */
function expiryOf(expiresAt: string | null | undefined, nowMs: number): number | null {
  if (expiresAt === undefined || expiresAt === null || expiresAt === '') return null;
  const atMs = Date.parse(normalizeDate(expiresAt));
  if (atMs <= nowMs) throw new InvalidInputError({ expiresAt: 'must be in the future' });
  return atMs;
}

/** A key with its secret, and its revision. */
export interface KeyWithSecret {
  key: NewApiKey;
  revision: number;
}

function withSecret(row: ApiKeyRow, roles: readonly Role[], secret: string): KeyWithSecret {
  const { id, name, prefix: keyPrefix, tenantId, organizationId, revision } = row;
  const shown = roles.map((role) => ({ id: role.id, name: role.name }));
  const expiresAt = isoOrNull(row.expiresAtMs);
  return {
    key: { id, name, keyPrefix, secret, tenantId, organizationId, roles: shown, expiresAt },
    revision,
  };
}

/**
 * Creates a key in the selected organization. Throws InvalidInputError, RightsExceededError, ScopeRequiredError
 * when no organization is selected and the caller may not select all, NotFoundError when it has just been closed.
 */
export async function createApiKey(
  scope: Partial<Scope> & TenantScope,
  principal: Principal,
  input: CreateApiKey,
  context: ChangeContext,
): Promise<KeyWithSecret> {
  const { tenantId, organizationId = null } = scope;
  if (organizationId === null && !reachesAll(principal)) throw new ScopeRequiredError('organization');
  const { name, description } = input;
  const expiresAtMs = expiryOf(input.expiresAt, context.nowMs);
  const readRoles = async () => ({
    roles: await resolveRoles({ tenantId }, input.roles ?? []),
    revision: 0,
  });
  return onCurrent(readRoles, undefined, async ({ roles }) => {
    const { key, secret } = await keys.createApiKey(
      { name, description, tenantId, organizationId, roles, expiresAtMs },
      context,
      (row) => assertWithinRights(principal, row, roles),
    );
    return withSecret(key, roles, secret);
  });
}

/** The key. Throws NotFoundError, also for keys out of the caller's reach. */
async function getKey(scope: TenantScope, principal: Principal, id: string): Promise<ApiKeyRow> {
  const key = await store.findApiKey(scope.tenantId, id);
  if (key === undefined || !isInReach(principal, key)) throw new NotFoundError('API key');
  return key;
}

/**
 * Gives a key a new secret; the old one works for the grace period more. Throws NotFoundError,
 * RightsExceededError, StaleError.
 */
export async function rotateApiKey(
  scope: TenantScope,
  principal: Principal,
  { id, graceSeconds }: { id: string; graceSeconds: number },
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<KeyWithSecret> {
  return onCurrent(
    () => getKey(scope, principal, id),
    ifMatch,
    async (key) => {
      const rotated = await keys.rotateSecret(key, graceSeconds, context, (roles) =>
        assertWithinRights(principal, key, roles),
      );
      return withSecret(rotated.key, rotated.roles, rotated.secret);
    },
  );
}

/** Throws NotFoundError, StaleError, and MissingFeatureError or RightsExceededError for a key with more rights than the caller. */
export async function deleteApiKey(
  scope: TenantScope,
  principal: Principal,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await onCurrent(
    () => getKey(scope, principal, id),
    ifMatch,
    async (key) => {
      await assertMayDelete(principal, key);
      await store.removeApiKey(key, context);
    },
  );
}
