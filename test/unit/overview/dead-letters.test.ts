/** A redrive while SQS already moves messages. */
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { queueNamesVariable, queueUrlPrefixVariable } from '../../../shared/kernel/queues/names.ts';
import { redriveDeadLetters } from '../../../shared/modules/platform/dead-letters/service.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

const sqs = mockClient(SQSClient);
const table = mockTable();
const context = { principal: { subject: 'user:1' }, nowMs: 0 };

beforeEach(() => {
  vi.stubEnv(queueUrlPrefixVariable, 'https://sqs.example/pm-');
  vi.stubEnv(queueNamesVariable, 'jobs,webhook-deliveries');
  sqs.reset();
  table.reset();
  sqs
    .on(GetQueueAttributesCommand)
    .resolves({ Attributes: { QueueArn: 'arn:aws:sqs:::pm-jobs-dlq', ApproximateNumberOfMessages: '3' } });
});
afterAll(() => {
  vi.unstubAllEnvs();
  sqs.restore();
});

it('is refused while another one runs, without an audit entry', async () => {
  sqs.on(ListMessageMoveTasksCommand).resolves({ Results: [{ Status: 'RUNNING' }] });
  const refused = { code: 'redrive_under_way', status: 409 };
  await expect(redriveDeadLetters({ context }, { queue: 'jobs' })).rejects.toMatchObject(refused);
  expect(sqs.commandCalls(StartMessageMoveTaskCommand)).toEqual([]);
  expect(table.calls()).toEqual([]);
});

it('starts after its audit entry is written, and not if that fails', async () => {
  sqs.on(ListMessageMoveTasksCommand).resolves({ Results: [{ Status: 'COMPLETED' }] });
  table.rejects(new Error('out of reach'));
  await expect(redriveDeadLetters({ context }, { queue: 'jobs' })).rejects.toThrow();
  expect(sqs.commandCalls(StartMessageMoveTaskCommand)).toEqual([]);
  table.reset();
  table.resolves({});
  expect(await redriveDeadLetters({ context }, { queue: 'jobs' })).toEqual({ ok: true, count: 3 });
  expect(sqs.commandCalls(StartMessageMoveTaskCommand)[0]?.args[0].input).toEqual({
    SourceArn: 'arn:aws:sqs:::pm-jobs-dlq',
    DestinationArn: 'arn:aws:sqs:::pm-jobs',
  });
});
