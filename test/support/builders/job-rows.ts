/** Rows of scheduled jobs for tests without a runtime. */

import { toItem } from '../../../shared/kernel/table/item.ts';
import type { JobRow } from '../../../shared/modules/scheduler/job.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';

/** A job that sends to a queue each minute. */
export function aJobRow(given: Partial<JobRow> & Pick<JobRow, 'id' | 'tenantId'>): JobRow {
  return {
    ...{ organizationId: `organization of ${given.tenantId}`, scopeType: 'organization' },
    ...{ name: 'Report', description: null, requireFeature: null, condition: null, isEnabled: true },
    ...{ scheduleType: 'interval', scheduleValue: '1m', timezone: 'UTC', anchorMs: 0, scheduleVersion: 1 },
    ...{ targetType: 'queue', targetQueue: 'jobs', targetCommand: null, targetPayload: { text: 'hello' } },
    ...{ sourceType: 'user', sourceModule: null, owner: { subject: 'user:1', tenantId: given.tenantId } },
    ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z' },
    ...{ createdBy: 'user:1', updatedBy: 'user:1', lastRunAtMs: null, nextRunAtMs: null, revision: 1 },
    ...given,
  };
}

/** The item of a job. */
export function jobItem({ revision, targetPayload, condition: _, ...job }: JobRow) {
  const payload = { targetPayload: JSON.stringify(targetPayload) };
  return toItem(jobKey(job, job.id), 'job', { ...job, ...payload }, { revision });
}
