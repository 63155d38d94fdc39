/** Reads, creates, changes and deletes organizations. */

import { randomUUID } from 'node:crypto';
import { differences } from '../../../kernel/audit/record.ts';
import { type Principal, reachesAll, type TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, NotFoundError, ScopeForbiddenError } from '../../../kernel/errors/errors.ts';
import type { Caller, Precondition, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { keyHolders } from '../api-keys/api-key-store.ts';
import { OwnHomeError } from '../errors.ts';
import { refreshHolders } from '../roles/rights-service.ts';
import { userHolders } from '../users/user-store.ts';
import { directoryLimits, type Organization } from './directory.ts';
import type { CreateOrganization, UpdateOrganization } from './organization-contract.ts';
import * as store from './organization-store.ts';
import { freeSlug, slugOf } from './slug.ts';
import { assertName } from './tenant-service.ts';
import { moveNodes, subtreeIds, treeProblem } from './tree.ts';

/**
 * The rights of a caller who manages organizations: with `organizationIds` null the whole tree, else the
 * listed organizations and all below them. `organizationId` is the caller's home.
 */
export type Manager = Pick<Principal, 'organizationIds' | 'organizationId' | 'isSuperAdmin'>;

/** Who manages organizations of a tenant. */
export interface ManagingCaller extends Caller<TenantScope> {
  principal: Manager;
}

/** May manage everything: the admin tool and the demo. */
export const unrestricted: Manager = { organizationIds: null, organizationId: null, isSuperAdmin: true };

/** The ids that the manager may see and change. */
export function manageableIds(organizations: readonly Organization[], manager: Manager): Set<string> {
  const { organizationIds, isSuperAdmin } = manager;
  if (isSuperAdmin || organizationIds === null) return new Set(organizations.map(({ id }) => id));
  return subtreeIds(organizations, organizationIds);
}

const treeMessages = {
  cycle: 'would make an organization its own ancestor',
  'unknown parent': 'is not an organization',
  'too deep': `would exceed the maximum of ${directoryLimits.depth} levels`,
} as const;

/**
 * The organizations after a new or changed one is inserted: its listed children become its children, children
 * that it no longer lists move to its parent. Throws InvalidInputError, ScopeForbiddenError.
 */
function rearranged(
  tree: store.Tree,
  organization: Organization,
  childIds: readonly string[] | undefined,
  manager: Manager,
): Organization[] {
  const manageable = manageableIds(tree.organizations, manager).add(organization.id);
  const before = tree.organizations.find(({ id }) => id === organization.id);
  const { parentId } = organization;
  if (parentId !== (before?.parentId ?? null) && parentId !== null && !manageable.has(parentId)) {
    throw new InvalidInputError({ parentId: treeMessages['unknown parent'] });
  }
  const unknown = childIds?.find((id) => !manageable.has(id));
  if (unknown !== undefined) throw new InvalidInputError({ childIds: `${unknown} is not an organization` });

  const parents = new Map((childIds ?? []).map((id): [string, string | null] => [id, organization.id]));
  const leaving =
    childIds === undefined
      ? []
      : tree.organizations.filter((node) => node.parentId === organization.id && !parents.has(node.id));
  for (const { id } of leaving) parents.set(id, parentId);
  const moves = leaving.length > 0 || (before !== undefined && parentId !== before.parentId);
  const targetIsManaged = parentId === null ? reachesAll(manager) : manageable.has(parentId);
  if (moves && !targetIsManaged) throw new ScopeForbiddenError();

  const others = tree.organizations.filter(({ id }) => id !== organization.id);
  const nodes = moveNodes([...others, organization], parents);
  const problem = treeProblem(nodes, directoryLimits.depth);
  if (problem !== undefined) {
    throw new InvalidInputError({ [childIds?.length ? 'childIds' : 'parentId']: treeMessages[problem] });
  }
  return nodes;
}

/** The organizations that differ, before and after. Throws InvalidInputError if there are too many. */
function changesBetween(before: readonly Organization[], after: readonly Organization[]) {
  const old = new Map(before.map((organization) => [organization.id, organization]));
  const replaced = after.flatMap((organization) => {
    const previous = old.get(organization.id);
    const isSame =
      previous === undefined || Object.keys(differences({ ...previous }, { ...organization })).length === 0;
    return isSame ? [] : [{ before: previous, after: organization }];
  });
  if (replaced.length > directoryLimits.moves + 1) {
    throw new InvalidInputError({
      childIds: `must not move more than ${directoryLimits.moves} organizations`,
    });
  }
  return replaced;
}

const slugsOf = (organizations: readonly Organization[], exceptId?: string) =>
  new Set(organizations.filter(({ id }) => id !== exceptId).map(({ slug }) => slug));

/**
 * Creates an organization. Managers of a part of the tree create under their home by default. Throws
 * InvalidInputError, ScopeForbiddenError, NotFoundError if the tenant does not exist or is closed.
 */
export async function createOrganization(
  { scope: { tenantId }, principal: manager, context }: ManagingCaller,
  { name, slug, parentId: requested, childIds, isActive = true }: CreateOrganization,
) {
  assertName(name);
  const parentId = requested ?? (reachesAll(manager) ? null : manager.organizationId);
  if (parentId === null && !reachesAll(manager)) throw new ScopeForbiddenError();
  const at = toIso(context.nowMs);
  const id = randomUUID();
  const { revision } = await updateWithRetry(
    () => store.readTree({ tenantId }),
    undefined,
    async (tree) => {
      if (tree.organizations.length >= directoryLimits.organizations) {
        throw new InvalidInputError({
          name: `a tenant has at most ${directoryLimits.organizations} organizations`,
        });
      }
      const free = freeSlug(slug ?? slugOf(name), slugsOf(tree.organizations));
      const times = { createdAt: at, updatedAt: at };
      const inserted = { id, tenantId, name, slug: free, parentId, isActive, revision: 1, ...times };
      const replaced = changesBetween(tree.organizations, rearranged(tree, inserted, childIds, manager));
      await store.changeTree(tree, { inserted, replaced }, context);
      return inserted;
    },
  );
  return withRevision({ id }, revision);
}

interface InTree {
  tree: store.Tree;
  organization: Organization;
  revision: number;
}

/**
 * The organization with the tree around it. Throws NotFoundError, also for organizations that the manager may
 * not manage.
 */
async function readInTree(scope: TenantScope, id: string, manager: Manager): Promise<InTree> {
  const tree = await store.readTree(scope);
  const organization = tree.organizations.find((node) => node.id === id);
  if (organization === undefined || !manageableIds(tree.organizations, manager).has(id)) {
    throw new NotFoundError('Organization');
  }
  return { tree, organization, revision: organization.revision };
}

/** Updates the caller items of all users and keys of the organization after it was opened or closed. */
async function refreshResidents({ tenantId }: TenantScope, organizationId: string): Promise<void> {
  await refreshHolders({ tenantId }, keyHolders({ tenantId }, organizationId));
  await refreshHolders({ tenantId }, userHolders({ tenantId }, organizationId));
}

/**
 * Changes the given fields. Users and keys of a closed organization are refused from their next request; a
 * repeated request completes an interrupted one. Throws NotFoundError, StaleError, InvalidInputError,
 * ScopeForbiddenError, OwnHomeError.
 */
export async function updateOrganization(
  { scope, principal: manager, context }: ManagingCaller,
  { id, name, slug, parentId, childIds, isActive, ifMatch }: UpdateOrganization & Precondition,
) {
  if (name !== undefined) assertName(name);
  if (isActive === false && id === manager.organizationId) throw new OwnHomeError();
  const updated = await updateWithRetry(
    () => readInTree(scope, id, manager),
    ifMatch,
    async ({ tree, organization: before }) => {
      const after = {
        ...before,
        name: name ?? before.name,
        slug: slug === undefined ? before.slug : freeSlug(slug, slugsOf(tree.organizations, id)),
        parentId: parentId === undefined ? before.parentId : parentId,
        isActive: isActive ?? before.isActive,
      };
      const replaced = changesBetween(tree.organizations, rearranged(tree, after, childIds, manager));
      const isInPlace = replaced.every((one) => one.after.id === id) && after.parentId === before.parentId;
      if (replaced.length === 0) return before;
      if (isInPlace && after.slug === before.slug) await store.replaceOrganization(before, after, context);
      else await store.changeTree(tree, { replaced }, context);
      return { ...after, revision: before.revision + 1 };
    },
  );
  if (isActive !== undefined) await refreshResidents(scope, id);
  return withRevision({ ok: true }, updated.revision);
}

/**
 * Closes the organization, moves its children to its parent and deletes it. Throws NotFoundError, StaleError,
 * OwnHomeError.
 */
export async function deleteOrganization(caller: ManagingCaller, { id, ifMatch }: Target) {
  const { scope, principal: manager, context } = caller;
  await updateOrganization(caller, { id, isActive: false, ifMatch });
  for (let remaining = true; remaining; ) {
    remaining = await updateWithRetry(
      () => readInTree(scope, id, manager),
      undefined,
      async ({ tree, organization }) => {
        const children = tree.organizations.filter(({ parentId }) => parentId === id);
        const replaced = children
          .slice(0, directoryLimits.moves)
          .map((before) => ({ before, after: { ...before, parentId: organization.parentId } }));
        const isLast = children.length === replaced.length;
        await store.changeTree(tree, { replaced, removed: isLast ? organization : undefined }, context);
        return !isLast;
      },
    );
  }
  // Ends sessions that were started while the organization was briefly open again.
  await refreshResidents(scope, id);
  return { ok: true };
}
