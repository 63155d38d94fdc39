/**
 * The story of an event: everything that it leads to. The first event of a story is its root. Every other event and effect
 * has an edge item in the root's partition, which names its direct cause; the edges are the only index of a story.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dateMs } from '../base/dates.ts';
import { integerSetting } from '../settings/settings.ts';
import { fromItem, toItem } from '../table/item.ts';
import { type Key, storyEdgeKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import { eventNameOf, parseEventName } from './event-name.ts';

export interface EventCause {
  /** The name of the story's root. */
  story: string;
  /** The node that is the direct cause (`nodeId`). */
  by: string;
}

/** An event or effect in a story. A repeated write has the same time and id. */
export interface StoryNode {
  tenantId: string;
  organizationId: string | null;
  /** As the module's `story.ts` names it. */
  kind: string;
  id: string;
  atMs: number;
  /** What the module needs to find it, if the id is not enough. */
  ref?: Readonly<Record<string, unknown>>;
}

/** A stored node with its cause. */
export interface StoryEdge extends Omit<StoryNode, 'tenantId'> {
  by: string;
}

const entity = 'story_edge';
const current = new AsyncLocalStorage<readonly EventCause[]>();

/** Kind and id of a node, unique within its story. */
export const nodeId = ({ kind, id }: Pick<StoryNode, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The node of an event. */
export const eventNodeId = (name: string): string => nodeId({ kind: 'event', id: name });

/** Runs work whose events and effects have this cause; undefined for work that no event led to. */
export const withCause = <T>(cause: EventCause | undefined, work: () => T): T =>
  cause === undefined ? work() : current.run([cause], work);

/** Runs work that several events led to together: its effects are in the stories of all, its events in that of the first. */
export const withCauses = <T>(causes: readonly EventCause[], work: () => T): T =>
  causes.length === 0 ? work() : current.run(causes, work);

/** The cause of the events and effects that the current work creates. */
export const currentCause = (): EventCause | undefined => current.getStore()?.[0];

/** Runs work of which a node of the current story is the direct cause. */
export function withNode<T>(node: Pick<StoryNode, 'kind' | 'id'>, work: () => T): T {
  const by = nodeId(node);
  const causes = current.getStore() ?? [];
  return withCauses(
    causes.map((cause) => ({ ...cause, by })),
    work,
  );
}

/** The cause of what the handling of a message creates: the event, or what a message that is no event passes on. */
export function causeOf(message: {
  id: string;
  organizationId: string | null;
  tenantId: string | null;
  occurredAt?: string;
  version?: number;
  cause?: EventCause;
}): EventCause | undefined {
  const { id: eventId, organizationId, tenantId, occurredAt = '', version, cause } = message;
  if (tenantId === null) return undefined;
  if (version === undefined) return cause;
  const name = eventNameOf({ occurredAtMs: dateMs(occurredAt) || 0, organizationId, eventId });
  return { story: cause?.story ?? name, by: eventNodeId(name) };
}

/** The item of a node, which expires with the root of its story. */
export function edgeItem({ tenantId, ...node }: StoryNode, { story, by }: EventCause): Key & Item {
  const rootMs = parseEventName(story)?.occurredAtMs ?? node.atMs;
  const ttl = Math.ceil(rootMs / 1_000) + integerSetting('EVENT_LOG_RETENTION_DAYS') * 86_400;
  return { ...toItem(storyEdgeKey({ tenantId }, story, node), entity, { ...node, by }), ttl };
}

/** The writes that add an effect to its stories, for the transaction of the effect: none without a cause. */
export function edgeWrites(node: StoryNode, causes = current.getStore() ?? []): Write[] {
  const byStory = new Map(causes.map((cause) => [cause.story, cause]));
  return [...byStory.values()].map((cause) => ({ put: edgeItem(node, cause) }));
}

export const toStoryEdge = (item: Item): StoryEdge => fromItem<StoryEdge>(item, entity);
