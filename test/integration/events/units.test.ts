/** The write units of log and edges, as the table counts them. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { logUnits } from '../../../lib/lab/scale/patterns.ts';
import { causeOf } from '../../../shared/kernel/events/cause.ts';
import { outboxPartition, outboxShards } from '../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { toLogItem } from '../../../shared/modules/events/log/logged-event.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const recordBytes = 1_024;

/** A record of 1 KB as the API returns it, and the table's items of its transaction. */
async function aLargeRecord(caller: TestCaller) {
  const create = (note: string) =>
    caller.api.post<{ id: string }>('/api/entities/records', {
      body: { entityType: 'sales.order', fields: { note } },
    });
  const read = async (id: string) => {
    const query = `entityType=sales.order&id=${id}`;
    const { body } = await caller.api.get<{ items: object[] }>(`/api/entities/records?${query}`);
    return JSON.stringify(body.items[0]).length;
  };
  const { body: empty } = await create('');
  const note = 'x'.repeat(recordBytes - (await read(empty.id)));
  const answer = await create(note);
  expect(await read(answer.body.id)).toBe(recordBytes);
  return answer;
}

/** The event of a record, which waits in the outbox. */
async function eventOf({ tenantId, organizationId }: TestCaller, recordId: string) {
  const shards = Array.from({ length: outboxShards }, (_, shard) => outboxPartition(shard));
  const items = (await Promise.all(shards.map((pk) => queryAll({ pk, consistent: true })))).flat();
  const item = items.find(({ data }) => String(data).includes(recordId));
  const { id, type, occurredAtMs, data } = Object(item);
  return {
    ...{ v: 1 as const, id: String(id), type: String(type), tenantId, organizationId, version: 1 },
    ...{ idempotencyKey: String(id), occurredAt: new Date(Number(occurredAtMs)).toISOString() },
    data: JSON.parse(String(data)) as Record<string, unknown>,
  };
}

async function unitsOf(...items: (object | undefined)[]): Promise<number> {
  const { documents, name } = table();
  const puts = items.flatMap((Item) => (Item ? [{ PutRequest: { Item: { ...Item } } }] : []));
  const { ConsumedCapacity = [] } = await documents.send(
    new BatchWriteCommand({ RequestItems: { [name]: puts }, ReturnConsumedCapacity: 'TOTAL' }),
  );
  return ConsumedCapacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

it('a created record of 1 KB costs two more write units with log and edges', async () => {
  const caller = await aTenant();
  const answer = await aLargeRecord(caller);
  const calls = await callsOf(answer);
  const keys = calls.flatMap(({ transaction = [] }) => transaction.map(([pk]) => String(pk)));
  expect(keys.some((pk) => pk.startsWith('OUTBOX#'))).toBe(true);
  expect(keys.filter((pk) => /#(CAUSE#|EVENTLOG)/.test(pk))).toEqual([]);
  const event = await eventOf(caller, answer.body.id);
  const { item, edge, object } = toLogItem(event, caller.tenantId, 7);
  expect([edge, object]).toEqual([undefined, undefined]);
  expect(await unitsOf(item)).toBe(logUnits.entry);
});

it('an event that another one led to costs one write unit more', async () => {
  const caller = await aTenant();
  const event = await eventOf(caller, (await aLargeRecord(caller)).body.id);
  const cause = causeOf({ ...event, id: randomUUID() });
  const { item, edge } = toLogItem({ ...event, ...(cause && { cause }) }, caller.tenantId, 7);
  expect(await unitsOf(item)).toBe(logUnits.entry);
  expect(await unitsOf(edge)).toBe(logUnits.edge);
});
