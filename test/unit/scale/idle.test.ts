/** The reads of sweeps in an idle stage match the scale page and the stage costs. */

import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idleSweeps } from '../../../lib/lab/scale/idle.ts';
import { workers } from '../../../shared/catalog/workers.ts';
import { connectFiles, filesClientConfig } from '../../../shared/kernel/files/client.ts';
import { queueUrlVariable } from '../../../shared/kernel/queues/names.ts';
import { sweepFiles } from '../../../shared/modules/attachments/sweep.ts';
import { sweepDigests } from '../../../shared/modules/email/channel/sweep.ts';
import { sweep as sweepEvents } from '../../../shared/modules/events/sweep.ts';
import { requestChecks } from '../../../shared/modules/integrations/health-service.ts';
import { sweepPayments } from '../../../shared/modules/payments/operations/sweep.ts';
import { sweepProgress } from '../../../shared/modules/progress/sweep.ts';
import { sweepFiringJobs } from '../../../shared/modules/scheduler/firing-jobs.ts';
import { tick } from '../../../shared/modules/scheduler/tick.ts';
import { recoverStalledRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const queueUrls = ['integration-health', 'scheduler-execution'].map(queueUrlVariable);
beforeAll(() => {
  for (const name of queueUrls) process.env[name] = 'https://sqs.example/queue';
});
afterAll(() => {
  for (const name of queueUrls) delete process.env[name];
});

const nowMs = Date.now();
const deadlineMs = nowMs + 600_000;
const runs: Record<string, () => Promise<unknown>> = {
  sweep: () => sweepEvents({ nowMs, deadlineMs }),
  recoverStalledRuns: () => recoverStalledRuns(async () => {}, nowMs, { deadlineMs }),
  sweepProgress: () => sweepProgress({ nowMs, deadlineMs }),
  tickJobs: () => tick({ nowMs, deadlineMs }),
  sweepPayments: () => sweepPayments({ nowMs, deadlineMs }),
  sweepFiles: () => sweepFiles({ nowMs, deadlineMs }),
  sweepDigests: () => sweepDigests({ nowMs }),
  requestChecks: () => requestChecks({ nowMs, deadlineMs }),
  reconcileSchedules: () => sweepFiringJobs(deadlineMs, async () => {}),
};

/** Units of a Query without results. */
const unitsOf = ({ ConsistentRead }: { ConsistentRead?: boolean | undefined }) => (ConsistentRead ? 1 : 0.5);

it.each(idleSweeps)('$worker reads an empty table with the documented units', async (sweep) => {
  const table = mockTable();
  table.on(QueryCommand).resolves({ Items: [] });
  const s3 = new S3Client({ ...filesClientConfig, region: 'us-east-1' });
  mockClient(s3).on(ListObjectsV2Command).resolves({});
  connectFiles({ name: 'files', client: s3 });
  await runs[sweep.worker]?.();
  const units = table
    .commandCalls(QueryCommand)
    .reduce((sum, { args: [{ input }] }) => sum + unitsOf(input), 0);
  expect(units).toBe(sweep.partitions * sweep.unitsPerPartition);
  expect(table.calls()).toHaveLength(table.commandCalls(QueryCommand).length);
});

it('counts every scheduled worker except the canary, which uses its own tenant', () => {
  const scheduled = workers.filter(({ trigger }) => trigger.kind === 'schedule').map(({ name }) => name);
  expect([...idleSweeps.map(({ worker }) => worker), 'probe'].toSorted()).toEqual(scheduled.toSorted());
});
