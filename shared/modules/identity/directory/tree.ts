/** Computes and validates organization trees. Pure. */
import { sortedText } from '../../../kernel/base/compared.ts';

export interface TreeNode {
  id: string;
  name: string;
  /** Null for a root. */
  parentId: string | null;
}

/** A node with its position in the tree. */
export interface TreePosition<Node extends TreeNode> {
  node: Node;
  /** 0 for a root. */
  depth: number;
  /** From the root down, without the node itself. */
  ancestors: readonly Node[];
  /** In the order of the siblings. */
  childIds: readonly string[];
  /** Depth first, without the node itself. */
  descendantIds: readonly string[];
}

/** The nodes by name, then by id. Names are converted once, which takes longer than a comparison. */
function sortedByName<Node extends TreeNode>(nodes: readonly Node[]): Node[] {
  const named = nodes.map((node) => ({ node, name: sortedText(node.name) }));
  return named
    .toSorted((left, right) => {
      if (left.name !== right.name) return left.name < right.name ? -1 : 1;
      return left.node.id < right.node.id ? -1 : 1;
    })
    .map(({ node }) => node);
}

/**
 * Every node with its position, depth first, siblings by name. Invalid data loses no node: a node with a
 * missing parent, or in a cycle, becomes a root.
 */
export function placeTree<Node extends TreeNode>(nodes: readonly Node[]): TreePosition<Node>[] {
  const sorted = sortedByName(nodes);
  const ids = new Set(nodes.map(({ id }) => id));
  const isTop = ({ parentId }: Node) => parentId === null || !ids.has(parentId);
  const childrenOf = Map.groupBy(
    sorted.filter((node) => !isTop(node)),
    ({ parentId }) => parentId,
  );
  const placed: TreePosition<Node>[] = [];
  const seen = new Set<string>();

  function visit(node: Node, ancestors: readonly Node[]): string[] {
    seen.add(node.id);
    const children = (childrenOf.get(node.id) ?? []).filter(({ id }) => !seen.has(id));
    const index = placed.length;
    const below = [...ancestors, node];
    placed.push({ node, depth: ancestors.length, ancestors, childIds: [], descendantIds: [] });
    const descendantIds = children.flatMap((child) => [child.id, ...visit(child, below)]);
    const childIds = children.map(({ id }) => id);
    placed[index] = { node, depth: ancestors.length, ancestors, childIds, descendantIds };
    return descendantIds;
  }

  for (const node of sorted.filter(isTop)) visit(node, []);
  for (const node of sorted) if (!seen.has(node.id)) visit(node, []);
  return placed;
}

/** The same nodes with other parents: `parents` maps ids of moved nodes to their new parent. */
export function moveNodes<Node extends TreeNode>(
  nodes: readonly Node[],
  parents: ReadonlyMap<string, string | null>,
): Node[] {
  return nodes.map((node) => {
    const parentId = parents.get(node.id);
    return parentId === undefined || parentId === node.parentId ? node : { ...node, parentId };
  });
}

/** Why the nodes are not a tree of at most `maxDepth` levels; undefined if they are one. */
export function treeProblem(
  nodes: readonly TreeNode[],
  maxDepth: number,
): 'cycle' | 'unknown parent' | 'too deep' | undefined {
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  for (const { id } of nodes) {
    let levels = 1;
    for (let parent = parentOf.get(id) ?? null; parent !== null; parent = parentOf.get(parent) ?? null) {
      if (!parentOf.has(parent)) return 'unknown parent';
      levels += 1;
      if (parent === id || levels > nodes.length) return 'cycle';
    }
    if (levels > maxDepth) return 'too deep';
  }
  return undefined;
}

/** The given ids and all their descendants. */
export function subtreeIds(nodes: readonly TreeNode[], ids: readonly string[]): Set<string> {
  const tops = new Set(ids);
  const below = placeTree(nodes).filter(({ node }) => tops.has(node.id));
  return new Set(below.flatMap(({ node, descendantIds }) => [node.id, ...descendantIds]));
}
