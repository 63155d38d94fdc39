/** Queues whose messages a unit test reads: they accept all, unless the test says otherwise. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { queueUrlVariable } from '../../../shared/kernel/queues/names.ts';

/** Connects the tests of a file to the queues. Returns the client, and the entries that were sent in a test. */
export function mockQueues(...names: readonly string[]) {
  const sqs = mockClient(SQSClient);
  beforeEach(() => {
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
    for (const name of names) vi.stubEnv(queueUrlVariable(name), `https://sqs.example/${name}`);
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => sqs.restore());
  const sent = () =>
    sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);
  return { sqs, sent, bodiesSent: () => sent().map(({ MessageBody = '' }) => MessageBody) };
}
