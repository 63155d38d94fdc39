/** Reads the story of an event: the edges of its root, and the items that modules declare for them. */
import { hasFeature, type Principal, type TenantScope } from '../../../kernel/base/principal.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { eventNodeId, nodeId, type StoryEdge, toStoryEdge } from '../../../kernel/events/cause.ts';
import { parseEventName } from '../../../kernel/events/event-name.ts';
import type { StoryPart, StoryParts } from '../../../kernel/events/story-part.ts';
import type { Target } from '../../../kernel/http/operation.ts';
import { isExpired } from '../../../kernel/table/item.ts';
import { type Key, storyPartition } from '../../../kernel/table/keys.ts';
import { fittingRows } from '../../../kernel/table/listing.ts';
import { batchGetParallel, getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { loggedEventKey } from '../keys.ts';
import { type EventReader, organizationsOf } from '../log/log-service.ts';
import { rootOf } from '../log/logged-event.ts';
import { storyLimits } from './limits.ts';
import type { Story } from './story-contract.ts';
import { type ReadNode, toStoryCause, toTree } from './story-tree.ts';

const textOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => `${String(pk)} ${String(sk)}`;

/** Whether the caller sees what belongs to an organization, or to the whole tenant. */
const reaches = (principal: Principal, { organizationId }: { organizationId: string | null }): boolean =>
  organizationsOf(principal)?.includes(String(organizationId)) !== false;

/** A node whose item is to be read. */
interface Located {
  edge: StoryEdge;
  part: StoryPart;
  key: Key;
}

/** The edge of the first event, which has none in the table. */
function rootEdge(story: string): StoryEdge | undefined {
  const name = parseEventName(story);
  if (name === undefined) return undefined;
  const { occurredAtMs: atMs, organizationId } = name;
  return { kind: 'event', id: story, atMs, organizationId, by: '' };
}

/** The nodes with their parts: those of edges, and what modules keep with each event. */
function locate(parts: StoryParts, tenantId: string, edges: readonly StoryEdge[]): Located[] {
  const ofEvents = Object.entries(parts).filter(([, part]) => part.ofEvents);
  return edges.flatMap((edge) => {
    const part = parts[edge.kind];
    const own = part ? [{ edge, part, key: part.keyOf(tenantId, edge) }] : [];
    if (edge.kind !== 'event') return own;
    const others = ofEvents.map(([kind, other]) => {
      const ours = { ...edge, kind, by: nodeId(edge) };
      return { edge: ours, part: other, key: other.keyOf(tenantId, ours) };
    });
    return [...own, ...others];
  });
}

async function readByKey(keys: readonly Key[], nowMs: number): Promise<Map<string, Item>> {
  const unique = new Map(keys.map((key) => [textOf(key), key]));
  const items = await batchGetParallel([...unique.values()]);
  return new Map(items.filter((item) => !isExpired(item, nowMs / 1_000)).map((item) => [textOf(item), item]));
}

/** The located nodes as the caller may see them: two rounds of reads for any number of nodes. */
async function show(
  located: readonly Located[],
  tenantId: string,
  isVisible: (one: Located) => boolean,
  nowMs: number,
): Promise<ReadNode[]> {
  const visible = located.filter(isVisible);
  const items = await readByKey(
    visible.map(({ key }) => key),
    nowMs,
  );
  const itemOf = ({ key }: Located) => items.get(textOf(key));
  const moreKeysOf = (one: Located) => {
    const item = itemOf(one);
    return item === undefined ? [] : (one.part.moreKeys?.(tenantId, one.edge, item) ?? []);
  };
  const more = await readByKey(visible.flatMap(moreKeysOf), nowMs);
  return located.flatMap((one): ReadNode[] => {
    const { edge, part } = one;
    if (!visible.includes(one)) return part.ofEvents ? [] : [{ edge, shown: 'not_visible' }];
    const item = itemOf(one);
    if (item === undefined) return part.ofEvents ? [] : [{ edge, shown: 'gone' }];
    const further = moreKeysOf(one).flatMap((key) => {
      const found = more.get(textOf(key));
      return found === undefined ? [] : [found];
    });
    return [{ edge, shown: part.show(item, edge, further) }];
  });
}

/**
 * The name of the first event of an event's story; the event itself if the log does not have it. Throws NotFoundError for
 * texts that name no event, and for events of organizations that the caller may not select.
 */
async function findStory(
  { tenantId }: TenantScope,
  principal: Principal,
  id: string,
  nowMs: number,
): Promise<string> {
  const name = parseEventName(id);
  if (name === undefined || !reaches(principal, name)) throw new NotFoundError('Event');
  const item = await getItem(loggedEventKey({ tenantId }, name));
  return item === undefined || isExpired(item, nowMs / 1_000) ? id : rootOf(item);
}

/** The story of an event as the caller may see it; `parts` has the kinds of all modules. Throws NotFoundError. */
export const getEventStory =
  (parts: StoryParts) =>
  async ({ scope, context: { principal, nowMs } }: EventReader, { id }: Target): Promise<Story> => {
    const { tenantId } = scope;
    const story = await findStory(scope, principal, id, nowMs);
    const stored = await queryAll({
      ...{ pk: storyPartition(scope, story), limit: storyLimits.nodes, consistent: true },
    });
    const first = rootEdge(story);
    const edges = [...(first ? [first] : []), ...stored.map(toStoryEdge)];
    const isVisible = ({ part, edge }: Located) =>
      hasFeature(principal, part.feature) && reaches(principal, edge);
    const nodes = await show(locate(parts, tenantId, edges), tenantId, isVisible, nowMs);
    const root = eventNodeId(story);
    const tree = toTree(root, nodes);
    const fitting = fittingRows(tree);
    const [source] = nodes.flatMap((node) => {
      const kind = node.edge.by === root ? parts[node.edge.kind]?.causes : undefined;
      return kind === undefined ? [] : [{ kind, node }];
    });
    const shownOf = (of: (node: ReadNode) => boolean) => nodes.find(of)?.shown;
    return {
      id: story,
      cause: toStoryCause(
        shownOf(({ edge }) => nodeId(edge) === root),
        shownOf(({ edge }) => edge.by === root && parts[edge.kind]?.ofEvents === true),
        source,
      ),
      nodes: fitting,
      isComplete: stored.length < storyLimits.nodes && fitting.length === tree.length,
    };
  };
