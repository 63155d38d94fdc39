/** The only file that knows how API keys lie in the table: a row, a listing item, and what requests authenticate by. */
import { type Change, type ChangeContext, recordChange } from '../audit/record.ts';
import { StaleError } from '../http/errors.ts';
import { countWrite } from '../table/counters.ts';
import { fromItem, toItem } from '../table/item.ts';
import { apiKeyKey, apiKeyListingKey, apiKeyListPartition, callerKey } from '../table/keys.ts';
import { type ListingSpec, type ListRequest, listPage, toListingItem } from '../table/listing.ts';
import { batchGet, getItem } from '../table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../table/write.ts';
import type { ApiKeyRow, Role } from './identity-types.ts';
import type { TenantScope } from './principal.ts';
import { type CallerRights, rightsOfKey } from './rights.ts';
import { holderWrites, unchangedRoles } from './role-store.ts';

const entity = 'api-key';

/** Keys without a home tenant are listed under this one, which no tenant can have: ids are UUIDs. */
const platform: TenantScope = { tenantId: 'platform' };
const scopeOf = ({ tenantId }: Pick<ApiKeyRow, 'tenantId'>): TenantScope =>
  tenantId === null ? platform : { tenantId };

export const apiKeyListing = {
  attributes: { name: 'n', prefix: 'p', organizationId: 'o', createdAt: 'ca' },
  searchIn: ['name', 'prefix'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;

function rowWrite({ revision, ...key }: ApiKeyRow) {
  return { put: toItem(apiKeyKey(scopeOf(key), key.id), entity, key, { revision }) };
}

const listingKeyOf = (key: ApiKeyRow) => apiKeyListingKey(scopeOf(key), Date.parse(key.createdAt), key.id);

function listingWrite(key: ApiKeyRow): Write {
  const { id, name, prefix, organizationId } = key;
  const fields = { name, prefix, organizationId, createdAt: Date.parse(key.createdAt) };
  return { put: toListingItem(apiKeyListing, listingKeyOf(key), { id, bytes: 1_000, fields }) };
}

/** What a request by the key reads: rights, limits and expiry. Absent attributes mean "none": conditions cannot compare null. */
function callerWrite(
  key: ApiKeyRow,
  rights: CallerRights,
  secretSha256: string,
  expiresAtMs: number | null,
): Write {
  const { id, name, perMinute, perHour } = key;
  const optional = Object.entries({ expiresAtMs, perMinute, perHour }).filter(([, value]) => value !== null);
  const row = { id, name, ...rights, ...Object.fromEntries(optional) };
  return { put: toItem(callerKey(secretSha256), 'caller', row, { revision: 1 }) };
}

function changeOf(key: ApiKeyRow, action: Change['action'], changes?: Change['changes']): Change {
  const { tenantId, organizationId, id, name, prefix } = key;
  return {
    tenantId,
    organizationId,
    resource: 'api_keys.key',
    resourceId: id,
    action,
    version: key.revision,
    data: { name, prefix },
    changes,
  };
}

const earlier = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

export async function findApiKey(tenantId: string | null, id: string): Promise<ApiKeyRow | undefined> {
  const item = await getItem(apiKeyKey(scopeOf({ tenantId }), id));
  return item && fromItem<ApiKeyRow>(item, entity);
}

export async function listApiKeys(
  tenantId: string | null,
  request: ListRequest<keyof typeof apiKeyListing.attributes>,
): Promise<{ items: ApiKeyRow[]; total: number }> {
  const scope = scopeOf({ tenantId });
  const { rows, total } = await listPage(
    apiKeyListing,
    [apiKeyListPartition(scope)],
    ({ id }) => apiKeyKey(scope, id),
    request,
  );
  return { items: rows.map((item) => fromItem<ApiKeyRow>(item, entity)), total };
}

/** When each key was last used, in milliseconds; keys that never were are missing. One request per 100 keys. */
export async function lastUses(keys: readonly ApiKeyRow[]): Promise<Map<string, number>> {
  const items = await batchGet(keys.map(({ secretSha256 }) => callerKey(secretSha256)));
  return new Map(
    items
      .filter((item) => typeof item.lastUsedAtMs === 'number')
      .map((item) => [String(item.id), Number(item.lastUsedAtMs)]),
  );
}

/** Stores a new key with the rights its roles give now. Throws StaleError when one of them changes meanwhile. */
export async function insertApiKey(
  key: ApiKeyRow,
  roles: readonly Role[],
  context: ChangeContext,
): Promise<void> {
  const rights = rightsOfKey(key, new Map(roles.map((role) => [role.id, role])));
  await transact([
    { ...rowWrite(key), when: notExists },
    listingWrite(key),
    callerWrite(key, rights, key.secretSha256, key.expiresAtMs),
    countWrite(apiKeyListPartition(scopeOf(key)), key.id, 1),
    ...holderWrites(scopeOf(key), { kind: 'KEY', id: key.id }, { given: roles, taken: [] }),
    ...recordChange(changeOf(key, 'created'), context),
  ]);
}

/** Puts a key as it is, over whatever was there and without a trace: for the demo, whose keys outlive restarts. */
export async function overwriteApiKey(key: ApiKeyRow): Promise<void> {
  await transact([
    rowWrite(key),
    listingWrite(key),
    callerWrite(key, rightsOfKey(key, new Map()), key.secretSha256, key.expiresAtMs),
  ]);
}

/**
 * Gives the key a new secret; the old one works for `graceSeconds` more. Throws StaleError when the key or one
 * of its roles has changed since it was read.
 */
export async function replaceSecret(
  before: ApiKeyRow,
  next: { secretSha256: string; prefix: string; graceSeconds: number },
  roles: readonly Role[],
  context: ChangeContext,
): Promise<ApiKeyRow> {
  const graceEndsAtMs = earlier(before.expiresAtMs, context.nowMs + next.graceSeconds * 1000);
  const after: ApiKeyRow = {
    ...before,
    secretSha256: next.secretSha256,
    prefix: next.prefix,
    previous:
      next.graceSeconds === 0 ? undefined : { secretSha256: before.secretSha256, expiresAtMs: graceEndsAtMs },
    revision: before.revision + 1,
  };
  const rights = rightsOfKey(after, new Map(roles.map((role) => [role.id, role])));
  await transact([
    { ...rowWrite(after), when: revisionIs(before.revision), otherwise: () => new StaleError() },
    listingWrite(after),
    callerWrite(after, rights, after.secretSha256, after.expiresAtMs),
    after.previous
      ? callerWrite(after, rights, after.previous.secretSha256, after.previous.expiresAtMs)
      : { delete: callerKey(before.secretSha256) },
    // A secret still in the grace of an earlier rotation ends now: at most two secrets work at a time.
    ...(before.previous ? [{ delete: callerKey(before.previous.secretSha256) }] : []),
    ...unchangedRoles(scopeOf(after), roles),
    ...recordChange(
      changeOf(after, 'rotated', { prefix: { before: before.prefix, after: after.prefix } }),
      context,
    ),
  ]);
  return after;
}

/** Deletes the key; its next request is refused. Throws StaleError when it has changed since it was read. */
export async function removeApiKey(key: ApiKeyRow, context: ChangeContext): Promise<void> {
  const scope = scopeOf(key);
  const deleted = { ...key, revision: key.revision + 1 };
  await transact([
    { delete: apiKeyKey(scope, key.id), when: revisionIs(key.revision), otherwise: () => new StaleError() },
    { delete: listingKeyOf(key) },
    { delete: callerKey(key.secretSha256) },
    ...(key.previous ? [{ delete: callerKey(key.previous.secretSha256) }] : []),
    countWrite(apiKeyListPartition(scope), key.id, -1),
    ...holderWrites(scope, { kind: 'KEY', id: key.id }, { given: [], taken: key.roleIds }),
    ...recordChange(changeOf(deleted, 'deleted'), context),
  ]);
}
