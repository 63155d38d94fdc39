/** Sync runs in stories: what a run leads to names it as its cause. */
import { type EventCause, edgeWrites, eventNodeId, nodeId, withCause } from '../../../kernel/events/cause.ts';
import { eventNameOf } from '../../../kernel/events/event-name.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { StoredRun } from './run.ts';

/** The kind of runs in stories, and the entity of their items. */
export const syncRunKind = 'sync_run';

/** The direct cause of a run: the event of its request, in the story that led to it or as the first of its own. */
export function causeOfRequest(
  { organizationId, createdAtMs }: StoredRun,
  eventId: string,
  current: EventCause | undefined,
): EventCause {
  const name = eventNameOf({ occurredAtMs: createdAtMs, organizationId, eventId });
  return { story: current?.story ?? name, by: eventNodeId(name) };
}

export const runEdgeWrites = (
  { tenantId, organizationId, id, createdAtMs: atMs }: StoredRun,
  cause: EventCause,
): Write[] => edgeWrites({ tenantId, organizationId, kind: syncRunKind, id, atMs }, [cause]);

/** Runs work of which a run is the cause; runs of earlier versions are in no story. */
export const inStoryOf = <T>({ story, id }: StoredRun, work: () => T): T =>
  withCause(story === undefined ? undefined : { story, by: nodeId({ kind: syncRunKind, id }) }, work);
