/** The manifest of this module: what the catalog gathers. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as canaryWorkers from './canary/workers.ts';
import * as healthContract from './health/contract.ts';
import { healthSamples } from './health/samples.ts';
import * as overviewContract from './overview/contract.ts';
import { overviewSamples } from './overview/samples.ts';

export const manifest: ModuleManifest = {
  sections: {
    overview: {
      position: 22,
      title: 'Overview',
      description: 'What happened lately in all modules, hour by hour, for pages that show it at a glance.',
    },
    health: {
      position: 21,
      title: 'Health',
      description: 'Whether the service is up, for probes and load balancers.',
    },
  },
  endpoints: endpointsIn([healthContract, overviewContract]),
  workers: Object.values(canaryWorkers),
  samples: [...healthSamples, ...overviewSamples],
  partitions: {
    CANARY: 'none',
  },
};
