/** Arranges the nodes of a story as a tree, and says what led to it. Pure. */
import { toIso, toIsoOrNull } from '../../../kernel/base/times.ts';
import { nodeId, type StoryEdge } from '../../../kernel/events/cause.ts';
import type { ShownNode } from '../../../kernel/events/story-part.ts';
import type { StoryCause, StoryNode } from './story-contract.ts';

/** A node before it is arranged: what its module shows, or why it shows nothing. */
export interface ReadNode {
  edge: StoryEdge;
  shown: ShownNode | 'gone' | 'not_visible';
}

/** Nodes in the order of the tree. Nodes whose cause is missing follow from the root. */
export function toTree(root: string, nodes: readonly ReadNode[]): StoryNode[] {
  const known = new Set(nodes.map(({ edge }) => nodeId(edge)));
  const byParent = Map.groupBy(
    nodes.filter(({ edge }) => nodeId(edge) !== root),
    ({ edge }) => (known.has(edge.by) && edge.by !== nodeId(edge) ? edge.by : root),
  );
  const result: StoryNode[] = [];
  const placed = new Set<string>();
  // Its own stack, because chains of events have no limit.
  const open = nodes
    .filter(({ edge }) => nodeId(edge) === root)
    .map((node) => ({ node, parentId: null as string | null, level: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parentId, level } = next;
    const id = nodeId(node.edge);
    if (placed.has(id)) continue;
    placed.add(id);
    result.push(toNode(node, parentId, level));
    const children = (byParent.get(id) ?? []).toSorted(latestFirst);
    open.push(...children.map((child) => ({ node: child, parentId: id, level: level + 1 })));
  }
  return result;
}

function latestFirst({ edge: a }: ReadNode, { edge: b }: ReadNode): number {
  return b.atMs - a.atMs || (nodeId(a) < nodeId(b) ? 1 : -1);
}

function toNode({ edge, shown }: ReadNode, parentId: string | null, level: number): StoryNode {
  const isShown = typeof shown === 'object';
  return {
    ...{ id: nodeId(edge), parentId, level, kind: edge.kind, state: isShown ? 'kept' : shown },
    at: toIso(edge.atMs),
    endedAt: isShown ? toIsoOrNull(shown.endedAtMs) : null,
    title: isShown ? shown.title : null,
    status: isShown ? shown.status : null,
    organizationId: edge.organizationId,
    resourceId: isShown ? shown.resourceId : null,
    detail: isShown ? shown.detail : null,
  };
}

const none = { id: null, actorType: null, actorId: null };
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What led to the first event: the request in its audit entry, the message or run after it, or what the event itself says. */
export function toStoryCause(
  root: ReadNode['shown'] | undefined,
  audit: ReadNode['shown'] | undefined,
  source: { kind: 'run' | 'inbound'; node: ReadNode } | undefined,
): StoryCause {
  const { actorType, actorId, requestId } = typeof audit === 'object' ? audit.detail : {};
  const actor = { actorType: textOrNull(actorType), actorId: textOrNull(actorId) };
  if (typeof requestId === 'string') return { kind: 'request', id: requestId, ...actor };
  if (source !== undefined) {
    const { shown } = source.node;
    return { kind: source.kind, ...none, id: typeof shown === 'object' ? shown.resourceId : null };
  }
  if (typeof audit === 'object') return { kind: 'platform', id: null, ...actor };
  if (typeof root !== 'object') return { kind: 'unknown', ...none };
  const { source: publisher, depth } = root.detail;
  if (typeof depth === 'number' && depth > 0) return { kind: 'rule', ...none };
  return { kind: publisher === 'own' ? 'request' : 'platform', ...none };
}
