import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { publish } from '../../../shared/kernel/events/publish.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { publishRecords } from '../../../shared/modules/events/stream/publish-stream.ts';
import { aFakeOutbox, anOutboxItem, failing } from '../../support/fault-injection/fake-outbox.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const items = (count: number) => Array.from({ length: count }, () => anOutboxItem());
const taken = { EventId: 'taken' };
const idsOf = (entries: readonly { Detail?: string | undefined }[]) =>
  entries.map(({ Detail = '' }) => JSON.parse(Detail).id);

describe('publish', () => {
  it('puts every event once, and then deletes it', async () => {
    const events = items(25);
    const outbox = aFakeOutbox(events);
    const { published, failed, refused } = await publish(events);
    expect([published.length, failed.length, refused.length]).toEqual([25, 0, 0]);
    expect(idsOf(outbox.puts.flat()).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(outbox.left()).toEqual([]);
  });

  it('deletes nothing before it is published, and sends no request without events', async () => {
    const events = items(1);
    const outbox = aFakeOutbox(events);
    await publish(events);
    await publish([]);
    expect(outbox.happened).toEqual(['put', 'delete']);
  });

  it('retries throttled events only', async () => {
    const events = items(3);
    const outbox = aFakeOutbox(events, (entries, call) =>
      entries.map((_, index) => (call === 1 && index === 1 ? { ErrorCode: 'ThrottlingException' } : taken)),
    );
    const { published, failed } = await publish(events);
    expect(outbox.puts.map(idsOf)).toEqual([events.map(({ id }) => id), [events[1]?.id]]);
    expect([published.length, failed.length]).toEqual([3, 0]);
    expect(outbox.left()).toEqual([]);
  });

  it('reports events that keep failing, and leaves them in the outbox', async () => {
    const events = items(3);
    const unlucky = events[1]?.id;
    const outbox = aFakeOutbox(events, failing('InternalFailure', unlucky));
    const { published, failed } = await publish(events);
    expect(failed.map(({ event }) => event.id)).toEqual([unlucky]);
    expect(published).toHaveLength(2);
    expect(outbox.left().map(({ id }) => id)).toEqual([unlucky]);
  });

  it('reports all events of a failed call, and continues with the next', async () => {
    const events = items(11);
    const outbox = aFakeOutbox(events, (entries) =>
      entries.length === 10 ? new Error('ECONNRESET') : entries.map(() => taken),
    );
    const { published, failed } = await publish(events);
    expect([published.length, failed.length, outbox.left().length]).toEqual([1, 10, 10]);
  });

  it('discards invalid and refused events, and publishes the others', async () => {
    const [good, refusedByBus] = items(2);
    if (!good || !refusedByBus) throw new Error('Two items were created.');
    const broken = { ...anOutboxItem(), data: undefined };
    const all = [broken, refusedByBus, good];
    const outbox = aFakeOutbox(all, failing('MalformedDetail', refusedByBus.id));
    const { published, failed, refused } = await publish(all);
    expect(published.map(({ event }) => event.id)).toEqual([good.id]);
    expect(failed).toEqual([]);
    expect(refused.map(({ sk }) => sk).toSorted()).toEqual([broken.sk, refusedByBus.sk].toSorted());
    expect(outbox.left()).toEqual([broken, refusedByBus]);
  });

  it('counts events as published that it cannot delete; the sweeper publishes them once more', async () => {
    const events = items(2);
    const outbox = aFakeOutbox(events);
    outbox.tableMock.on(BatchWriteCommand).rejects(new Error('ProvisionedThroughputExceeded'));
    const { published, failed } = await publish(events);
    expect([published.length, failed.length, outbox.left().length]).toEqual([2, 0, 2]);
  });

  it('retries unprocessed deletions', async () => {
    const events = items(2);
    const outbox = aFakeOutbox(events);
    const [, second] = events;
    const request = { DeleteRequest: { Key: { pk: second?.pk, sk: second?.sk } } };
    outbox.tableMock.on(BatchWriteCommand).resolvesOnce({ UnprocessedItems: { 'unit-test': [request] } });
    await publish(events);
    const batches = outbox.tableMock.commandCalls(BatchWriteCommand).map(({ args: [{ input }] }) => input);
    expect(batches.at(-1)?.RequestItems?.['unit-test']).toEqual([request]);
    expect(batches).toHaveLength(2);
  });
});

describe('publishRecords', () => {
  /** The records of a stream, each with its position as its sequence number. */
  const recordsOf = (...found: Item[]) => ({
    Records: found.map((item, index): DynamoDBRecord => {
      const NewImage = marshall(item, { removeUndefinedValues: true });
      return {
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: `${index}`, NewImage: NewImage as never },
      };
    }),
  });

  it('publishes only the events of a redelivered batch that the bus has throttled', async () => {
    const events = items(4);
    const [, second, , fourth] = events;
    const busy = aFakeOutbox(events, failing('ThrottlingException', second?.id, fourth?.id));
    const batchItemFailures = [{ itemIdentifier: '1' }, { itemIdentifier: '3' }];
    expect(await publishRecords(recordsOf(...events))).toEqual({ batchItemFailures });
    expect(busy.left()).toEqual([second, fourth]);
    const calm = aFakeOutbox(busy.left());
    expect(await publishRecords(recordsOf(...events))).toEqual({ batchItemFailures: [] });
    expect(idsOf(calm.puts.flat())).toEqual([second?.id, fourth?.id]);
    expect(calm.left()).toEqual([]);
  });

  it('does not retry a record that is not an event, which would block its shard', async () => {
    const [good, broken] = [anOutboxItem(), { ...anOutboxItem(), type: undefined }];
    const outbox = aFakeOutbox([broken, good]);
    expect(await publishRecords(recordsOf(broken, good))).toEqual({ batchItemFailures: [] });
    expect(outbox.left()).toEqual([broken]);
  });
});
