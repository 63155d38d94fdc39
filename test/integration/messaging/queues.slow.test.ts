import { randomUUID } from 'node:crypto';
import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redrive } from '../../../shared/kernel/queues/redrive.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { type MessagingFixture, startMessaging } from '../../support/runtime/messaging.ts';

callOverHttp();

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await startMessaging();
});
afterAll(() => fixture?.stop());

const soon = { interval: 20 };
const receiveCounts = async (id: string) => (await fixture.notes(id)).map(({ receiveCount }) => receiveCount);
const statusOf = (name: string) => fixture.control.queues().find((queue) => queue.name === name);

/**
 * Waits until the worker has noted the task this often, and expires the visibility timeout of failed messages
 * meanwhile.
 */
async function receives(id: string, times: number) {
  const poll = () => {
    fixture.control.release('sample-tasks');
    return receiveCounts(id);
  };
  await expect.poll(poll, soon).toEqual(Array.from({ length: times }, (_, index) => index + 1));
}

describe('a queue with a worker', () => {
  it('delivers its messages in batches and deletes handled ones', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    await fixture.send(...ids.map((id) => ({ id })));
    for (const id of ids) await receives(id, 1);
    const [first] = await fixture.notes(ids[0] ?? '');
    expect(first?.batchSize).toBeGreaterThan(1);
    await expect.poll(() => statusOf('sample-tasks'), soon).toMatchObject({ visible: 0, inFlight: 0 });
  });

  it('redelivers failed messages only', async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    await fixture.send({ id: good }, { id: bad, failTimes: 1 });
    await receives(bad, 2);
    expect(await fixture.notes(good)).toHaveLength(1);
  });

  it('moves messages that keep failing into its dead-letter queue, from which they can be redriven', async () => {
    const id = randomUUID();
    await fixture.send({ id, failTimes: 2 });
    await receives(id, 2);
    const deadLetters = () => {
      fixture.control.release('sample-tasks');
      return statusOf('sample-tasks')?.deadLetters;
    };
    await expect.poll(deadLetters, soon).toBe(1);
    expect(await fixture.notes(id)).toHaveLength(2);

    const moved = await redrive(fixture.sqs, 'platform-modules-local-sample-tasks-dlq');
    expect(moved).toEqual({ moved: 1 });
    // A redriven message is counted from 1 again, like a new one.
    await expect.poll(() => receiveCounts(id), soon).toEqual([1, 2, 1]);
    expect(statusOf('sample-tasks')?.deadLetters).toBe(0);
    await receivesAgain(id);
  });

  it('redelivers the messages of a killed worker', async () => {
    const id = randomUUID();
    await fixture.send({ id, hangOnce: true });
    await receives(id, 1);
    expect(await fixture.lambda.stopWorkers({ functionName: 'pm-local-samples-sample-work' })).toBe(1);
    await receives(id, 2);
  });

  it('delivers messages twice that a fault duplicates', async () => {
    const id = randomUUID();
    fixture.faults.add({ effect: 'duplicate', bodyContains: id, times: 1 });
    await fixture.send({ id });
    await expect.poll(() => receiveCounts(id), soon).toEqual([1, 1]);
    expect(fixture.faults.list()).toEqual([]);
  });
});

/** Completes the task that failed twice before: its third receipt succeeds. */
async function receivesAgain(id: string): Promise<void> {
  const poll = async () => {
    fixture.control.release('sample-tasks');
    return (await fixture.notes(id)).length;
  };
  await expect.poll(poll, soon).toBe(4);
}

describe('configurations that AWS refuses', () => {
  it('names action and resource if a worker lacks a permission', async () => {
    const id = randomUUID();
    await fixture.send({ id, readsForbiddenItem: true });
    await receives(id, 1);
    const [{ said } = {}] = await fixture.notes(id);
    expect(said).toContain('is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb:');
  });

  it('does not start if the role lacks a permission of the queue’s mapping, and names it', async () => {
    const without = (template: string) => template.replaceAll('"sqs:DeleteMessage",', '');
    await expect(startMessaging({ changeWorkers: without })).rejects.toThrow(
      /sample-work does not allow sqs:DeleteMessage on arn:aws:sqs:.*:platform-modules-local-sample-tasks/,
    );
  });

  it('does not start if messages would become visible while the function still runs', async () => {
    const slower = (template: string) => template.replaceAll('"Timeout": 5', '"Timeout": 60');
    const starting = startMessaging({ changeWorkers: slower });
    await expect(starting).rejects.toThrow(/visibility timeout of .* is shorter than/);
  });

  it('stops a loop of messages unless the function allows it', async () => {
    const unmeant = (template: string) =>
      template
        .replaceAll('"RecursiveLoop": "Allow",', '')
        .replaceAll('"MaximumBatchingWindowInSeconds": 1', '"MaximumBatchingWindowInSeconds": 0');
    const other = await startMessaging({ changeWorkers: unmeant });
    const id = randomUUID();
    await other.send({ id, again: true });
    await expect.poll(() => other.lines, soon).toContainEqual(expect.stringContaining('stops a loop'));
    expect(await other.notes(id)).toHaveLength(16);
    await other.stop();
  });
});

describe('SQS at the AWS gateway', () => {
  it('meters a batch as one call', async () => {
    fixture.meter.reset();
    await fixture.send({ id: randomUUID() }, { id: randomUUID() });
    const calls = fixture.meter.calls().filter(({ service }) => service === 'sqs');
    const resource = expect.stringContaining('sample-tasks');
    expect(calls).toMatchObject([{ action: 'SendMessageBatch', status: 200, resource }]);
  });

  it('accepts a queue’s URL, finds a queue by name, and keeps message attributes', async () => {
    const find = new GetQueueUrlCommand({ QueueName: 'platform-modules-local-sample-all' });
    const { QueueUrl } = await fixture.sqs.send(find);
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'greeting' } };
    await fixture.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', MessageAttributes }));
    const { Messages } = await fixture.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: fixture.urls['sample-all'], MessageAttributeNames: ['All'] }),
    );
    expect(Messages).toMatchObject([{ Body: 'hello', MessageAttributes }]);
  });

  it('returns the errors of SQS, including injected ones', async () => {
    const QueueUrl = `${fixture.awsGateway.url}/1/nowhere`;
    const missing = new SendMessageCommand({ QueueUrl, MessageBody: 'x' });
    await expect(fixture.sqs.send(missing)).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    const twice = ['a', 'a'].map((Id) => ({ Id, MessageBody: '{}' }));
    const batch = new SendMessageBatchCommand({ QueueUrl: fixture.urls['sample-all'], Entries: twice });
    await expect(fixture.sqs.send(batch)).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
    const mark = randomUUID();
    fixture.faults.add({ effect: 'throttle', service: 'sqs', bodyContains: mark, times: 1 });
    const send = new SendMessageCommand({ QueueUrl: fixture.urls['sample-all'], MessageBody: mark });
    const { $metadata } = await fixture.sqs.send(send);
    expect($metadata.attempts).toBe(2);
  });
});
