/** Builds the writes that publish and audit changes of jobs. */
import { randomUUID } from 'node:crypto';
import { type Change, type ChangeContext, recordChange, rowChanges } from '../../kernel/audit/record.ts';
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
    changes: rowChanges(event, before, after, bookkeeping),
  };
}

/** Builds the writes that audit and publish a new job. */
export function recordCreation(job: ProgressJob, context: ChangeContext): Write[] {
  return recordChange(changeOf(undefined, job, 'created', false), context);
}

/** Builds the writes that audit and publish a cancellation request or the end of a job. */
export function recordTransition(
  before: ProgressJob,
  after: ProgressJob,
  event: JobEvent,
  context: ChangeContext,
): Write[] {
  return recordChange(changeOf(before, after, event, false), context);
}

/** Builds the writes that audit and publish the failure of a stale job. */
export function recordStaleJob(before: ProgressJob, after: ProgressJob, context: ChangeContext): Write[] {
  return recordChange(changeOf(before, after, 'failed', true), context);
}

/**
 * Builds the write that publishes the progress of a job. It adds no audit entry, as thousands of percentages would
 * hide all other entries.
 */
export function publishProgress(after: ProgressJob, event: 'started' | 'updated', nowMs: number): Write {
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
