import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { type MessagingFixture, startMessaging } from '../../support/runtime/messaging.ts';

callOverHttp();

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await startMessaging();
});
afterAll(() => fixture?.stop());

const soon = { interval: 20 };
const numbers = Array.from({ length: 25 }, (_, index) => String(index).padStart(2, '0'));
const aPartition = () => `SAMPLE#${randomUUID()}`;
const order = async (pk: string) => (await fixture.notes(pk)).map(({ sk }) => sk);
const visible = (queue: string) =>
  fixture.control.queues().find(({ name }) => name === queue)?.visible ?? Number.NaN;

/** Restarts it on the same data, with `changeQueues` applied to the template of the queues. */
async function restart(changeQueues?: (template: string) => string): Promise<void> {
  await fixture.stop();
  fixture = await startMessaging({ dataDir: fixture.dataDir, changeQueues });
}

describe('the stream', () => {
  it('keeps the order of each partition, and delivers inserts with the prefix only', async () => {
    const keys = [aPartition(), aPartition(), aPartition()];
    const [updated = '', last, other] = [keys[0], aPartition(), `OTHER#${randomUUID()}`];
    for (const sk of numbers) for (const pk of keys) await fixture.insert({ pk, sk });
    await fixture.insert({ pk: other, sk: '00' });
    const change = new UpdateItemCommand({
      TableName: 'platform-modules-local',
      Key: { pk: { S: updated }, sk: { S: '00' } },
      UpdateExpression: 'SET changed = :yes',
      ExpressionAttributeValues: { ':yes': { BOOL: true } },
    });
    await fixture.dynamodb.send(change);
    await fixture.insert({ pk: last, sk: '00' });
    await expect.poll(() => order(last), soon).toEqual(['00']);
    for (const pk of keys) await expect.poll(() => order(pk), soon).toEqual(numbers);
    expect(await order(other)).toEqual([]);
  });

  it('abandons a poison record, reports it, and continues with the next records', async () => {
    const pk = aPartition();
    const before = visible('sample-follow-failures');
    for (const sk of ['00', '01', '02']) await fixture.insert({ pk, sk, poison: sk === '01' });
    await expect.poll(() => order(pk), soon).toEqual(['00', '02']);
    expect(visible('sample-follow-failures')).toBe(before + 1);
  });

  it('delivers records twice that a fault duplicates', async () => {
    const pk = aPartition();
    fixture.faults.add({ effect: 'duplicate', bodyContains: pk, times: 1 });
    await fixture.insert({ pk, sk: '00' });
    await expect.poll(() => order(pk), soon).toEqual(['00', '00']);
  });

  it('continues after a restart, and loses nothing that was written meanwhile', async () => {
    const pk = aPartition();
    await fixture.insert({ pk, sk: '00' });
    await expect.poll(() => order(pk), soon).toEqual(['00']);
    await fixture.insert({ pk, sk: '01' });
    await restart();
    await fixture.insert({ pk, sk: '02' });
    await expect.poll(async () => [...new Set(await order(pk))], soon).toEqual(['00', '01', '02']);
    expect((await order(pk)).filter((sk) => sk === '02')).toHaveLength(1);
  });
});

describe('queues', () => {
  it('keep their messages after a restart', async () => {
    const id = randomUUID();
    await fixture.send({ id, hangOnce: true });
    await expect.poll(async () => (await fixture.notes(id)).length, soon).toBe(1);
    await restart();
    await expect
      .poll(async () => (await fixture.notes(id)).map(({ receiveCount }) => receiveCount), soon)
      .toEqual([1, 2]);
  });
});

describe('the bus', () => {
  it('copies events of a selected type to the queue, and no others', async () => {
    const [wanted, other] = [randomUUID(), randomUUID()];
    const before = visible('sample-all');
    await fixture.insert({ pk: `SAMPLE#${other}`, sk: '00', type: 'sales.order.deleted' });
    await fixture.insert({ pk: `SAMPLE#${wanted}`, sk: '00', type: 'sales.invoice.paid' });
    await expect
      .poll(() => fixture.notes(wanted), soon)
      .toEqual([{ tenantId: wanted, type: 'sales.invoice.paid' }]);
    await expect.poll(() => order(`SAMPLE#${other}`), soon).toEqual(['00']);
    expect(await fixture.notes(other)).toEqual([]);
    // The queue for every event has no worker, so both messages remain in it.
    await expect.poll(() => visible('sample-all'), soon).toBe(before + 2);
  });

  it('does not deliver to a queue whose policy does not allow the rule', async () => {
    await restart((template) =>
      template.replaceAll('"Service": "events.amazonaws.com"', '"Service": "sns.amazonaws.com"'),
    );
    await fixture.insert({ pk: aPartition(), sk: '00', type: 'sales.order.created' });
    const denied = /events\.amazonaws\.com may not sqs:SendMessage on arn:aws:sqs:.*sample-orders/;
    await expect.poll(() => fixture.lines, soon).toContainEqual(expect.stringMatching(denied));
    await restart();
  });
});

describe('schedules', () => {
  it('run on request, with their own role', async () => {
    const name = 'pm-local-samples-sample-sweep';
    const before = await fixture.notes('schedule');
    const [{ runs = Number.NaN } = {}] = fixture.control.schedules();
    expect(await fixture.control.runSchedule(name)).toBe(true);
    expect(fixture.control.schedules()).toMatchObject([
      { name, origin: 'template', expression: 'rate(5 minutes)', runs: runs + 1 },
    ]);
    expect(await fixture.notes('schedule')).toEqual([...before, { schedule: name }]);
  });
});
