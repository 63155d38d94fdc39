/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import { contractsOf } from '../../kernel/resources/manifest.ts';
import * as deliveryContract from './deliveries/delivery-contract.ts';
import * as replayContract from './deliveries/replay-contract.ts';
import * as seriesContract from './deliveries/series-contract.ts';
import * as statsContract from './deliveries/stats-contract.ts';
import * as bulkContract from './endpoints/bulk-contract.ts';
import * as catalogueContract from './endpoints/catalogue-contract.ts';
import * as webhookContract from './endpoints/webhook-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as inboundContract from './inbound/contract.ts';
import { inboundEndpoints } from './inbound/inbound-endpoints.ts';
import { inboundSamples } from './inbound/samples.ts';
import * as inboundWorkers from './inbound/workers.ts';
import { webhookSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    webhooks: {
      position: 7,
      title: 'Webhooks',
      description:
        'Sends events to URLs of other systems, signed according to Standard Webhooks, retried until they are ' +
        'accepted, with a log of every attempt.',
    },
    inbound: {
      position: 8,
      title: 'Inbound webhooks',
      description:
        'Receives webhooks of providers such as GitHub: verified, acknowledged at once, processed once, and ' +
        'published as events that webhooks, rules and the event stream receive.',
    },
  },
  endpoints: endpointsIn([
    bulkContract,
    deliveryContract,
    replayContract,
    seriesContract,
    statsContract,
    webhookContract,
    catalogueContract,
    { ...contractsOf(inboundEndpoints), ...inboundContract },
  ]),
  workers: [...Object.values(inboundWorkers), ...Object.values(workers)],
  queues: {
    'webhook-dispatch': {
      summary: 'Events to deliver, and requests of rules',
      // Excludes events of webhooks, because each delivery would cause the next, but includes requests of
      // rules.
      fromBus: [{ 'anything-but': { prefix: 'webhooks.' } }, 'webhooks.delivery.requested'],
      maxReceiveCount: 5,
    },
    'webhook-deliveries': {
      summary: 'Delivery attempts, immediate or delayed',
      maxReceiveCount: 10,
      fromSchedules: true,
    },
    'webhook-recovery': {
      summary: 'Event logs to replay',
      maxReceiveCount: 5,
    },
    'inbound-webhooks': {
      summary: 'Received messages of providers, to be processed',
      fromBus: ['webhooks.inbound.received'],
      maxReceiveCount: 5,
    },
  },
  errors: errorsIn(errors),
  samples: [...inboundSamples, ...webhookSamples],
  partitions: {
    INBOUND: 'attribute',
  },
};
