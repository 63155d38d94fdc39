import { setTimeout as wait } from 'node:timers/promises';
import { madeBy, type Need, type SampleClient, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';
import { getLoggedEvent, listLoggedEvents } from './log/log-contract.ts';
import { streamEvents } from './stream/stream-contract.ts';

const publishEvent = sample(contract.publishEvent, {
  request: (unique) => ({
    body: {
      type: 'sales.order.shipped',
      data: { id: 'SO-1001', carrier: 'DHL' },
      id: unique('shipment-1001'),
    },
  }),
  events: ['sales.order.shipped'],
});

const published = madeBy(publishEvent, ({ id }) => ({ eventId: String(id) }));

const triesToFind = 60;
const betweenTriesMs = 500;

/** A published event as soon as the log has it: a worker writes it there. */
const logged: Need<{ id: string }> = {
  shown: { id: '1772357400123-7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22-shipment-1001' },
  async make(client: SampleClient) {
    const { eventId } = await published.make(client);
    for (let tries = 0; tries < triesToFind; tries += 1) {
      const { items } = await client.call(listLoggedEvents, { query: { eventId } });
      const [entry] = Array.isArray(items) ? items : [];
      if (entry !== undefined) return { id: String(entry.id) };
      await wait(betweenTriesMs);
    }
    throw new Error('The event does not appear in the log.');
  },
};

export const eventSamples = [
  sample(contract.listEvents),
  publishEvent,
  sample(listLoggedEvents),
  sampleAfter(logged, getLoggedEvent, { request: (params) => ({ params }) }),
  sample(streamEvents),
];
