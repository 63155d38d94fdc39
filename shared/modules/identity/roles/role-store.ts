/** Stores roles. Not declared resources: a change of rights reaches their holders in two phases. */

import { randomUUID } from 'node:crypto';
import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { Acl } from '../../../kernel/auth/acl.ts';
import type { FanOut, Holder, Role } from '../../../kernel/auth/identity-types.ts';
import { visibleRoleRevision } from '../../../kernel/auth/rights.ts';
import { comparedName } from '../../../kernel/base/compared.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import { batchGet, getItem, type Item, queryPages } from '../../../kernel/table/read.ts';
import {
  ifRevision,
  notExists,
  orStale,
  revisionIs,
  transact,
  updateItem,
  type Write,
} from '../../../kernel/table/write.ts';
import { RoleInUseError, RoleNameTakenError } from '../errors.ts';
import {
  roleHolderKey,
  roleHoldersPrefix,
  roleKey,
  roleListingKey,
  roleListPartition,
  roleNameKey,
} from '../keys.ts';

const entity = 'role';

const roleListing = {
  attributes: { name: 'n', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name'],
  keyOrder: { field: 'name', direction: 'asc' },
} as const satisfies ListingSpec<string>;

function toRole(item: Item): Role {
  return fromItem<Role>(item, entity);
}

function rowWrite({ revision, ...role }: Role) {
  return { put: toItem(roleKey(role, role.id), entity, role, { revision }) };
}

const nameOf = (role: Role): RowName => ({
  list: roleListPartition(role),
  ...{ id: role.id, name: role.name, detail: null },
});

function listingWrite(role: Role): Write {
  const { id, name } = role;
  const fields = { name, createdAt: Date.parse(role.createdAt), updatedAt: Date.parse(role.updatedAt) };
  const item = toListingItem(roleListing, roleListingKey(role, name, id), {
    ...{ id, fields, revision: role.revision },
    bytes: 500,
  });
  // The granted features, so that one Query reads the grants of all roles of the tenant.
  return { put: { ...item, f: role.acl.isSuperAdmin ? ['*'] : role.acl.features } };
}

const reserveName = (role: Role): Write => ({
  put: { ...roleNameKey(role, role.name), id: role.id },
  when: notExists,
  otherwise: () => new RoleNameTakenError(role.name),
});

function changeOf(role: Role, action: Change['action'], changes: Change['changes']): Change {
  return {
    tenantId: role.tenantId,
    organizationId: null,
    resource: 'auth.role',
    resourceId: role.id,
    action,
    version: role.revision,
    data: { name: role.name },
    changes,
  };
}

export async function findRole(scope: TenantScope, id: string): Promise<Role | undefined> {
  const item = await getItem(roleKey(scope, id));
  return item && toRole(item);
}

/** Roles by id; missing ones are not in the map. One request per 100. */
export async function findRoles(scope: TenantScope, ids: readonly string[]): Promise<Map<string, Role>> {
  const items = await batchGet([...new Set(ids)].map((id) => roleKey(scope, id)));
  return new Map(items.map((item) => [String(item.id), toRole(item)]));
}

/** The ids of roles by name, case-insensitively; unknown names are missing. One request per 100. */
export async function findRoleIdsByNames(
  scope: TenantScope,
  names: readonly string[],
): Promise<Map<string, string>> {
  const lower = [...new Set(names.map(comparedName))];
  const items = await batchGet(lower.map((name) => roleNameKey(scope, name)));
  const idAt = new Map(items.map(({ pk, id }) => [pk, String(id)]));
  return new Map(
    lower.flatMap((name) => {
      const id = idAt.get(roleNameKey(scope, name).pk);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** The grants of all roles of the tenant. One Query for some thousand roles. */
export async function listGrants(scope: TenantScope): Promise<string[]> {
  const grants = new Set<string>();
  for await (const page of queryPages({ pk: roleListPartition(scope), consistent: true })) {
    for (const { f } of page) for (const grant of (f as string[] | undefined) ?? []) grants.add(grant);
  }
  return [...grants];
}

export async function listRoles(
  scope: TenantScope,
  request: ListRequest<keyof typeof roleListing.attributes>,
): Promise<{ items: Role[]; total: number }> {
  const { rows, total } = await listPage(
    roleListing,
    [roleListPartition(scope)],
    ({ id }) => roleKey(scope, id),
    request,
  );
  return { items: rows.map(toRole), total };
}

/** Throws RoleNameTakenError. */
export async function insertRole(role: Role, context: ChangeContext): Promise<void> {
  await transact([
    reserveName(role),
    { ...rowWrite(role), when: notExists },
    listingWrite(role),
    ...nameWrites(undefined, nameOf(role)),
    countWrite(roleListPartition(role), role.id, 1),
    ...recordChange(
      changeOf(role, 'created', { name: { after: role.name }, acl: { after: role.acl } }),
      context,
    ),
  ]);
}

/**
 * Renames a role. Throws StaleError, RoleNameTakenError. Counts of holders and a pending change of rights are
 * not affected.
 */
export async function renameRole(before: Role, name: string, context: ChangeContext): Promise<Role> {
  const revision = before.revision + 1;
  const { fanOut } = before;
  const after: Role = {
    ...before,
    name,
    updatedAt: toIso(context.nowMs),
    revision,
    // The new name is visible immediately, so readers know this revision.
    fanOut: fanOut?.phase === 'narrowing' ? { ...fanOut, since: revision } : fanOut,
  };
  const [oldKey, newKey] = [
    roleListingKey(before, before.name, before.id),
    roleListingKey(after, name, after.id),
  ];
  const nameMoves = roleNameKey(before, before.name).pk !== roleNameKey(after, name).pk;
  await transact([
    setRole(before, { name, updatedAt: after.updatedAt, ...(after.fanOut && { fanOut: after.fanOut }) }),
    ...(nameMoves ? [reserveName(after), { delete: roleNameKey(before, before.name) }] : []),
    ...(oldKey.sk === newKey.sk ? [] : [{ delete: oldKey }]),
    listingWrite(after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...recordChange(changeOf(after, 'updated', { name: { before: before.name, after: name } }), context),
  ]);
  return after;
}

/** Sets attributes of a role if it is unchanged. Holders may be added and removed concurrently. */
function setRole(before: Role, values: Record<string, unknown>, remove: readonly string[] = []): Write {
  return {
    set: roleKey(before, before.id),
    values: { ...values, rev: before.revision + 1 },
    remove,
    ...ifRevision(before.revision),
  };
}

/**
 * Announces new rights: until the commit, only rights that both the old and the new allow are granted.
 * Replaces an earlier announcement that was not committed. Throws StaleError.
 */
export async function announceAcl(before: Role, pending: Acl): Promise<Role> {
  const fanOut: FanOut = {
    id: randomUUID(),
    phase: 'narrowing',
    since: visibleRoleRevision(before),
    after: null,
  };
  await transact([setRole(before, { pending, fanOut })]);
  return { ...before, pending, fanOut, revision: before.revision + 1 };
}

/** Commits announced rights. Throws StaleError. */
export async function commitAcl(announced: Role, context: ChangeContext): Promise<Role> {
  const { pending, fanOut, ...rest } = announced;
  if (pending === undefined || fanOut === undefined)
    throw new Error('Only announced rights can be committed.');
  const after: Role = {
    ...rest,
    acl: pending,
    fanOut: { ...fanOut, phase: 'widening', after: null },
    updatedAt: toIso(context.nowMs),
    revision: announced.revision + 1,
  };
  await transact([
    setRole(announced, { acl: after.acl, fanOut: after.fanOut, updatedAt: after.updatedAt }, ['pending']),
    listingWrite(after),
    ...recordChange(changeOf(after, 'updated', { acl: { before: rest.acl, after: after.acl } }), context),
  ]);
  return after;
}

/**
 * Stores the last holder (`cursor`) that a change has reached; undefined means all holders. Throws StaleError
 * if another change has taken over.
 */
export async function noteProgress(role: Role, { id, phase }: FanOut, cursor?: string): Promise<void> {
  try {
    await updateItem({
      Key: { ...roleKey(role, role.id) },
      UpdateExpression: cursor === undefined ? 'REMOVE fanOut' : 'SET fanOut.#after = :after',
      ConditionExpression: 'fanOut.#id = :id AND fanOut.#phase = :phase',
      ExpressionAttributeNames: { '#id': 'id', '#phase': 'phase', ...(cursor && { '#after': 'after' }) },
      ExpressionAttributeValues: { ':id': id, ':phase': phase, ...(cursor && { ':after': cursor }) },
    });
  } catch (error) {
    throw error instanceof ConditionFailedError ? new StaleError() : error;
  }
}

/**
 * The row is unchanged, including its holders: no holder may be added between the check of the counts and the
 * deletion.
 */
function unchanged(role: Role) {
  const { expression, values } = revisionIs(role.revision);
  return {
    expression: `${expression} AND #users = :users AND #keys = :keys`,
    names: { '#users': 'users', '#keys': 'keys' },
    values: { ...values, ':users': role.users, ':keys': role.keys },
  };
}

/** Throws RoleInUseError if the role has holders, StaleError if it has changed. */
export async function removeRole(role: Role, context: ChangeContext): Promise<void> {
  if (role.users + role.keys > 0) throw new RoleInUseError();
  const deleted = { ...role, revision: role.revision + 1 };
  await transact([
    { delete: roleKey(role, role.id), ...orStale(unchanged(role)) },
    { delete: roleNameKey(role, role.name) },
    { delete: roleListingKey(role, role.name, role.id) },
    ...nameWrites(nameOf(role), undefined),
    countWrite(roleListPartition(role), role.id, -1),
    ...recordChange(
      changeOf(deleted, 'deleted', { name: { before: role.name }, acl: { before: role.acl } }),
      context,
    ),
  ]);
}

const countOf = ({ kind }: Holder): 'users' | 'keys' => (kind === 'USER' ? 'users' : 'keys');

const holderItem = (scope: TenantScope, { kind, id }: Holder, roleId: string): Key & Item => ({
  ...roleHolderKey(scope, roleId, kind, id),
  kind,
  id,
});

/**
 * The writes that list and count a holder of roles, for the transaction that writes the holder. The condition
 * prevents a race with a change of the role's rights: a request with the old rights must not store them after
 * the change has reached all holders.
 */
export function newHolderWrites(scope: TenantScope, holder: Holder, roles: readonly Role[]): Write[] {
  return roles.flatMap((role) => [
    { put: holderItem(scope, holder, role.id) },
    {
      add: roleKey(scope, role.id),
      amounts: { [countOf(holder)]: 1 },
      ...ifRevision(role.revision),
    },
  ]);
}

/**
 * The writes that assign roles to a holder or remove them, for the transaction that changes or deletes the
 * holder.
 */
export function holderWrites(
  scope: TenantScope,
  holder: Holder,
  { given, taken }: { given: readonly Role[]; taken: readonly string[] },
): Write[] {
  return [
    ...newHolderWrites(scope, holder, given),
    ...taken.flatMap((roleId): Write[] => [
      { delete: roleHolderKey(scope, roleId, holder.kind, holder.id) },
      {
        add: roleKey(scope, roleId),
        amounts: { [countOf(holder)]: -1 },
        when: { expression: 'attribute_exists(pk)' },
        otherwise: () => new NotFoundError('Role'),
      },
    ]),
  ];
}

/** Conditions that the roles are unchanged, for a transaction that stores rights computed from them. */
export function unchangedRoles(scope: TenantScope, roles: readonly Role[]): Write[] {
  return roles.map((role) => ({
    check: roleKey(scope, role.id),
    ...ifRevision(role.revision),
  }));
}

/**
 * All holders of the role, a DynamoDB page at a time, with their position. An interrupted create leaves
 * holders that do not exist.
 */
export async function* roleHolders(
  scope: TenantScope,
  roleId: string,
  after: string | null = null,
): AsyncGenerator<(Holder & { cursor: string })[]> {
  const { pk } = roleKey(scope, roleId);
  const query = { pk, skPrefix: roleHoldersPrefix, consistent: true, after: after ?? undefined };
  for await (const page of queryPages(query)) {
    yield page.map(({ kind, id, sk }) => ({ kind, id, cursor: sk }) as Holder & { cursor: string });
  }
}
