import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { publishRecords } from '../../../shared/modules/events/stream/publish-stream.ts';
import { aFakeOutbox, anOutboxItem } from '../../support/fault-injection/fake-outbox.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const taken = { EventId: 'taken' };

function aRecord(item: Item, sequenceNumber: string): DynamoDBRecord {
  const NewImage = marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>;
  return {
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: sequenceNumber, NewImage: NewImage as never },
  };
}

describe('publishRecords', () => {
  it('publishes the items of the records and reports no failure', async () => {
    const events = [anOutboxItem(), anOutboxItem()];
    const outbox = aFakeOutbox(events);
    const answer = await publishRecords({ Records: events.map((item, index) => aRecord(item, `${index}`)) });
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(outbox.left()).toEqual([]);
  });

  it('reports records that the bus has throttled', async () => {
    const events = Array.from({ length: 4 }, () => anOutboxItem());
    const unlucky = [events[1]?.id, events[3]?.id];
    aFakeOutbox(events, (entries) =>
      entries.map(({ Detail = '' }) =>
        unlucky.includes(JSON.parse(Detail).id) ? { ErrorCode: 'ThrottlingException' } : taken,
      ),
    );
    const Records = events.map((item, index) => aRecord(item, `sequence-${index}`));
    expect(await publishRecords({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'sequence-1' }, { itemIdentifier: 'sequence-3' }],
    });
  });

  it('publishes only missing events of a redelivered batch', async () => {
    const events = Array.from({ length: 3 }, () => anOutboxItem());
    const Records = events.map((item, index) => aRecord(item, `${index}`));
    const busy = aFakeOutbox(events, (entries) =>
      entries.map(({ Detail = '' }) =>
        JSON.parse(Detail).id === events[0]?.id ? { ErrorCode: 'InternalFailure' } : taken,
      ),
    );
    await publishRecords({ Records });
    expect(busy.left()).toEqual([events[0]]);
    const calm = aFakeOutbox(busy.left());
    expect(await publishRecords({ Records })).toEqual({ batchItemFailures: [] });
    expect(calm.puts.flat()).toHaveLength(1);
    expect(calm.left()).toEqual([]);
  });

  it('does not retry a record that is not an event, which would block its shard', async () => {
    const good = anOutboxItem();
    const broken = { ...anOutboxItem(), type: undefined };
    const outbox = aFakeOutbox([broken, good]);
    expect(await publishRecords({ Records: [aRecord(broken, '1'), aRecord(good, '2')] })).toEqual({
      batchItemFailures: [],
    });
    expect(outbox.left()).toEqual([broken]);
  });
});
