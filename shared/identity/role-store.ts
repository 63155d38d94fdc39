/** The only file that knows how roles lie in the table. */
import { type Change, type ChangeContext, recordChange } from '../audit/record.ts';
import { NotFoundError, RoleInUseError, RoleNameTakenError, StaleError } from '../http/errors.ts';
import { countWrite } from '../table/counters.ts';
import { fromItem, toItem } from '../table/item.ts';
import {
  roleHolderKey,
  roleHoldersPrefix,
  roleKey,
  roleListingKey,
  roleListPartition,
  roleNameKey,
} from '../table/keys.ts';
import { type ListingSpec, type ListRequest, listPage, toListingItem } from '../table/listing.ts';
import { batchGet, getItem, type Item, queryPages } from '../table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../table/write.ts';
import type { Holder, Role } from './identity-types.ts';
import type { TenantScope } from './principal.ts';

const entity = 'role';

export const roleListing = {
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

function listingWrite(role: Role): Write {
  const { id, name } = role;
  const fields = { name, createdAt: Date.parse(role.createdAt), updatedAt: Date.parse(role.updatedAt) };
  return { put: toListingItem(roleListing, roleListingKey(role, name, id), { id, bytes: 500, fields }) };
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

/** Roles by id; those that do not exist are missing in the map. One request per 100. */
export async function findRoles(scope: TenantScope, ids: readonly string[]): Promise<Map<string, Role>> {
  const items = await batchGet([...new Set(ids)].map((id) => roleKey(scope, id)));
  return new Map(items.map((item) => [String(item.id), toRole(item)]));
}

/** The id behind a role's name, in any case. */
export async function findRoleIdByName(scope: TenantScope, name: string): Promise<string | undefined> {
  const item = await getItem(roleNameKey(scope, name));
  return item && String(item.id);
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
    countWrite(roleListPartition(role), role.id, 1),
    ...recordChange(
      changeOf(role, 'created', { name: { after: role.name }, acl: { after: role.acl } }),
      context,
    ),
  ]);
}

/** Renames a role. Throws StaleError, RoleNameTakenError. Counts of holders are kept: they move independently. */
export async function renameRole(before: Role, name: string, context: ChangeContext): Promise<Role> {
  const after = {
    ...before,
    name,
    updatedAt: new Date(context.nowMs).toISOString(),
    revision: before.revision + 1,
  };
  const [oldKey, newKey] = [
    roleListingKey(before, before.name, before.id),
    roleListingKey(after, name, after.id),
  ];
  const nameMoves = roleNameKey(before, before.name).pk !== roleNameKey(after, name).pk;
  await transact([
    { ...rowWrite(after), when: unchanged(before), otherwise: () => new StaleError() },
    ...(nameMoves ? [reserveName(after), { delete: roleNameKey(before, before.name) }] : []),
    ...(oldKey.sk === newKey.sk ? [] : [{ delete: oldKey }]),
    listingWrite(after),
    ...recordChange(changeOf(after, 'updated', { name: { before: before.name, after: name } }), context),
  ]);
  return after;
}

/** The row is written whole, so its holder counts must be those that were read, too. */
function unchanged(role: Role) {
  const { expression, values } = revisionIs(role.revision);
  return {
    expression: `${expression} AND #users = :users AND #keys = :keys`,
    names: { '#users': 'users', '#keys': 'keys' },
    values: { ...values, ':users': role.users, ':keys': role.keys },
  };
}

/** Announces new rights: from now on only what old and new both allow counts. Throws StaleError. */
export async function announceAcl(before: Role, pending: Role['acl']): Promise<Role> {
  const after = { ...before, pending, revision: before.revision + 1 };
  await transact([{ ...rowWrite(after), when: unchanged(before), otherwise: () => new StaleError() }]);
  return after;
}

/** Makes announced rights the role's rights. Throws StaleError. */
export async function commitAcl(announced: Role, context: ChangeContext): Promise<Role> {
  const { pending, ...rest } = announced;
  const after: Role = {
    ...rest,
    acl: pending ?? rest.acl,
    updatedAt: new Date(context.nowMs).toISOString(),
    revision: announced.revision + 1,
  };
  await transact([
    { ...rowWrite(after), when: unchanged(announced), otherwise: () => new StaleError() },
    listingWrite(after),
    ...recordChange(changeOf(after, 'updated', { acl: { before: rest.acl, after: after.acl } }), context),
  ]);
  return after;
}

/** Throws RoleInUseError while anybody holds the role, StaleError when it has changed. */
export async function removeRole(role: Role, context: ChangeContext): Promise<void> {
  if (role.users + role.keys > 0) throw new RoleInUseError();
  const deleted = { ...role, revision: role.revision + 1 };
  await transact([
    { delete: roleKey(role, role.id), when: unchanged(role), otherwise: () => new StaleError() },
    { delete: roleNameKey(role, role.name) },
    { delete: roleListingKey(role, role.name, role.id) },
    countWrite(roleListPartition(role), role.id, -1),
    ...recordChange(changeOf(deleted, 'deleted', { name: { before: role.name } }), context),
  ]);
}

/**
 * The writes that give roles to a holder or take them away; for the transaction that writes the holder. The
 * condition closes the race with a change of the role's rights: who read the old rights must not store them
 * after the change went through its holders.
 */
export function holderWrites(
  scope: TenantScope,
  holder: Holder,
  { given, taken }: { given: readonly Role[]; taken: readonly string[] },
): Write[] {
  const count = holder.kind === 'USER' ? 'users' : 'keys';
  return [
    ...given.flatMap((role): Write[] => [
      { put: { ...roleHolderKey(scope, role.id, holder.kind, holder.id), kind: holder.kind, id: holder.id } },
      {
        add: roleKey(scope, role.id),
        amounts: { [count]: 1 },
        when: revisionIs(role.revision),
        otherwise: () => new StaleError(),
      },
    ]),
    ...taken.flatMap((roleId): Write[] => [
      { delete: roleHolderKey(scope, roleId, holder.kind, holder.id) },
      {
        add: roleKey(scope, roleId),
        amounts: { [count]: -1 },
        when: { expression: 'attribute_exists(pk)' },
        otherwise: () => new NotFoundError('Role'),
      },
    ]),
  ];
}

/** Conditions that the roles are still as read, for a transaction that stores rights worked out from them. */
export function unchangedRoles(scope: TenantScope, roles: readonly Role[]): Write[] {
  return roles.map((role) => ({
    check: roleKey(scope, role.id),
    when: revisionIs(role.revision),
    otherwise: () => new StaleError(),
  }));
}

/** Everybody who holds the role, a DynamoDB page at a time. */
export async function* roleHolders(scope: TenantScope, roleId: string): AsyncGenerator<Holder[]> {
  const { pk } = roleKey(scope, roleId);
  for await (const page of queryPages({ pk, skPrefix: roleHoldersPrefix, consistent: true })) {
    yield page.map(({ kind, id }) => ({ kind, id }) as Holder);
  }
}
