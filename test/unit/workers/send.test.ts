import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { queueUrlVariable } from '../../../shared/kernel/queues/names.ts';
import { SendError, sendMessages, toSendBatches } from '../../../shared/kernel/queues/send.ts';

const sqs = mockClient(SQSClient);
const variable = queueUrlVariable('webhook-deliveries');

const aMessage = (id: string) => ({
  message: {
    v: 1 as const,
    id,
    type: 'work',
    tenantId: 'tenant',
    organizationId: null,
    idempotencyKey: id,
    data: {},
  },
});
const sent = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? []);
const failure = (Id: string, SenderFault: boolean) => ({ Id, SenderFault, Code: 'Busy' });

beforeEach(() => {
  process.env[variable] = 'https://sqs.example/queue';
  sqs.reset();
});
afterAll(() => {
  delete process.env[variable];
  sqs.restore();
});

describe('sendMessages', () => {
  it('sends ten in a request', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await sendMessages(
      'webhook-deliveries',
      Array.from({ length: 21 }, (_, index) => aMessage(String(index))),
    );
    expect(
      sent()
        .map((entries) => entries.length)
        .sort(),
    ).toEqual([1, 10, 10]);
  });

  it('rounds delays up to whole seconds, within the limits of SQS', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    const delays = [0, 0.2, 900, 5_000];
    await sendMessages(
      'webhook-deliveries',
      delays.map((delaySeconds) => ({ ...aMessage('a'), delaySeconds })),
    );
    expect(sent()[0]?.map(({ DelaySeconds }) => DelaySeconds)).toEqual([undefined, 1, 900, 900]);
  });

  it('retries throttled messages only', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Successful: [], Failed: [failure('1', false)] })
      .resolves({});
    await sendMessages('webhook-deliveries', [aMessage('a'), aMessage('b')]);
    const bodies = sent().map((entries) => entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody).id));
    expect(bodies).toEqual([['a', 'b'], ['b']]);
  });

  it('throws at once for permanently refused messages', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [failure('0', true)] });
    await expect(sendMessages('webhook-deliveries', [aMessage('a')])).rejects.toThrow(SendError);
    expect(sent()).toHaveLength(1);
  });

  it('throws for a queue that the contract does not name', async () => {
    await expect(sendMessages('webhook-recovery', [aMessage('a')])).rejects.toThrow(
      'QUEUE_URL_WEBHOOK_RECOVERY',
    );
  });
});

describe('a batch', () => {
  it('has at most 1 MiB', () => {
    const entry = { body: 'x'.repeat(400_000), group: undefined, delaySeconds: 0 };
    expect(toSendBatches([entry, entry, entry]).map((batch) => batch.length)).toEqual([2, 1]);
  });
});
