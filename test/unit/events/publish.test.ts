import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { publish } from '../../../shared/kernel/events/publish.ts';
import { aFakeOutbox, anOutboxItem } from '../../support/fault-injection/fake-outbox.ts';
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

  it('deletes nothing before it is published', async () => {
    const events = items(1);
    const outbox = aFakeOutbox(events);
    await publish(events);
    expect(outbox.happened).toEqual(['put', 'delete']);
  });

  it('sends no request without events', async () => {
    const outbox = aFakeOutbox();
    await publish([]);
    expect(outbox.happened).toEqual([]);
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
    const outbox = aFakeOutbox(events, (entries) =>
      entries.map(({ Detail = '' }) =>
        JSON.parse(Detail).id === unlucky ? { ErrorCode: 'InternalFailure' } : taken,
      ),
    );
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
    expect([published.length, failed.length]).toEqual([1, 10]);
    expect(outbox.left()).toHaveLength(10);
  });

  it('discards invalid and refused events, and publishes the others', async () => {
    const [good, refusedByBus] = items(2);
    if (!good || !refusedByBus) throw new Error('Two items were created.');
    const broken = { ...anOutboxItem(), data: undefined };
    const all = [broken, refusedByBus, good];
    const outbox = aFakeOutbox(all, (entries) =>
      entries.map(({ Detail = '' }) =>
        JSON.parse(Detail).id === refusedByBus.id ? { ErrorCode: 'MalformedDetail' } : taken,
      ),
    );
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
    expect([published.length, failed.length]).toEqual([2, 0]);
    expect(outbox.left()).toHaveLength(2);
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
