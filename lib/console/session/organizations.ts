import type { SwitcherNode } from '../../../shared/clients/typescript/index.ts';

/** The value that selects every accessible organization. */
export const allOrganizations = '__all__';

export interface OrganizationChoice {
  id: string;
  name: string;
  depth: number;
  /** False for organizations that are shown only because of their descendants. */
  selectable: boolean;
}

/** Flattens the tree, each organization before its descendants. */
export function flatten(nodes: readonly SwitcherNode[]): OrganizationChoice[] {
  return nodes.flatMap(({ children, ...node }) => [node, ...flatten(children)]);
}
