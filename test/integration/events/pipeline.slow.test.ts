/** From a committed write to a queue of the bus, while the publisher is throttled. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxWrite } from '../../../shared/kernel/events/outbox.ts';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { anEvent, anEventId, eventsPath } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { publisher, sweeper } from '../../support/runtime/own-runtime.ts';
import { type Pipeline, startPipeline } from '../../support/runtime/pipeline.ts';

callOverHttp();

let pipeline: Pipeline;

beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.stop());

const arrivalOf = (id: unknown): Promise<Message> =>
  eventually(`the event ${String(id)} in the queue`, async () =>
    (await pipeline.arrivals()).find((message) => message.id === id),
  );

/** An outbox item of a transaction two minutes ago. */
function anOldItem(id: string): Key & Item {
  const write = outboxWrite({
    id,
    type: 'sales.order.shipped',
    tenantId: pipeline.tenant.id,
    organizationId: null,
    occurredAtMs: Date.now() - 120_000,
    version: 1,
    data: { id },
  });
  if (!('put' in write)) throw new Error('The outbox write is not a put.');
  return write.put;
}

describe('an accepted write', () => {
  it('reaches a queue of the bus as the documented message', async () => {
    const { id: tenantId, organizations } = pipeline.tenant;
    const { id } = await pipeline.request('POST', '/api/entities/records', {
      entityType: 'sales.order',
      externalId: 'SO-1001',
      fields: { total: 250 },
    });
    const message = await eventually('the event of the record', async () =>
      (await pipeline.arrivals()).find(({ data }) => data.id === id),
    );
    expect(message).toEqual({
      v: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'sales.order.created',
      tenantId,
      organizationId: organizations.north,
      idempotencyKey: `${tenantId}:${organizations.north}:${message.id}`,
      messageGroupId: tenantId,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: 1,
      data: {
        id,
        entityType: 'sales.order',
        externalId: 'SO-1001',
        fields: { total: 250 },
        customFields: {},
        tenantId,
        organizationId: organizations.north,
      },
    });
    await pipeline.outboxIsEmpty();
  });
});

describe('the publisher', () => {
  it('publishes all events in spite of throttling and outages', async () => {
    const ids = Array.from({ length: 30 }, anEventId);
    const faults = await Promise.all(
      (['throttle', 'error'] as const).map((effect) =>
        pipeline.addFault({ service: 'events', effect, functionName: publisher, rate: 0.4 }),
      ),
    );
    await Promise.all(ids.map((id) => pipeline.request('POST', eventsPath, anEvent({ id }))));
    await sleep(500);
    await Promise.all(faults.map((fault) => pipeline.removeFault(fault)));
    await Promise.all(ids.map((id) => arrivalOf(id)));
    await pipeline.outboxIsEmpty();
  });

  it('is not blocked by an item that is not an event', async () => {
    const poisonedId = anEventId();
    await pipeline.put({ ...anOldItem(poisonedId), data: null, type: null });
    const ids = Array.from({ length: 10 }, anEventId);
    for (const id of ids) await pipeline.request('POST', eventsPath, anEvent({ id }));
    await Promise.all(ids.map((id) => arrivalOf(id)));
    await pipeline.outboxIsEmpty([poisonedId]);
    await pipeline.runSchedule(sweeper);
    expect((await pipeline.outbox()).map(({ id }) => id)).toEqual([poisonedId]);
  });
});

describe('the sweeper', () => {
  it('publishes events that the stream has discarded', async () => {
    const fault = await pipeline.addFault({ service: 'events', effect: 'error', functionName: publisher });
    const [old, young] = [anEventId(), anEventId()];
    const given = (await pipeline.queue('publish-failures')).visible;
    await pipeline.put(anOldItem(old));
    await pipeline.request('POST', eventsPath, anEvent({ id: young }));
    await eventually('the stream giving up', async () =>
      (await pipeline.queue('publish-failures')).visible > given ? true : undefined,
    );
    await pipeline.runSchedule(sweeper);
    expect(await arrivalOf(old)).toMatchObject({ data: { id: old } });
    expect((await pipeline.arrivals()).map(({ id }) => id)).not.toContain(young);
    expect((await pipeline.outbox()).map(({ id }) => id)).toContain(young);
    await pipeline.removeFault(fault);
  });
});
