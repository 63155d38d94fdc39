/** Builds a tree from the list of organizations. */
import type { OrganizationOption } from '../../../shared/clients/typescript/index.ts';

export interface TreeNode {
  organization: OrganizationOption;
  children: readonly TreeNode[];
}

/** An organization without a visible parent is at the top. */
export function treeOf(organizations: readonly OrganizationOption[]): TreeNode[] {
  const ids = new Set(organizations.map(({ id }) => id));
  const byParent = Map.groupBy(organizations, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  const nodesBelow = (parentId: string | null): TreeNode[] =>
    (byParent.get(parentId) ?? []).map((organization) => ({
      organization,
      children: nodesBelow(organization.id),
    }));
  return nodesBelow(null);
}

/** Ids of the organization and its descendants, which cannot be its parent. */
export function branchOf(organizations: readonly OrganizationOption[], id: string): Set<string> {
  const branch = new Set([id]);
  const add = (parentId: string) => {
    for (const one of organizations.filter((other) => other.parentId === parentId && !branch.has(other.id))) {
      branch.add(one.id);
      add(one.id);
    }
  };
  add(id);
  return branch;
}
