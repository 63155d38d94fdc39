/** Stores API keys: a row, a listing item, and caller items that authenticate requests. */

import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../../kernel/audit/record.ts';
import { openHome } from '../../../kernel/auth/directory-reader.ts';
import type { ApiKeyRow, Holder, KeyOwner, Role } from '../../../kernel/auth/identity-types.ts';
import { type CallerRights, rightsOfKey } from '../../../kernel/auth/rights.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { callerKey, type Key, organizationKey, ownedKeyKey } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import { batchGet, getItem, queryPages } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { apiKeyKey, apiKeyListingKey, apiKeyListPartition, viewsKey } from '../keys.ts';
import { findRoleNames } from '../roles/listed-role-names.ts';
import { holderWrites, newHolderWrites, unchangedRoles } from '../roles/role-store.ts';
import { callerFields, callersOf, callerWrite, firstCaller, usageOf } from './api-key-caller.ts';

const entity = 'api-key';

/** Keys without a tenant are listed under this name, which cannot be a tenant's id, because ids are UUIDs. */
const platform: TenantScope = { tenantId: 'platform' };

/** The tenant under which a key is stored. */
export const keyScopeOf = ({ tenantId }: Pick<ApiKeyRow, 'tenantId'>): TenantScope =>
  tenantId === null ? platform : { tenantId };

const apiKeyListing = {
  attributes: { name: 'n', prefix: 'p', organizationId: 'o', ownerId: 'w', createdAt: 'ca' },
  searchIn: ['name', 'prefix'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type ApiKeyListField = keyof typeof apiKeyListing.attributes;

function rowWrite({ revision, ...key }: ApiKeyRow) {
  return { put: toItem(apiKeyKey(keyScopeOf(key), key.id), entity, key, { revision }) };
}

const listingKeyOf = (key: ApiKeyRow) => apiKeyListingKey(keyScopeOf(key), Date.parse(key.createdAt), key.id);

function nameOf(key: ApiKeyRow): RowName {
  const { id, name, prefix, organizationId } = key;
  return { list: apiKeyListPartition(keyScopeOf(key)), id, name, detail: prefix, organizationId };
}

function listingWrite(key: ApiKeyRow): Write {
  const { id, name, prefix, organizationId } = key;
  const ownerId = key.secretOwner?.userId ?? null;
  const fields = { name, prefix, organizationId, ownerId, createdAt: Date.parse(key.createdAt) };
  const { put: row } = rowWrite(key);
  const listed = { id, bytes: 1_000, fields, revision: key.revision, row };
  return { put: toListingItem(apiKeyListing, listingKeyOf(key), listed) };
}

const apiKeys: RecordedKind<ApiKeyRow> = {
  name: 'api_keys.key',
  eventData: ({ name, prefix, readOnly }) => ({ name, prefix, readOnly: readOnly === true }),
  audited: ({ secretSha256, secretOwner, previous, revision, ...shown }) => {
    // As responses have them.
    const { readOnly = false, allowedAddresses = [], workloads = [] } = shown;
    return { ...shown, readOnly, allowedAddresses, workloads };
  },
};

/** Lists the key with the user who knows its secret. */
function ownedWrites({ tenantId, id, secretOwner }: ApiKeyRow): Write[] {
  return secretOwner ? [{ put: { ...ownedKeyKey(secretOwner, tenantId, id), tenantId, id } }] : [];
}

/** Removes the key from the lists of users who know none of its secrets any more. */
function disownedWrites(before: ApiKeyRow, after?: ApiKeyRow): Write[] {
  const textOf = ({ tenantId, userId }: KeyOwner) => `${tenantId} ${userId}`;
  const ownersOf = (key?: ApiKeyRow) =>
    new Map(
      [key?.secretOwner, key?.previous?.owner]
        .filter((owner) => owner !== undefined)
        .map((owner) => [textOf(owner), owner]),
    );
  const left = ownersOf(after);
  return [...ownersOf(before)]
    .filter(([text]) => !left.has(text))
    .map(([, owner]) => ({ delete: ownedKeyKey(owner, before.tenantId, before.id) }));
}

const earlier = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

/** The key of an API key's row. */
export function apiKeyRowKey(tenantId: string | null, id: string): Key {
  return apiKeyKey(keyScopeOf({ tenantId }), id);
}

export async function findApiKey(tenantId: string | null, id: string): Promise<ApiKeyRow | undefined> {
  const item = await getItem(apiKeyRowKey(tenantId, id));
  return item && fromItem<ApiKeyRow>(item, entity);
}

/** API keys by id; missing ones are not in the map. One request per 100. */
export async function findApiKeys(
  tenantId: string | null,
  ids: readonly string[],
): Promise<Map<string, ApiKeyRow>> {
  const items = await batchGet([...new Set(ids)].map((id) => apiKeyKey(keyScopeOf({ tenantId }), id)));
  return new Map(items.map((item) => [String(item.id), fromItem<ApiKeyRow>(item, entity)]));
}

export async function listApiKeys(
  tenantId: string | null,
  request: ListRequest<ApiKeyListField>,
): Promise<{ items: ApiKeyRow[]; total: number }> {
  const scope = keyScopeOf({ tenantId });
  const { rows, total } = await listPage(
    apiKeyListing,
    [apiKeyListPartition(scope)],
    ({ id }) => apiKeyKey(scope, id),
    request,
  );
  return { items: rows.map((item) => fromItem<ApiKeyRow>(item, entity)), total };
}

export interface KeyDetails {
  lastUsedAtMs: number | null;
  organizationName: string | null;
  roles: { id: string; name: string }[];
}

/**
 * The details that lists show of keys of one home, in the same order, eventually consistent. One request per
 * 100 keys and organizations, and the requests for roles.
 */
export async function keyDetails(keys: readonly ApiKeyRow[]): Promise<KeyDetails[]> {
  const related = (key: ApiKeyRow) => ({
    callers: callersOf(key),
    organization:
      key.organizationId === null ? undefined : organizationKey(keyScopeOf(key), key.organizationId),
    roleIds: key.roleIds,
  });
  const text = ({ pk, sk }: { pk?: unknown; sk?: unknown }) => toJson([pk, sk]);
  const relatedItems = keys.map(related);
  const distinct = new Map(
    relatedItems
      .flatMap(({ callers, organization }) => [...callers, ...(organization ? [organization] : [])])
      .map((key) => [text(key), key]),
  );
  // All keys of a list have the same home.
  const [home] = keys.map(keyScopeOf);
  const [items, roleNames] = await allOf([
    batchGet([...distinct.values()], undefined, { consistent: false }),
    home
      ? findRoleNames(
          home,
          keys.flatMap(({ roleIds }) => roleIds),
        )
      : new Map<string, string>(),
  ]);
  const found = new Map(items.map((item) => [text(item), item]));
  return relatedItems.map(({ callers, organization, roleIds }) => {
    const uses = callers.map((key) => Number(found.get(text(key))?.lastUsedAtMs ?? 0));
    const name = organization && found.get(text(organization))?.name;
    return {
      lastUsedAtMs: Math.max(...uses) || null,
      organizationName: name === undefined ? null : String(name),
      roles: roleIds.flatMap((id) => {
        const roleName = roleNames.get(id);
        return roleName === undefined ? [] : [{ id, name: roleName }];
      }),
    };
  });
}

/** The keys of the tenant, or of one of its organizations, a DynamoDB page at a time. */
export async function* keyHolders(scope: TenantScope, organizationId?: string): AsyncGenerator<Holder[]> {
  for await (const page of queryPages({ pk: apiKeyListPartition(scope), consistent: true })) {
    const residents = page.filter(({ o }) => organizationId === undefined || o === organizationId);
    yield residents.map(({ id }) => ({ kind: 'KEY', id: String(id) }));
  }
}

/**
 * Stores a new key with the current rights of its roles. Throws StaleError if one of them changes meanwhile,
 * NotFoundError if its tenant or organization is closed, or its owner is not active.
 */
export async function insertApiKey(
  key: ApiKeyRow,
  roles: readonly Role[],
  context: ChangeContext,
): Promise<void> {
  const rights = rightsOfKey(key, new Map(roles.map((role) => [role.id, role])));
  const holder: Holder = { kind: 'KEY', id: key.id };
  await transact([
    { ...rowWrite(key), when: notExists },
    listingWrite(key),
    callerWrite(key, rights, firstCaller(key)),
    ...ownedWrites(key),
    ...nameWrites(undefined, nameOf(key)),
    countWrite(apiKeyListPartition(keyScopeOf(key)), key.id, 1),
    ...newHolderWrites(keyScopeOf(key), holder, roles),
    ...openHome(key, (closed) => new NotFoundError(closed)),
    ...recordChange(changeOf(apiKeys, 'created', undefined, key), context),
  ]);
}

/**
 * Stores a key without a check or an event, also over an existing one: for the demo, whose keys must survive
 * restarts.
 */
export async function overwriteApiKey(key: ApiKeyRow): Promise<void> {
  await transact([
    rowWrite(key),
    listingWrite(key),
    ...nameWrites(undefined, nameOf(key)),
    callerWrite(key, rightsOfKey(key, new Map()), firstCaller(key)),
  ]);
}

/**
 * Gives the key a new secret; the old one stays valid for `graceSeconds`. Throws StaleError if the key, its
 * rights or one of its roles have changed since they were read, NotFoundError if its home is closed or the owner is not
 * active.
 */
export async function replaceSecret(
  before: ApiKeyRow,
  next: Pick<ApiKeyRow, 'secretSha256' | 'prefix' | 'secretOwner'> & { graceSeconds: number },
  roles: readonly Role[],
  context: ChangeContext,
): Promise<ApiKeyRow> {
  const caller = await getItem(callerKey(before.secretSha256));
  // Another rotation has removed the secret since the row was read.
  if (caller === undefined) throw new StaleError();
  // A secret that is refused, because its owner is not active, gets no grace period.
  const hasGrace = next.graceSeconds > 0 && !caller.blocked;
  const graceEndsAtMs = earlier(before.expiresAtMs, context.nowMs + next.graceSeconds * 1000);
  const after: ApiKeyRow = {
    ...before,
    secretSha256: next.secretSha256,
    prefix: next.prefix,
    secretOwner: next.secretOwner,
    previous: hasGrace
      ? { secretSha256: before.secretSha256, expiresAtMs: graceEndsAtMs, owner: before.secretOwner }
      : undefined,
    revision: before.revision + 1,
  };
  const rights = rightsOfKey(after, new Map(roles.map((role) => [role.id, role])));
  const used = usageOf(caller);
  const old = {
    ...(after.previous
      ? callerWrite(after, rights, {
          ...after.previous,
          revision: Number(caller.rev) + 1,
          used: { ...used, ttl: Math.ceil(graceEndsAtMs / 1000) },
        })
      : { delete: callerKey(before.secretSha256) }),
    ...ifRevision(Number(caller.rev)),
  };
  const { secretSha256, expiresAtMs } = after;
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    listingWrite(after),
    callerWrite(after, rights, { secretSha256, expiresAtMs, revision: 1, used }),
    ...nameWrites(nameOf(before), nameOf(after)),
    old,
    // A secret in the grace period of an earlier rotation ends now, so that at most two secrets are valid.
    ...(before.previous ? [{ delete: callerKey(before.previous.secretSha256) }] : []),
    ...ownedWrites(after),
    ...disownedWrites(before, after),
    ...unchangedRoles(keyScopeOf(after), roles),
    ...openHome(after, (closed) => new NotFoundError(closed)),
    ...recordChange(changeOf(apiKeys, 'rotated', before, after), context),
  ]);
  return after;
}

/** The changeable fields of a key. */
export type ApiKeyChange = Partial<
  Pick<
    ApiKeyRow,
    | 'name'
    | 'description'
    | 'expiresAtMs'
    | 'perMinute'
    | 'perHour'
    | 'allowedAddresses'
    | 'readOnly'
    | 'workloads'
  >
>;

/**
 * Replaces fields and roles of a key; its secrets and their counters stay, and a key that is refused because of its home or
 * its owner stays refused. `roles` are all roles after the change. Throws StaleError if the key, its rights or one of the
 * roles have changed since they were read, NotFoundError if its home is being closed.
 */
export async function replaceApiKey(
  before: ApiKeyRow,
  change: ApiKeyChange,
  roles: readonly Role[],
  context: ChangeContext,
): Promise<ApiKeyRow> {
  const callers = await batchGet(callersOf(before));
  const callerOf = ({ secretSha256 }: { secretSha256: string }) =>
    callers.find(({ pk }) => pk === callerKey(secretSha256).pk);
  const { previous, ...kept } = before;
  const roleIds = roles.map(({ id }) => id);
  const after: ApiKeyRow = { ...kept, ...change, roleIds, revision: before.revision + 1 };
  // A secret whose grace period has ended has no caller item.
  if (previous && callerOf(previous)) {
    after.previous = { ...previous, expiresAtMs: earlier(after.expiresAtMs, previous.expiresAtMs) };
  }
  const isRefused = callers.some(({ blocked }) => blocked === true);
  const open = rightsOfKey(after, new Map(roles.map((role) => [role.id, role])));
  const rights: CallerRights = isRefused ? { ...open, blocked: true } : open;
  const scope = keyScopeOf(after);
  const given = roles.filter(({ id }) => !before.roleIds.includes(id));
  const taken = before.roleIds.filter((id) => !roleIds.includes(id));
  const callerSet = (secret: { secretSha256: string; expiresAtMs: number | null }): Write => {
    const revision = Number(callerOf(secret)?.rev ?? 0);
    const { values, absent } = callerFields(after, rights, secret.expiresAtMs);
    return {
      set: callerKey(secret.secretSha256),
      values: { ...values, rev: revision + 1 },
      remove: absent,
      ...ifRevision(revision),
    };
  };
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    listingWrite(after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...[after, ...(after.previous ? [after.previous] : [])].map(callerSet),
    ...holderWrites(scope, { kind: 'KEY', id: after.id }, { given, taken }),
    ...unchangedRoles(
      scope,
      roles.filter((role) => !given.includes(role)),
    ),
    ...(isRefused ? [] : openHome(after, (closed) => new NotFoundError(closed))),
    ...recordChange(changeOf(apiKeys, 'updated', before, after), context),
  ]);
  return after;
}

/** Deletes the key; its next request is refused. Throws StaleError if it has changed since it was read. */
export async function removeApiKey(key: ApiKeyRow, context: ChangeContext): Promise<void> {
  const scope = keyScopeOf(key);
  await transact([
    { delete: apiKeyKey(scope, key.id), ...ifRevision(key.revision) },
    { delete: listingKeyOf(key) },
    ...callersOf(key).map((caller) => ({ delete: caller })),
    { delete: viewsKey({ ...key, subject: `api_key:${key.id}` }) },
    ...disownedWrites(key),
    ...nameWrites(nameOf(key), undefined),
    countWrite(apiKeyListPartition(scope), key.id, -1),
    ...holderWrites(scope, { kind: 'KEY', id: key.id }, { given: [], taken: key.roleIds }),
    ...recordChange(deletionOf(apiKeys, key), context),
  ]);
}
