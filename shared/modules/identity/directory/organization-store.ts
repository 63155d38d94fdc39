/** The only file that knows how organizations lie in the table. */

import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { organizationKey, tenantKey } from '../../../kernel/table/keys.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../../../kernel/table/write.ts';
import { toIso } from '../../../kernel/text/times.ts';
import { organizationsPrefix, treeKey } from '../keys.ts';
import type { Organization } from './directory.ts';

const entity = 'organization';

/** A tenant's organizations, and the revision of the tree they form; 0 before the first. */
export interface Tree extends TenantScope {
  organizations: Organization[];
  revision: number;
}

function rowWrite({ revision, ...organization }: Organization) {
  const key = organizationKey(organization, organization.id);
  return { put: toItem(key, entity, organization, { revision }) };
}

function changeOf(before: Organization | undefined, after: Organization, action: Change['action']): Change {
  const { id, tenantId, name, slug, parentId, isActive } = after;
  return {
    tenantId,
    organizationId: id,
    resource: 'directory.organization',
    resourceId: id,
    action,
    version: after.revision,
    data: { name, slug, parentId, isActive },
    changes: differences(before ? { ...before } : {}, { ...after }, ['updatedAt', 'revision']),
  };
}

/** Every organization of the tenant. */
export async function listOrganizations(scope: TenantScope): Promise<Organization[]> {
  const { pk } = tenantKey(scope);
  const items = await queryAll({ pk, skPrefix: organizationsPrefix, consistent: true });
  return items.map((item) => fromItem<Organization>(item, entity));
}

/** The tenant's tree, to be changed. */
export async function readTree({ tenantId }: TenantScope): Promise<Tree> {
  // The revision first: a change after it was read makes the write fail.
  const item = await getItem(treeKey({ tenantId }));
  const organizations = await listOrganizations({ tenantId });
  return { tenantId, organizations, revision: Number(item?.rev ?? 0) };
}

/**
 * One change of a tenant's tree at a time: two moves that are harmless alone can make a cycle together, and a
 * child can come while its parent goes.
 */
function treeWrite({ tenantId, revision }: Tree): Write {
  return {
    put: toItem(treeKey({ tenantId }), 'tree', {}, { revision: revision + 1 }),
    when: revision === 0 ? notExists : revisionIs(revision),
    otherwise: () => new StaleError(),
  };
}

/** The writes that replace an organization read as `before`. */
function replacement(before: Organization, changed: Organization, context: ChangeContext): Write[] {
  const after = {
    ...changed,
    updatedAt: toIso(context.nowMs),
    revision: before.revision + 1,
  };
  return [
    { ...rowWrite(after), when: revisionIs(before.revision), otherwise: () => new StaleError() },
    ...recordChange(changeOf(before, after, 'updated'), context),
  ];
}

/** What a change of the tree does to its organizations, each as it was and as it will be. */
export interface TreeChange {
  inserted?: Organization | undefined;
  replaced?: readonly { before: Organization; after: Organization }[];
  removed?: Organization | undefined;
}

/** Throws StaleError when the tree has changed since it was read, NotFoundError when the tenant is closed. */
export async function changeTree(
  tree: Tree,
  { inserted, replaced = [], removed }: TreeChange,
  context: ChangeContext,
): Promise<void> {
  await transact([
    {
      check: tenantKey(tree),
      when: { expression: 'isActive = :open', values: { ':open': true } },
      otherwise: () => new NotFoundError('Tenant'),
    },
    treeWrite(tree),
    ...(inserted
      ? [
          { ...rowWrite(inserted), when: notExists },
          ...recordChange(changeOf(undefined, inserted, 'created'), context),
        ]
      : []),
    ...replaced.flatMap(({ before, after }) => replacement(before, after, context)),
    ...(removed
      ? [
          {
            delete: organizationKey(removed, removed.id),
            when: revisionIs(removed.revision),
            otherwise: () => new StaleError(),
          },
          ...recordChange(
            changeOf(removed, { ...removed, revision: removed.revision + 1 }, 'deleted'),
            context,
          ),
        ]
      : []),
  ]);
}

/** Replaces an organization whose place in the tree stays. Throws StaleError. */
export async function replaceOrganization(
  before: Organization,
  after: Organization,
  context: ChangeContext,
): Promise<void> {
  await transact(replacement(before, after, context));
}
