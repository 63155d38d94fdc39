import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { outboxWrite } from '../../../shared/kernel/events/outbox.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { anEventId } from '../../support/clients/events.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

fanOutEvents();

it('the scheduled sweeper publishes and deletes outbox items without a stream record', async () => {
  const event = {
    id: anEventId(),
    type: 'sales.order.shipped',
    tenantId: 'unknown',
    organizationId: null,
    occurredAtMs: Date.now() - 120_000,
    version: 1,
    data: {},
  };
  const write = outboxWrite(event);
  if (!('put' in write)) throw new Error('The outbox write is not a put.');
  const { client, name } = table();
  // The publisher receives inserts only; the first item is not an event.
  await client.send(new PutCommand({ TableName: name, Item: { ...write.put, type: null } }));
  await client.send(new PutCommand({ TableName: name, Item: write.put }));

  await runSchedule('events', 'sweep');
  const { pk, sk } = write.put;
  expect(await getItem({ pk, sk })).toBeUndefined();
});
