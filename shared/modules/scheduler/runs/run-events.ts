/** What runs tell other systems. Written in the transactions that change the runs. */
import { randomUUID } from 'node:crypto';
import { outboxWrite } from '../../../kernel/events/outbox.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { JobRow } from '../job.ts';
import type { RunRow } from './run.ts';

function eventWrite(
  action: 'started' | 'completed' | 'failed' | 'skipped',
  job: JobRow,
  run: RunRow,
  atMs: number,
  data: Readonly<Record<string, unknown>>,
): Write {
  const { id, tenantId, organizationId } = job;
  return outboxWrite({
    id: randomUUID(),
    type: `scheduler.job.${action}`,
    tenantId,
    organizationId,
    occurredAtMs: atMs,
    // A run is no change of the job: it tells of the job as it is.
    version: job.revision,
    data: {
      id,
      scheduleId: id,
      scheduleName: job.name,
      scopeType: job.scopeType,
      queueJobId: run.id,
      triggerType: run.triggerType,
      scheduledAt: new Date(run.scheduledAtMs).toISOString(),
      targetType: job.targetType,
      queueName: job.targetQueue,
      commandId: job.targetCommand,
      ...data,
      tenantId,
      organizationId,
    },
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();

export function startedEvent(job: JobRow, run: RunRow): Write {
  const atMs = run.startedAtMs ?? run.scheduledAtMs;
  return eventWrite('started', job, run, atMs, { attemptNumber: run.attemptsMade, startedAt: iso(atMs) });
}

export function completedEvent(job: JobRow, run: RunRow, nowMs: number): Write {
  const result: unknown = run.result === null ? null : JSON.parse(run.result);
  return eventWrite('completed', job, run, nowMs, {
    result,
    commandResult: job.targetType === 'command' ? result : null,
    attemptsMade: run.attemptsMade,
    completedAt: iso(nowMs),
  });
}

export function failedEvent(job: JobRow, run: RunRow, nowMs: number): Write {
  return eventWrite('failed', job, run, nowMs, {
    error: run.error,
    attemptsMade: run.attemptsMade,
    failedAt: iso(nowMs),
  });
}

export function skippedEvent(job: JobRow, run: RunRow, reason: string, nowMs: number): Write {
  return eventWrite('skipped', job, run, nowMs, { reason, skippedAt: iso(nowMs) });
}
