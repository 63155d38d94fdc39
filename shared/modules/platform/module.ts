/** The manifest of this module: what the catalog gathers. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as canaryWorkers from './canary/workers.ts';
import * as healthContract from './health/contract.ts';
import { healthSamples } from './health/samples.ts';

export const manifest: ModuleManifest = {
  sections: {
    health: {
      position: 21,
      title: 'Health',
      description: 'Whether the service is up, for probes and load balancers.',
    },
  },
  endpoints: endpointsIn([healthContract]),
  workers: Object.values(canaryWorkers),
  samples: healthSamples,
  partitions: {
    CANARY: 'none',
  },
};
