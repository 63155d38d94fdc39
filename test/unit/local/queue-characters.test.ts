import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startFauxqs } from '../../../lib/local/sqs/fauxqs.ts';
import { toQueueText } from '../../../shared/kernel/queues/queue-text.ts';

let dataDir: string;
let emulator: Emulator;
const url = 'http://127.0.0.1/000000000000/work';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'characters-test-'));
  emulator = await startFauxqs({ dataDir });
  emulator.ensureQueue({ name: 'work', url, arn: 'arn:aws:sqs:us-east-1:000000000000:work', attributes: {} });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(MessageBody: string): Promise<number> {
  return (await emulator.sqs('SendMessage', { QueueUrl: url, MessageBody })).status;
}

describe('a local queue', () => {
  it.each([
    ['tab and line ends', '\t\n\r '],
    ['the ends of the basic plane', '\uD7FF\uE000\uFFFD'],
    ['an emoji', 'fine 😀'],
    ['the ends of the other planes', '\u{10000}\u{1FFFF}\u{10FFFF}'],
  ])('takes %s, and hands it over unchanged', async (_, text) => {
    expect(await send(text)).toBe(200);
    const { body } = await emulator.sqs('ReceiveMessage', { QueueUrl: url });
    expect(JSON.parse(body).Messages).toMatchObject([{ Body: text }]);
  });

  it('takes them in a batch', async () => {
    const Entries = [{ Id: 'one', MessageBody: '😀' }];
    const { body } = await emulator.sqs('SendMessageBatch', { QueueUrl: url, Entries });
    expect(JSON.parse(body)).toMatchObject({ Successful: [{ Id: 'one' }], Failed: [] });
  });

  it.each([
    ['a control character', 'a\u0000'],
    ['half of a surrogate pair', 'a\uD83D'],
    ['U+FFFE', '\uFFFE'],
    ['U+FFFF', '\uFFFF'],
  ])('refuses %s, as SQS does', async (_, text) => {
    expect(await send(text)).toBe(400);
  });
});

describe('the text of a message', () => {
  it('holds every character in a form that a queue takes', async () => {
    const value = { text: '\uFFFE\uFFFF\u0000😀' };
    const text = toQueueText(JSON.stringify(value));
    expect(await send(text)).toBe(200);
    expect(JSON.parse(text)).toEqual(value);
  });
});
