import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, it } from 'vitest';
import { outboxWrite } from '../../../shared/kernel/events/outbox.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { anEventId } from '../../support/clients/events.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { sweeper } from '../../support/runtime/own-runtime.ts';

fanOutEvents();

interface Schedule {
  name: string;
  functionName: string;
}

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

  const controlUrl = inject('controlUrl');
  const listed = (await (await fetch(`${controlUrl}/schedules`)).json()) as { schedules: Schedule[] };
  const schedule = listed.schedules.find(({ functionName }) => functionName === sweeper);
  const run = { method: 'POST', body: JSON.stringify({ name: schedule?.name }) };
  expect(await (await fetch(`${controlUrl}/schedules/run`, run)).json()).toEqual({ succeeded: true });
  const { pk, sk } = write.put;
  expect(await getItem({ pk, sk })).toBeUndefined();
});
