/** The views of organizations: for selection, for management, as a tree. */

import { contains, sortedText } from '../../../kernel/base/compared.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { defaultDirection, refuseHeavyRows } from '../../../kernel/table/listing.ts';
import type { Organization } from './directory.ts';
import { nest } from './nesting.ts';
import type {
  ListOrganizations,
  OrganizationNode,
  OrganizationOption,
  OrganizationRow,
} from './organization-contract.ts';
import { type ManagingCaller, manageableIds } from './organization-service.ts';
import * as store from './organization-store.ts';
import { getTenant } from './tenant-service.ts';
import { placeTree, type TreePosition } from './tree.ts';

type OrganizationPosition = TreePosition<Organization>;

function toOption({ node, depth }: OrganizationPosition): OrganizationOption {
  const { id, name, slug, parentId, isActive } = node;
  return { id, name, slug, parentId, depth, isActive };
}

function toRow(position: OrganizationPosition, tenantName: string): OrganizationRow {
  const { node, ancestors, childIds, descendantIds } = position;
  const path = [...ancestors, node];
  return {
    ...toOption(position),
    tenantId: node.tenantId,
    tenantName,
    parentName: ancestors.at(-1)?.name ?? null,
    rootId: path[0]?.id ?? node.id,
    treePath: path.map(({ id }) => id).join('/'),
    pathLabel: path.map(({ name }) => name).join(' / '),
    ancestorIds: ancestors.map(({ id }) => id),
    childIds: [...childIds],
    descendantIds: [...descendantIds],
    childrenCount: childIds.length,
    descendantsCount: descendantIds.length,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
  };
}

function passes(query: ListOrganizations, { node }: OrganizationPosition): boolean {
  const { search, id, ids, includeInactive } = query;
  const status = query.status ?? (includeInactive || query.view === 'manage' ? 'all' : 'active');
  if (status !== 'all' && node.isActive !== (status === 'active')) return false;
  if (id !== undefined && id !== node.id) return false;
  if (ids !== undefined && !ids.includes(node.id)) return false;
  return search === undefined || contains(`${node.name}\n${node.slug}`, search);
}

/** In tree order by default; else by the field, then by the id. */
function sorted(
  positions: readonly OrganizationPosition[],
  { sortField, sortDir }: ListOrganizations,
): readonly OrganizationPosition[] {
  if (sortField === undefined) return positions;
  const sign = (sortDir ?? defaultDirection(sortField)) === 'asc' ? 1 : -1;
  const value = ({ node }: OrganizationPosition) => sortedText(node[sortField]);
  return positions.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)];
    if (a !== b) return a < b ? -sign : sign;
    return left.node.id < right.node.id ? -1 : 1;
  });
}

/** One page of organizations for management. Throws PageTooLargeError. */
export function managementPage(
  shown: readonly OrganizationPosition[],
  { page, pageSize }: Pick<ListOrganizations, 'page' | 'pageSize'>,
  tenantName: string,
) {
  const start = (page - 1) * pageSize;
  const items = shown.slice(start, start + pageSize).map((position) => toRow(position, tenantName));
  // A row names all its ancestors and descendants.
  refuseHeavyRows(items, pageSize);
  return toList({ page, pageSize }, { items, total: shown.length });
}

/** The organizations that the manager manages, in the requested view. Throws PageTooLargeError. */
export async function listOrganizations(
  { scope, principal }: Pick<ManagingCaller, 'scope' | 'principal'>,
  query: ListOrganizations,
) {
  const organizations = await store.listOrganizations(scope);
  const manageable = manageableIds(organizations, principal);
  const isShown = (position: OrganizationPosition) =>
    manageable.has(position.node.id) && passes(query, position);
  const placed = placeTree(organizations);
  if (query.view === 'tree') {
    const toNode = (position: OrganizationPosition): OrganizationNode => ({
      ...toOption(position),
      children: [],
    });
    return { items: nest(placed, isShown, toNode) };
  }
  const shown = sorted(placed.filter(isShown), query);
  if (query.view === 'options') return { items: shown.map(toOption) };
  const { name } = await getTenant(scope.tenantId);
  return managementPage(shown, query, name);
}
