import type { SwitcherNode } from '../../../shared/clients/typescript/index.ts';

/** What the API takes as the selection of every organization that the caller may select. */
export const allOrganizations = '__all__';

export interface OrganizationChoice {
  id: string;
  name: string;
  depth: number;
  /** False for those that are shown only because others are below them. */
  selectable: boolean;
}

/** The tree as a list, each before what is below it. */
export function flatten(nodes: readonly SwitcherNode[]): OrganizationChoice[] {
  return nodes.flatMap(({ children, ...node }) => [node, ...flatten(children)]);
}
