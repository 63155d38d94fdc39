import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startFauxqs } from '../../../lib/local/sqs/fauxqs.ts';

const queue = {
  name: 'shared',
  url: 'http://localhost/000000000000/shared',
  arn: 'arn:aws:sqs:us-east-1:000000000000:shared',
  attributes: { VisibilityTimeout: '60' },
};

interface Received {
  Body: string;
  Attributes?: { MessageGroupId?: string };
}

let dataDir: string;
let emulator: Emulator;

async function start(): Promise<void> {
  emulator = await startFauxqs({ dataDir });
  emulator.ensureQueue(queue);
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fauxqs-test-'));
  await start();
});
afterEach(async () => {
  await emulator.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(MessageBody: string, MessageGroupId?: string): Promise<void> {
  const input = { QueueUrl: queue.url, MessageBody, ...(MessageGroupId && { MessageGroupId }) };
  expect((await emulator.sqs('SendMessage', input)).status).toBe(200);
}

async function receive(count: number): Promise<[string, string | undefined][]> {
  const { body } = await emulator.sqs('ReceiveMessage', {
    QueueUrl: queue.url,
    MaxNumberOfMessages: count,
    MessageSystemAttributeNames: ['All'],
  });
  const { Messages = [] } = JSON.parse(body) as { Messages?: Received[] };
  return Messages.map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId]);
}

describe('the local queues', () => {
  it('keep the message group of every message, of batches and over a restart, too', async () => {
    await send('one', 'a');
    await send('none');
    const Entries = ['b', 'c'].map((MessageGroupId) => ({
      Id: MessageGroupId,
      MessageBody: 'same text',
      MessageGroupId,
    }));
    await emulator.sqs('SendMessageBatch', { QueueUrl: queue.url, Entries });
    await emulator.stop();
    await start();
    expect(await receive(10)).toEqual([
      ['one', 'a'],
      ['none', undefined],
      ['same text', 'b'],
      ['same text', 'c'],
    ]);
  });

  it('hand out messages of other groups before those of a group that has thirty in flight', async () => {
    const bodies = Array.from({ length: 60 }, (_, index) => `noisy ${index}`);
    for (const body of bodies) await send(body, 'noisy');
    for (let batch = 0; batch < 3; batch += 1) await receive(10);
    await send('quiet', 'quiet');
    expect((await receive(2)).map(([body]) => body)).toEqual(['quiet', 'noisy 30']);
  });
});
