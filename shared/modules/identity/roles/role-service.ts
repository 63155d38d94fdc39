/** Reads, creates, changes and deletes roles, and changes their rights. */

import { randomUUID } from 'node:crypto';
import type { Acl } from '../../../kernel/auth/acl.ts';
import type { Role } from '../../../kernel/auth/identity-types.ts';
import { visibleRoleRevision } from '../../../kernel/auth/rights.ts';
import { comparedName } from '../../../kernel/base/compared.ts';
import type { FeatureTitles } from '../../../kernel/base/features.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import { requiredId } from '../../../kernel/http/delete-target.ts';
import type { Actor, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { expectsRevision, withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { assertDeclared } from '../declared-features.ts';
import { assertCovers, assertMayChangeRole, givableFeatures, reachOf } from '../granting.ts';
import { assertOrganizations, directoryNames } from '../names.ts';
import type { CreateRole, ListRoles, RoleRow, UpdateRole, UpdateRoleAcl } from './contract.ts';
import { changeRoleAcl, isOnItsWay } from './rights-changes.ts';
import * as store from './role-store.ts';

/** Names that the code checks; another role with such a name would be misleading. */
const reservedNames: ReadonlySet<string> = new Set(['admin', 'superadmin']);

/** The API times out after 30 s; this leaves time for holders in progress and for the response. */
const fanOutMs = 20_000;

function assertFree(name: string): void {
  if (reservedNames.has(comparedName(name).replaceAll(' ', '')))
    throw new InvalidInputError({ name: 'is reserved' });
}

async function getRole(scope: TenantScope, id: string): Promise<{ role: Role; revision: number }> {
  const role = requireFound(await store.findRole(scope, id), 'Role');
  return { role, revision: visibleRoleRevision(role) };
}

/** One page of the tenant's roles. */
export async function listRoles({ scope }: Reader<TenantScope>, query: ListRoles) {
  const [{ items, total }, names] = await allOf([
    store.listRoles(scope, toListRequest(query)),
    directoryNames(scope),
  ]);
  const toRow = (role: Role): RoleRow => ({
    id: role.id,
    name: role.name,
    usersCount: role.users,
    keysCount: role.keys,
    tenantId: role.tenantId,
    tenantIds: [role.tenantId],
    tenantName: names.tenant,
    isChanging: role.fanOut !== undefined,
    createdAt: role.createdAt,
    updatedAt: role.updatedAt,
    revision: visibleRoleRevision(role),
  });
  return toList(query, { items: items.map(toRow), total });
}

/**
 * Creates a role without features, restricted to its creator's organizations. Throws InvalidInputError,
 * RoleNameTakenError.
 */
export async function createRole({ scope, context }: Actor<TenantScope>, { name }: CreateRole) {
  assertFree(name);
  const createdAt = toIso(context.nowMs);
  const role: Role = {
    id: randomUUID(),
    tenantId: scope.tenantId,
    name,
    acl: { features: [], isSuperAdmin: false, organizations: reachOf(context.principal) },
    users: 0,
    keys: 0,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  };
  await store.insertRole(role, context);
  return withRevision({ id: role.id }, role.revision);
}

/**
 * Renames a role. Throws NotFoundError, InvalidInputError, RoleNameTakenError, MissingFeatureError,
 * RightsExceededError, StaleError.
 */
export async function updateRole(
  { scope, context }: Actor<TenantScope>,
  { id, name, ifMatch }: UpdateRole & Precondition,
) {
  const rename = async ({ role, revision }: { role: Role; revision: number }) => {
    assertMayChangeRole(context.principal, role);
    if (name === undefined || name === role.name) return revision;
    assertFree(name);
    return visibleRoleRevision(await store.renameRole(role, name, context));
  };
  const revision = await updateWithRetry(() => getRole(scope, id), ifMatch, rename);
  return withRevision({ ok: true as const }, revision);
}

/** Throws InvalidInputError, NotFoundError, RoleInUseError, MissingFeatureError, RightsExceededError, StaleError. */
export async function deleteRole(
  { scope, context }: Actor<TenantScope>,
  { ifMatch, ...input }: Partial<Target>,
) {
  const id = requiredId(input);
  await updateWithRetry(
    () => getRole(scope, id),
    ifMatch,
    async ({ role }) => {
      assertMayChangeRole(context.principal, role);
      await store.removeRole(role, context);
    },
  );
  return { ok: true as const };
}

/** The rights of the role. Throws NotFoundError. */
export async function getRoleAcl({ scope }: Reader<TenantScope>, { roleId }: { roleId: string }) {
  const { role, revision } = await getRole(scope, roleId);
  const { features, isSuperAdmin, organizations } = role.acl;
  const acl = {
    roleId,
    features: [...features],
    isSuperAdmin,
    organizations: organizations && [...organizations],
    updatedAt: role.updatedAt,
  };
  return withRevision(acl, revision);
}

/**
 * Changes the rights of a role and of all its holders; a repeated request continues an interrupted one. `titles` has the
 * features that exist. Throws NotFoundError, RightsExceededError, MissingFeatureError, InvalidInputError, StaleError,
 * UnfinishedError.
 */
export const updateRoleAcl =
  (titles: FeatureTitles) =>
  async (
    { scope, context }: Actor<TenantScope>,
    { roleId, features: requested, isSuperAdmin, organizations, ifMatch }: UpdateRoleAcl & Precondition,
  ) => {
    const { principal, nowMs } = context;
    const { features, sanitized } = requested
      ? givableFeatures(principal, requested)
      : { features: undefined, sanitized: false };
    const given: Partial<Acl> = {
      ...(features && { features }),
      ...(isSuperAdmin !== undefined && { isSuperAdmin }),
      ...(organizations !== undefined && { organizations }),
    };

    const read = async () => {
      const { role, revision } = await getRole(scope, roleId);
      const acl: Acl = { ...role.acl, ...given };
      // A repeated request after an interruption still sends the revision from which it started.
      const repeats =
        isOnItsWay(role, acl) && role.fanOut && expectsRevision(ifMatch, { revision: role.fanOut.since });
      return { role, acl, revision: repeats && role.fanOut ? role.fanOut.since : revision };
    };
    const change = async ({ role, acl }: { role: Role; acl: Acl }) => {
      assertDeclared(features ?? [], role.acl.features, titles);
      assertMayChangeRole(principal, role);
      assertCovers(principal, acl);
      await assertOrganizations(scope, organizations ?? [], role.acl.organizations ?? []);
      return visibleRoleRevision(await changeRoleAcl(role, acl, context, nowMs + fanOutMs));
    };
    const revision = await updateWithRetry(read, ifMatch, change);
    return withRevision({ ok: true as const, sanitized }, revision);
  };
