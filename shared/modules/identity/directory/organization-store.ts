/**
 * Stores organizations and the revision of their tree. Not declared resources: every change checks the whole tree.
 */

import { type Change, type ChangeContext, recordChange, rowChanges } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { organizationKey, tenantKey } from '../../../kernel/table/keys.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { organizationListPartition, organizationsPrefix, treeKey } from '../keys.ts';
import type { Organization } from './directory.ts';

const entity = 'organization';

/** A tenant's organizations, with the revision of their tree; 0 before the first. */
export interface Tree extends TenantScope {
  organizations: Organization[];
  revision: number;
}

function rowWrite({ revision, ...organization }: Organization) {
  const key = organizationKey(organization, organization.id);
  return { put: toItem(key, entity, organization, { revision }) };
}

const nameOf = ({ id, tenantId, name, slug }: Organization): RowName => ({
  list: organizationListPartition({ tenantId }),
  ...{ id, name, detail: slug, organizationId: id },
});

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
    changes: rowChanges(action, before, after, ['revision']),
  };
}

/** Every organization of the tenant. */
export async function listOrganizations(scope: TenantScope): Promise<Organization[]> {
  const { pk } = tenantKey(scope);
  const items = await queryAll({ pk, skPrefix: organizationsPrefix, consistent: true });
  return items.map((item) => fromItem<Organization>(item, entity));
}

/** The tenant's tree, read for a change. */
export async function readTree({ tenantId }: TenantScope): Promise<Tree> {
  // The revision is read first, so that a later change makes the write fail.
  const item = await getItem(treeKey({ tenantId }));
  const organizations = await listOrganizations({ tenantId });
  return { tenantId, organizations, revision: Number(item?.rev ?? 0) };
}

/**
 * Serializes changes of a tenant's tree: two moves that are valid alone can create a cycle together, and a
 * child can be added while its parent is deleted.
 */
function treeWrite({ tenantId, revision }: Tree): Write {
  return {
    put: toItem(treeKey({ tenantId }), 'tree', {}, { revision: revision + 1 }),
    ...ifRevision(revision),
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
    { ...rowWrite(after), ...ifRevision(before.revision) },
    ...nameWrites(nameOf(before), nameOf(after)),
    ...recordChange(changeOf(before, after, 'updated'), context),
  ];
}

/** The changed organizations of a tree, each before and after. */
export interface TreeChange {
  inserted?: Organization | undefined;
  replaced?: readonly { before: Organization; after: Organization }[];
  removed?: Organization | undefined;
}

/** Throws StaleError if the tree has changed since it was read, NotFoundError if the tenant is closed. */
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
          ...nameWrites(undefined, nameOf(inserted)),
          ...recordChange(changeOf(undefined, inserted, 'created'), context),
        ]
      : []),
    ...replaced.flatMap(({ before, after }) => replacement(before, after, context)),
    ...(removed
      ? [
          {
            delete: organizationKey(removed, removed.id),
            ...ifRevision(removed.revision),
          },
          ...nameWrites(nameOf(removed), undefined),
          ...recordChange(
            changeOf(removed, { ...removed, revision: removed.revision + 1 }, 'deleted'),
            context,
          ),
        ]
      : []),
  ]);
}

/** Replaces an organization without moving it. Throws StaleError. */
export async function replaceOrganization(
  before: Organization,
  after: Organization,
  context: ChangeContext,
): Promise<void> {
  await transact(replacement(before, after, context));
}
