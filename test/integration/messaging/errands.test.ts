/** Workers that use the services beside the table, with the rights of the template and nothing else. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MessagingFixture, startMessaging } from '../../support/messaging.ts';
import type { Errand } from '../../workers/sample-errand.queue.ts';

let dataDir: string;
let fixture: MessagingFixture;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errands-test-'));
  fixture = await startMessaging(dataDir);
});
afterAll(async () => {
  await fixture?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const worker = 'pm-local-samples-sample-errand';

/** Has the worker run an errand. Answers what it noted. */
async function run(errand: Omit<Errand, 'id'>): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const body = JSON.stringify({ ...errand, id });
  const QueueUrl = fixture.urls['sample-errands'];
  await fixture.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  const soon = { timeout: 15_000, interval: 20 };
  await expect.poll(async () => (await fixture.notes(id)).length, soon).toBe(1);
  const [note = {}] = await fixture.notes(id);
  return note;
}

describe('a worker with secrets', () => {
  it('seals and opens with exactly the grants of its contract', async () => {
    const tenantId = randomUUID();
    const { result: text } = await run({ kind: 'seal', tenantId, text: 'sk_live' });
    expect(text).toMatch(/^s1\./);
    const calls = fixture.meter.calls({ functionName: worker }).filter(({ service }) => service === 'kms');
    expect(calls).toMatchObject([{ action: 'GenerateDataKey', status: 200 }]);
    await fixture.lambda.stopWorkers({ functionName: worker, all: true });
    expect(await run({ kind: 'open', tenantId, text: String(text) })).toEqual({ result: 'sk_live' });
    expect(await run({ kind: 'open', tenantId: randomUUID(), text: String(text) })).toMatchObject({
      error: 'SealedValueError',
    });
    const used = fixture.door.grantsUsed().filter(({ functionName }) => functionName === worker);
    const actions = used.filter(({ statement }) => /kms:|DATAKEY/.test(statement)).map((use) => use.action);
    expect([...new Set(actions)].sort()).toEqual([
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'kms:Decrypt',
      'kms:GenerateDataKey',
    ]);
  });
});
