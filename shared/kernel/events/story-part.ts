/**
 * What a module declares in its `story.ts`: for each kind of its effects, who may see them, which item shows them now, and
 * how. The story of an event reads nothing else.
 */
import type { Feature } from '../base/features.ts';
import type { Key } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import type { StoryEdge } from './cause.ts';

export interface ShownNode {
  title: string;
  /** Its state in the words of its module; null if it has none. */
  status: string | null;
  /** When it ended; null if it has not, or happens at one moment. */
  endedAtMs: number | null;
  /** Id of the resource that its module's endpoints read. */
  resourceId: string;
  detail: Record<string, unknown>;
}

export interface StoryPart {
  /** Only callers with this feature see it. */
  feature: Feature;
  /** What it is as the cause of a story, if it is directly after the first event. */
  causes?: 'run' | 'inbound';
  /** One item of this kind may exist for each event, with the key of `keyOf`; it has no edge of its own. */
  ofEvents?: true;
  keyOf: (tenantId: string, edge: StoryEdge) => Key;
  /** Keys of further items, which are read after the first one. */
  moreKeys?: (tenantId: string, edge: StoryEdge, item: Item) => readonly Key[];
  show: (item: Item, edge: StoryEdge, more: readonly Item[]) => ShownNode;
}

/** By kind. */
export type StoryParts = Readonly<Record<string, StoryPart>>;
