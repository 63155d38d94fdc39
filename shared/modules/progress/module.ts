/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import { progressSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    progress: {
      position: 13,
      title: 'Progress',
      description:
        'Status, progress and result of background jobs. Sync runs report here, and your own workers can report, too.',
    },
  },
  endpoints: endpointsIn([contract]),
  workers: Object.values(workers),
  errors: errorsIn(errors),
  samples: progressSamples,
  partitions: {
    PROGRESSWATCH: { sortKeyPart: 0 },
  },
};
