/** Runs of a command that has not begun, because its worker is busy. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PostponedError } from '../../../shared/kernel/queues/errors.ts';
import { queueUrlVariable } from '../../../shared/kernel/queues/names.ts';
import { runLimits } from '../../../shared/modules/scheduler/limits.ts';
import { endAttempt } from '../../../shared/modules/scheduler/runs/attempt.ts';
import { begun, newRun, postponementSeconds } from '../../../shared/modules/scheduler/runs/run.ts';
import { aJobRow } from '../../support/builders/job-rows.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const findHandler = () => () => Promise.reject(new PostponedError('The worker is busy.'));

const sqs = mockClient(SQSClient);
beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  vi.stubEnv(queueUrlVariable('scheduler-execution'), 'https://sqs.example/execution');
});

const job = aJobRow({
  ...{ id: '00000001-9d2f-4c0e-8f5e-2f3f0c1f7a10', tenantId: 'tenant-1' },
  ...{ targetType: 'command', targetQueue: null, targetCommand: 'test.busy' },
});
const { maxLatenessSeconds, minSeconds, maxSeconds } = runLimits.postponement;

/** A started run that was due some seconds ago. */
function aRun(latenessSeconds: number) {
  const nowMs = Date.now();
  const place = { jobId: job.id, atMs: nowMs - latenessSeconds * 1_000, suffix: '' };
  return begun(newRun(job, place, 'waiting', null, nowMs), job, nowMs);
}

const sent = () =>
  sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);

describe('a run whose worker is busy', () => {
  it('waits without using up an attempt', async () => {
    const table = aPoisonTable();
    const run = aRun(1);
    await endAttempt(job, run, findHandler);
    const [write = ''] = table.written();
    expect(write).toContain('"state":"delayed"');
    expect(write).toContain('"attemptsMade":0');
    expect(sent()).toMatchObject([{ MessageBody: expect.stringContaining(run.id) }]);
  });

  it('uses up its attempts when it is very late', async () => {
    const table = aPoisonTable();
    await endAttempt(job, aRun(maxLatenessSeconds + 1), findHandler);
    const [write = ''] = table.written();
    expect(write).toContain('"attemptsMade":1');
    expect(write).toContain('The worker is busy.');
  });

  it.each([
    [0, minSeconds],
    [60, 60],
    [600, maxSeconds],
  ])('waits longer the later it is: %i s late, at most %i s', (latenessSeconds, most) => {
    const wait = (random: number) =>
      postponementSeconds({ scheduledAtMs: 0 }, latenessSeconds * 1_000, () => random);
    expect([wait(0), wait(1)]).toEqual([most / 2, most]);
  });
});
