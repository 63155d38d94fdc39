import type { TreeNode, TreePosition } from './tree.ts';

/**
 * Nests the nodes that `isShown` accepts: each under its nearest shown ancestor, in the order of `placed`,
 * which is depth first as in `placeTree`.
 */
export function nest<Node extends TreeNode, Shown extends { children: Shown[] }>(
  placed: readonly TreePosition<Node>[],
  isShown: (place: TreePosition<Node>) => boolean,
  show: (place: TreePosition<Node>) => Shown,
): Shown[] {
  const tops: Shown[] = [];
  const shownById = new Map<string, Shown>();
  for (const place of placed) {
    if (!isShown(place)) continue;
    const shown = show(place);
    shownById.set(place.node.id, shown);
    const above = place.ancestors.findLast(({ id }) => shownById.has(id));
    (shownById.get(above?.id ?? '')?.children ?? tops).push(shown);
  }
  return tops;
}
