import type { TreeNode, TreePosition } from './tree.ts';

/**
 * Nests the nodes that `isShown` accepts: each under its nearest shown ancestor, in the order of `placed`,
 * which is depth first as in `placeTree`.
 */
export function nest<Node extends TreeNode, Shown extends { children: Shown[] }>(
  placed: readonly TreePosition<Node>[],
  isShown: (position: TreePosition<Node>) => boolean,
  show: (position: TreePosition<Node>) => Shown,
): Shown[] {
  const tops: Shown[] = [];
  const shownById = new Map<string, Shown>();
  for (const position of placed) {
    if (!isShown(position)) continue;
    const shown = show(position);
    shownById.set(position.node.id, shown);
    const above = position.ancestors.findLast(({ id }) => shownById.has(id));
    (shownById.get(above?.id ?? '')?.children ?? tops).push(shown);
  }
  return tops;
}
