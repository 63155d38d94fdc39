import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MessagingFixture, startMessaging } from '../../support/messaging.ts';

let dataDir: string;
let fixture: MessagingFixture;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'streams-test-'));
  fixture = await startMessaging(dataDir);
});
afterEach(async () => {
  await fixture?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const soon = { timeout: 15_000, interval: 20 };
const numbers = Array.from({ length: 25 }, (_, index) => String(index).padStart(2, '0'));
const order = async (pk: string) => (await fixture.notes(pk)).map(({ sk }) => sk);

describe('the stream', () => {
  it('keeps the order of each partition, and hands over inserts under the prefix only', async () => {
    const keys = ['a', 'b', 'c'].map((name) => `SAMPLE#${name}`);
    for (const sk of numbers) for (const pk of keys) await fixture.insert({ pk, sk });
    await fixture.insert({ pk: 'OTHER#a', sk: '00' });
    const change = new UpdateItemCommand({
      TableName: 'platform-modules-local',
      Key: { pk: { S: 'SAMPLE#a' }, sk: { S: '00' } },
      UpdateExpression: 'SET changed = :yes',
      ExpressionAttributeValues: { ':yes': { BOOL: true } },
    });
    await fixture.dynamodb.send(change);
    await fixture.insert({ pk: 'SAMPLE#last', sk: '00' });
    await expect.poll(() => order('SAMPLE#last'), soon).toEqual(['00']);
    for (const pk of keys) await expect.poll(() => order(pk), soon).toEqual(numbers);
    expect(await order('OTHER#a')).toEqual([]);
  });

  it('gives up a poison record, says so, and goes on with those behind it', async () => {
    for (const sk of ['00', '01', '02']) {
      await fixture.insert({ pk: 'SAMPLE#p', sk, poison: sk === '01' });
    }
    await expect.poll(() => order('SAMPLE#p'), soon).toEqual(['00', '02']);
    const failures = () => fixture.control.queues().find(({ name }) => name === 'sample-follow-failures');
    expect(failures()).toMatchObject({ visible: 1 });
  });

  it('hands over twice what a fault duplicates', async () => {
    fixture.faults.add({ effect: 'duplicate', bodyContains: 'SAMPLE#twice', times: 1 });
    await fixture.insert({ pk: 'SAMPLE#twice', sk: '00' });
    await expect.poll(() => order('SAMPLE#twice'), soon).toEqual(['00', '00']);
  });

  it('goes on after a restart where it was, and loses nothing that was written meanwhile', async () => {
    await fixture.insert({ pk: 'SAMPLE#r', sk: '00' });
    await expect.poll(() => order('SAMPLE#r'), soon).toEqual(['00']);
    await fixture.insert({ pk: 'SAMPLE#r', sk: '01' });
    await fixture.stop();
    fixture = await startMessaging(dataDir);
    await fixture.insert({ pk: 'SAMPLE#r', sk: '02' });
    await expect.poll(async () => [...new Set(await order('SAMPLE#r'))], soon).toEqual(['00', '01', '02']);
    expect((await order('SAMPLE#r')).filter((sk) => sk === '02')).toHaveLength(1);
  });
});

describe('queues', () => {
  it('keep their messages over a restart', async () => {
    const id = randomUUID();
    await fixture.send({ id, hangOnce: true });
    await expect.poll(async () => (await fixture.notes(id)).length, soon).toBe(1);
    await fixture.stop();
    fixture = await startMessaging(dataDir);
    await expect
      .poll(async () => (await fixture.notes(id)).map(({ receiveCount }) => receiveCount), soon)
      .toEqual([1, 2]);
  });
});

describe('the bus', () => {
  it('copies an event of a wanted type to the queue, and others not', async () => {
    const [wanted, other] = [randomUUID(), randomUUID()];
    await fixture.insert({ pk: `SAMPLE#${other}`, sk: '00', type: 'sales.order.deleted' });
    await fixture.insert({ pk: `SAMPLE#${wanted}`, sk: '00', type: 'sales.invoice.paid' });
    await expect
      .poll(() => fixture.notes(wanted), soon)
      .toEqual([{ tenantId: wanted, type: 'sales.invoice.paid' }]);
    await expect.poll(() => order(`SAMPLE#${other}`), soon).toEqual(['00']);
    expect(await fixture.notes(other)).toEqual([]);
    // The queue for every event has no worker: both wait there.
    const all = () => fixture.control.queues().find(({ name }) => name === 'sample-all')?.visible;
    await expect.poll(all, soon).toBe(2);
  });

  it('does not deliver to a queue whose policy does not let the rule in', async () => {
    await fixture.stop();
    rmSync(dataDir, { recursive: true, force: true });
    fixture = await startMessaging(dataDir, undefined, (template) =>
      template.replaceAll('"Service": "events.amazonaws.com"', '"Service": "sns.amazonaws.com"'),
    );
    await fixture.insert({ pk: 'SAMPLE#x', sk: '00', type: 'sales.order.created' });
    const denied = /events\.amazonaws\.com may not sqs:SendMessage on arn:aws:sqs:.*sample-orders/;
    await expect.poll(() => fixture.lines, soon).toContainEqual(expect.stringMatching(denied));
  });
});

describe('schedules', () => {
  it('run when they are told to, by the role that only they have', async () => {
    const name = 'pm-local-samples-sample-sweep';
    expect(fixture.control.schedules()).toMatchObject([
      { name, origin: 'template', expression: 'rate(5 minutes)', runs: 0 },
    ]);
    expect(await fixture.control.runSchedule(name)).toBe(true);
    expect(await fixture.notes('schedule')).toEqual([{ schedule: name }]);
  });
});
