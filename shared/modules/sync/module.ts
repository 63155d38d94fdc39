/** The manifest of this module, which the catalog collects. */
import { without } from '../../kernel/http/fields.ts';
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import { contractsOf } from '../../kernel/resources/manifest.ts';
import { commands } from './commands.ts';
import * as connectionContract from './connection-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as mappingContract from './mappings/mapping-contract.ts';
import * as previewContract from './preview-contract.ts';
import * as runContract from './runs/run-contract.ts';
import * as startContract from './runs/start-contract.ts';
import { syncSamples } from './samples.ts';
import * as scheduleContract from './schedules/schedule-contract.ts';
import * as workers from './workers.ts';

// `saveSyncMapping` creates or replaces.
const mappingOperations = without(contractsOf(mappingContract.savedMappings), 'createSyncMapping');

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    sync: {
      position: 11,
      title: 'Data sync',
      description:
        'Imports and exports of entity records: in batches, each record once, with exact counters, progress and ' +
        'a list of failed items. A run continues where it stopped, also after a crash.',
    },
  },
  endpoints: endpointsIn([
    connectionContract,
    previewContract,
    { ...mappingOperations, ...mappingContract },
    runContract,
    startContract,
    scheduleContract,
  ]),
  workers: Object.values(workers),
  queues: {
    'data-sync-import': {
      summary: 'Next batches of imports, and changed integrations for which paused runs may wait',
      fromBus: ['integrations.state.updated', 'integrations.credentials.updated'],
      maxReceiveCount: 10,
    },
    'data-sync-export': {
      summary: 'Next batches of exports',
      maxReceiveCount: 10,
    },
  },
  commands,
  errors: errorsIn(errors),
  samples: syncSamples,
  partitions: {
    SYNCACTIVE: { sortKeyPart: 0 },
  },
};
