import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageLineage } from '../../../lib/local/sqs/message-lineage.ts';
import type { LocalQueue } from '../../../lib/local/sqs/queue.ts';
import { openQueues, type Queues } from '../../../lib/local/sqs/queues.ts';
import { createSqs } from '../../../lib/local/sqs/service.ts';
import { toQueueText } from '../../../shared/kernel/base/queue-text.ts';
import { folderOfEachTest } from '../../support/folders.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

const dataDir = folderOfEachTest();
const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

const aQueue = (name: string, properties: object = {}) => ({
  ...aResource('AWS::SQS::Queue', name, arnOf(name), properties),
  physicalId: `http://localhost/000000000000/${name}`,
});
const app = resolvedApp(
  aQueue('work', {
    VisibilityTimeout: 60,
    RedrivePolicy: { deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 2 },
  }),
  aQueue('dead'),
);

let queues: Queues;
let work: LocalQueue;

function start(): void {
  queues = openQueues(app, join(dataDir(), 'queues.sqlite'));
  work = queues.of(arnOf('work'));
}

function restart(): void {
  queues.stop();
  start();
}

beforeEach(start);
afterEach(() => {
  vi.useRealTimers();
  queues.stop();
});

const receive = (count = 10, queue = work) => queue.receive({ count, waitSeconds: 0 });

async function bodies(count = 10, queue = work): Promise<string[]> {
  return (await receive(count, queue)).map(({ Body }) => Body);
}

/** A call of SQS's API. Returns its status and its body. */
async function call(action: string, input: object) {
  const service = createSqs(queues, createMessageLineage());
  const request = {
    ...{ method: 'POST', path: '/', headers: { 'x-amz-target': `AmazonSQS.${action}` } },
    body: JSON.stringify({ QueueUrl: 'http://localhost/000000000000/work', ...input }),
  };
  const respond = async () =>
    service.open(request).run(
      async () => undefined,
      () => true,
    );
  const { status, body } = await respond().catch((refused) =>
    service.errorResponse(refused, { method: 'POST' }),
  );
  return { status, body: JSON.parse(String(body)) as Record<string, unknown> };
}

describe('a local queue', () => {
  it('hides a received message until its visibility timeout ends', async () => {
    vi.useFakeTimers();
    work.send({ body: 'one' });
    expect(await bodies()).toEqual(['one']);
    expect(await bodies()).toEqual([]);
    expect(work.depth()).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
    vi.advanceTimersByTime(60_000);
    const [again] = await receive();
    expect(again).toMatchObject({ Body: 'one', Attributes: { ApproximateReceiveCount: '2' } });
  });

  it('ends a long poll when a message is sent or becomes visible again', async () => {
    const waiting = work.receive({ count: 1, waitSeconds: 20 });
    work.send({ body: 'sent' });
    const [message] = await waiting;
    expect(message?.Body).toBe('sent');
    const second = work.receive({ count: 1, waitSeconds: 20 });
    work.changeVisibility(message?.ReceiptHandle ?? '', 0);
    expect((await second)[0]?.Body).toBe('sent');
  });

  it('ends a long poll when its caller or the queue stops', async () => {
    const stopping = new AbortController();
    const first = work.receive({ count: 1, waitSeconds: 20, signal: stopping.signal });
    stopping.abort();
    expect(await first).toEqual([]);
    const second = work.receive({ count: 1, waitSeconds: 20 });
    restart();
    expect(await second).toEqual([]);
  });

  it('delays a message', async () => {
    vi.useFakeTimers();
    work.send({ body: 'later', delaySeconds: 5 });
    expect(await bodies()).toEqual([]);
    restart();
    expect(work.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    vi.advanceTimersByTime(5_000);
    expect(await bodies()).toEqual(['later']);
  });

  it('moves a message that was received too often to its dead-letter queue, which can be redriven', async () => {
    work.send({ body: 'bad', messageGroupId: 'a' });
    for (let received = 0; received < 2; received += 1) {
      expect(await bodies()).toEqual(['bad']);
      work.release();
    }
    expect(await bodies()).toEqual([]);
    restart();
    const dead = queues.of(arnOf('dead'));
    expect(dead.depth().visible).toBe(1);
    expect(await dead.moveTo(work)).toBe(1);
    expect((await receive())[0]).toMatchObject({ Body: 'bad', Attributes: { MessageGroupId: 'a' } });
  });

  it('moves as many messages to another queue as it is asked to', async () => {
    const dead = queues.of(arnOf('dead'));
    for (const body of ['first', 'second', 'third']) dead.send({ body });
    expect(await dead.moveTo(work, 1)).toBe(1);
    expect((await receive()).map(({ Body }) => Body)).toEqual(['first']);
    expect(await dead.moveTo(work)).toBe(2);
  });

  it('deletes a message, also one that is visible again', async () => {
    work.send({ body: 'first' });
    work.send({ body: 'second' });
    const [first, second] = await receive();
    work.delete(first?.ReceiptHandle ?? '');
    work.release();
    await vi.waitFor(() => expect(work.depth().visible).toBe(1));
    work.delete(second?.ReceiptHandle ?? '');
    work.delete('unknown');
    restart();
    expect(work.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('restores messages that an earlier run had received and not deleted', async () => {
    work.send({ body: 'lost' });
    await receive();
    restart();
    expect(await receive()).toMatchObject([{ Body: 'lost', Attributes: { ApproximateReceiveCount: '2' } }]);
  });

  it('keeps the message group of every message, also in batches and after a restart', async () => {
    work.send({ body: 'one', messageGroupId: 'a' });
    work.send({ body: 'none' });
    const Entries = ['b', 'c'].map((Id) => ({ Id, MessageBody: 'same text', MessageGroupId: Id }));
    await call('SendMessageBatch', { Entries });
    restart();
    const received = await receive();
    expect(received.map(({ Body, Attributes }) => [Body, Attributes.MessageGroupId])).toEqual([
      ['one', 'a'],
      ['none', undefined],
      ['same text', 'b'],
      ['same text', 'c'],
    ]);
  });

  it('delivers messages of other groups before those of a group with thirty in flight', async () => {
    for (let index = 0; index < 60; index += 1)
      work.send({ body: `noisy ${index}`, messageGroupId: 'noisy' });
    for (let batch = 0; batch < 3; batch += 1) await receive();
    work.send({ body: 'quiet', messageGroupId: 'quiet' });
    expect(await bodies(2)).toEqual(['quiet', 'noisy 30']);
  });
});

describe('the text of a message', () => {
  it.each([
    ['tab and line ends', '\t\n\r '],
    ['the ends of the basic plane', '\uD7FF\uE000\uFFFD'],
    ['an emoji', 'fine 😀'],
    ['the ends of the other planes', '\u{10000}\u{1FFFF}\u{10FFFF}'],
  ])('can contain %s, and is delivered unchanged', async (_, body) => {
    work.send({ body });
    expect(await bodies()).toEqual([body]);
  });

  it.each([
    ['a control character', 'a\u0000'],
    ['a lone surrogate', 'a\uD83D'],
    ['U+FFFE', '\uFFFE'],
    ['U+FFFF', '\uFFFF'],
  ])('must not contain %s, as in SQS', (_, body) => {
    expect(work.trySend({ body })?.code).toBe('InvalidMessageContents');
  });

  it('contains every character in a form that a queue accepts', async () => {
    const value = { text: '\uFFFE\uFFFF\u0000😀' };
    const body = toQueueText(JSON.stringify(value));
    work.send({ body });
    expect(JSON.parse((await bodies())[0] ?? '')).toEqual(value);
  });
});

describe('the API of local queues', () => {
  const notInFlight = { ReceiptHandle: 'x', VisibilityTimeout: 1 };

  it.each([
    ['no message', 'SendMessage', {}, 'MissingParameter'],
    ['an empty message', 'SendMessage', { MessageBody: '' }, 'MissingParameter'],
    ['a message over 1 MiB', 'SendMessage', { MessageBody: 'x'.repeat(1_048_577) }, 'InvalidParameterValue'],
    ['too long a delay', 'SendMessage', { MessageBody: 'x', DelaySeconds: 901 }, 'InvalidParameterValue'],
    ['a wait over 20 seconds', 'ReceiveMessage', { WaitTimeSeconds: 21 }, 'InvalidParameterValue'],
    ['eleven messages at once', 'ReceiveMessage', { MaxNumberOfMessages: 11 }, 'InvalidParameterValue'],
    ['an empty batch', 'SendMessageBatch', { Entries: [] }, 'EmptyBatchRequest'],
    ['a batch of eleven', 'DeleteMessageBatch', { Entries: entries(11) }, 'TooManyEntriesInBatchRequest'],
    [
      'equal ids',
      'SendMessageBatch',
      { Entries: [...entries(1), ...entries(1)] },
      'BatchEntryIdsNotDistinct',
    ],
    ['an unknown handle', 'ChangeMessageVisibility', notInFlight, 'MessageNotInflight'],
    ['no visibility timeout', 'ChangeMessageVisibility', { ReceiptHandle: 'x' }, 'MissingParameter'],
  ])('refuses %s', async (_, action, input, code) => {
    const { status, body } = await call(action, input);
    expect([status, body.__type]).toEqual([400, `com.amazonaws.sqs#${code}`]);
  });

  it('says that a message is not in flight', async () => {
    const { body } = await call('ChangeMessageVisibility', notInFlight);
    expect(body.message).toBe('The specified message is not in flight.');
  });

  it('hides, returns and deletes received messages, also with the former name of a parameter', async () => {
    work.send({ body: 'one' });
    const { body } = await call('ReceiveMessage', { AttributeNames: ['All'] });
    const [message] = body.Messages as { Attributes: object; ReceiptHandle: string }[];
    expect(message?.Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
    const change = { ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 };
    const Entries = [
      { Id: 'good', ...change },
      { Id: 'bad', ...change, ReceiptHandle: 'x' },
    ];
    const { body: changed } = await call('ChangeMessageVisibilityBatch', { Entries });
    expect(changed).toMatchObject({
      Successful: [{ Id: 'good' }],
      Failed: [{ Id: 'bad', Code: 'MessageNotInflight' }],
    });
    expect(work.depth().visible).toBe(1);
    await call('DeleteMessage', { ReceiptHandle: message?.ReceiptHandle });
    expect(work.depth()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('handles the entries of a batch separately', async () => {
    const Entries = [...entries(1), { Id: 'bad', MessageBody: '\u0000' }];
    const { body } = await call('SendMessageBatch', { Entries });
    expect(body).toMatchObject({
      Successful: [{ Id: 'entry-0', MD5OfMessageBody: expect.any(String) }],
      Failed: [{ Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' }],
    });
    const { body: received } = await call('ReceiveMessage', { MessageSystemAttributeNames: ['SenderId'] });
    const [message] = received.Messages as { Attributes: object; ReceiptHandle: string }[];
    expect(message?.Attributes).toEqual({ SenderId: expect.any(String) });
    await call('DeleteMessageBatch', { Entries: [{ Id: 'one', ReceiptHandle: message?.ReceiptHandle }] });
    const { body: shown } = await call('GetQueueAttributes', { AttributeNames: ['All'] });
    expect(shown.Attributes).toMatchObject({ VisibilityTimeout: '60', ApproximateNumberOfMessages: '0' });
  });
});

function entries(count: number): { Id: string; MessageBody: string; ReceiptHandle: string }[] {
  const content = { MessageBody: 'x', ReceiptHandle: 'x' };
  return Array.from({ length: count }, (_, index) => ({ Id: `entry-${index}`, ...content }));
}
