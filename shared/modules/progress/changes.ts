/** The writes that tell the world of a change of a job. */
import { randomUUID } from 'node:crypto';
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { outboxWrite } from '../../kernel/events/outbox.ts';
import type { Write } from '../../kernel/table/write.ts';
import type { JobEvent } from './events.ts';
import { bookkeeping, type ProgressJob } from './job.ts';
import { toEventData } from './views.ts';

function changeOf(
  before: ProgressJob | undefined,
  after: ProgressJob,
  event: JobEvent,
  stale: boolean,
): Change {
  const { tenantId, organizationId, id, revision } = after;
  return {
    tenantId,
    organizationId,
    resource: 'progress.job',
    resourceId: id,
    action: event,
    version: revision,
    data: toEventData(after, stale),
    changes: differences(before ? { ...before } : {}, { ...after }, bookkeeping),
  };
}

/** The writes that record a new job. */
export function recordCreation(job: ProgressJob, context: ChangeContext): Write[] {
  return recordChange(changeOf(undefined, job, 'created', false), context);
}

/** The writes that record a decision, or the outcome of a job. */
export function recordDecision(
  before: ProgressJob,
  after: ProgressJob,
  event: JobEvent,
  context: ChangeContext,
): Write[] {
  return recordChange(changeOf(before, after, event, false), context);
}

/** The writes that record that a job has lost its worker. */
export function recordLoss(before: ProgressJob, after: ProgressJob, context: ChangeContext): Write[] {
  return recordChange(changeOf(before, after, 'failed', true), context);
}

/**
 * The write that publishes how far a job is. Only an event: a reader of the audit trail would
 * find nothing else among thousands of percentages.
 */
export function publishMove(after: ProgressJob, event: 'started' | 'updated', nowMs: number): Write {
  const { tenantId, organizationId, id, revision } = after;
  return outboxWrite({
    id: randomUUID(),
    type: `progress.job.${event}`,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: revision,
    data: { ...toEventData(after, false), id, tenantId, organizationId },
  });
}
