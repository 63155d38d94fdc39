/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as canaryWorkers from './canary/workers.ts';
import * as deadLetterContract from './dead-letters/contract.ts';
import { deadLetterSamples } from './dead-letters/samples.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import * as healthContract from './health/contract.ts';
import { healthSamples } from './health/samples.ts';
import * as overviewContract from './overview/contract.ts';
import { overviewSamples } from './overview/samples.ts';

export const manifest: ModuleManifest = {
  events,
  sections: {
    overview: {
      position: 22,
      title: 'Overview',
      description:
        'Recent activity of all modules by hour, for overview pages. Super admins also see and redrive the ' +
        'messages in dead-letter queues.',
    },
    health: {
      position: 21,
      title: 'Health',
      description: 'Health checks for probes and load balancers.',
    },
  },
  endpoints: endpointsIn([healthContract, overviewContract, deadLetterContract]),
  workers: Object.values(canaryWorkers),
  errors: errorsIn(errors),
  samples: [...healthSamples, ...overviewSamples, ...deadLetterSamples],
  partitions: {
    CANARY: 'none',
  },
};
