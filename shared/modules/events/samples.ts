import { sample } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';
import { listLoggedEvents } from './log/log-contract.ts';
import { getEventStory } from './story/story-contract.ts';
import { streamEvents } from './stream/stream-contract.ts';

export const eventSamples = [
  sample(contract.listEvents),
  sample(contract.publishEvent, {
    request: (unique) => ({
      body: {
        type: 'sales.order.shipped',
        data: { id: 'SO-1001', carrier: 'DHL' },
        id: unique('shipment-1001'),
      },
    }),
    events: ['sales.order.shipped'],
  }),
  sample(listLoggedEvents),
  sample(getEventStory, {
    request: () => ({ params: { id: `${Date.parse('2026-03-01T09:30:00.123Z')}-tenant-shipment-1001` } }),
  }),
  sample(streamEvents),
];
