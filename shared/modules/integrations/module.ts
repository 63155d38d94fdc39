/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as credentialContract from './credential-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as integrationContract from './integration-contract.ts';
import * as logContract from './log-contract.ts';
import { integrationSamples } from './samples.ts';
import * as stateContract from './state-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    integrations: {
      position: 10,
      title: 'Integrations',
      description:
        'Connections to external services, enabled and configured per organization: state, API version, ' +
        'encrypted credentials, health and a log.',
    },
  },
  endpoints: endpointsIn([credentialContract, integrationContract, logContract, stateContract]),
  workers: Object.values(workers),
  queues: {
    'integration-health': {
      summary: 'Requested health checks of integrations',
      maxReceiveCount: 3,
    },
  },
  errors: errorsIn(errors),
  samples: integrationSamples,
  partitions: {
    HEALTHCHECKS: { sortKeyPart: 0 },
  },
};
