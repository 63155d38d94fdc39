/** Workers that use other services than the table, with only the permissions of the template. */
import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { type MessagingFixture, startMessaging } from '../../support/runtime/messaging.ts';
import type { Errand } from '../../workers/sample-errand.queue.ts';

callOverHttp();

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await startMessaging();
});
afterAll(() => fixture?.stop());

const worker = 'pm-local-samples-sample-errand';
const group = 'platform-modules-local-dynamic';
const soon = { interval: 20 };

type Unnumbered<One> = One extends unknown ? Omit<One, 'id'> : never;

/** Waits for the note of the worker with this id. */
async function noted(id: string): Promise<Record<string, unknown>> {
  await expect.poll(async () => (await fixture.notes(id)).length, soon).toBeGreaterThan(0);
  const [note = {}] = await fixture.notes(id);
  return note;
}

/** Runs an errand in the worker. Returns its note. */
async function run(errand: Unnumbered<Errand>): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const body = JSON.stringify({ ...errand, id });
  const QueueUrl = fixture.urls['sample-errands'];
  await fixture.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  return noted(id);
}

/** The actions that matching statements allowed the worker. */
function actionsUsed(statement: RegExp): string[] {
  const used = fixture.awsGateway.grantsUsed().filter(({ functionName }) => functionName === worker);
  const matching = used.filter((use) => statement.test(use.statement));
  return [...new Set(matching.map(({ action }) => action))].sort();
}

const scheduleNamed = (name: string) => fixture.control.schedules().find((one) => one.name === name);

describe('a worker with secrets', () => {
  it('encrypts and decrypts with exactly the grants of its contract', async () => {
    const tenantId = randomUUID();
    const { result: text } = await run({ kind: 'seal', tenantId, text: 'sk_live' });
    expect(text).toMatch(/^s1\./);
    const calls = fixture.meter.calls().filter(({ functionName }) => functionName === worker);
    const ofKms = calls.filter(({ service }) => service === 'kms');
    expect(ofKms).toMatchObject([{ action: 'GenerateDataKey', status: 200 }]);
    await fixture.lambda.stopWorkers({ functionName: worker, all: true });
    const open = (by: string) => run({ kind: 'open', tenantId: by, text: String(text) });
    expect(await open(tenantId)).toEqual({ result: 'sk_live' });
    expect(await open(randomUUID())).toMatchObject({ error: 'SealedValueError' });
    expect(actionsUsed(/kms:|DATAKEY/)).toEqual([
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'kms:Decrypt',
      'kms:GenerateDataKey',
    ]);
  });
});

describe('a worker with schedules', () => {
  it('sends a message once, and then deletes the schedule', async () => {
    const name = `once-${randomUUID()}`;
    const atMs = Date.parse('2031-05-06T07:08:00Z');
    expect(await run({ kind: 'wait', name, atMs })).toEqual({});
    // A repeated request changes nothing.
    expect(await run({ kind: 'wait', name, atMs: atMs + 60_000 })).toEqual({});
    expect(scheduleNamed(name)).toMatchObject({
      ...{ group, origin: 'api', enabled: true, runs: 0 },
      expression: 'at(2031-05-06T07:08:00)',
      nextAt: '2031-05-06T07:08:00.000Z',
    });
    expect(await fixture.control.runSchedule(name)).toBe(true);
    expect(await noted(name)).toMatchObject({ result: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) });
    expect(scheduleNamed(name)).toBeUndefined();
    await expect(fixture.control.runSchedule(name)).rejects.toThrow(`unknown schedule ${name}`);
  });

  it('creates, changes, reads, lists and deletes with exactly the grants of its contract', async () => {
    const name = `again-${randomUUID()}`;
    await run({ kind: 'repeat', name, expression: 'cron(0 8 ? * MON-FRI *)' });
    await run({ kind: 'repeat', name, expression: 'rate(2 hours)' });
    const result = { name, expression: 'rate(2 hours)', timezone: 'UTC', enabled: true };
    expect(await run({ kind: 'look', name })).toMatchObject({ result });
    expect(await run({ kind: 'list', prefix: name })).toEqual({ result: [{ name, enabled: true }] });
    expect(await run({ kind: 'forget', name })).toEqual({});
    expect(await run({ kind: 'forget', name })).toEqual({});
    expect(await run({ kind: 'look', name })).toEqual({});
    expect(await run({ kind: 'repeat', name, expression: 'cron(0 8 * * MON *)' })).toMatchObject({
      error: 'InvalidScheduleError',
      message: 'EventBridge Scheduler does not accept the schedule.',
    });
    expect(actionsUsed(/scheduler:|iam:/)).toEqual([
      'iam:PassRole',
      ...['Create', 'Delete', 'Get'].map((verb) => `scheduler:${verb}Schedule`),
      'scheduler:ListSchedules',
      'scheduler:UpdateSchedule',
    ]);
  });

  it('cannot access schedules of another group', async () => {
    expect(await run({ kind: 'trespass', name: 'any' })).toMatchObject({
      error: 'AccessDeniedException',
      message: expect.stringMatching(/scheduler:GetSchedule on resource: .*:schedule\/default\/any/),
    });
  });

  it('is called shortly after the time', async () => {
    const name = `soon-${randomUUID()}`;
    await run({ kind: 'repeat', name, expression: 'rate(1 minute)' });
    // A rate without a start runs at once.
    const { result } = await noted(name);
    expect(Math.abs(Date.parse(String(result)) - Date.now())).toBeLessThan(30_000);
    await run({ kind: 'forget', name });
  });
});
