/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as bulkContract from './bulk-contract.ts';
import { jobQueues } from './commands/targets.ts';
import { commands } from './commands.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as firingsContract from './firings-contract.ts';
import * as jobContract from './job-contract.ts';
import * as failedRunsContract from './runs/failed-runs-contract.ts';
import * as runContract from './runs/run-contract.ts';
import { schedulerSamples } from './samples.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    scheduler: {
      position: 2,
      title: 'Scheduler',
      description:
        'Jobs that send a message to a queue or run a command, at the times of a cron expression in any time ' +
        'zone or at intervals. Each time runs once, and the history shows the result.',
    },
  },
  endpoints: endpointsIn([bulkContract, jobContract, firingsContract, failedRunsContract, runContract]),
  workers: Object.values(workers),
  queues: {
    'scheduler-execution': {
      summary: 'Scheduled jobs that are due',
      fromSchedules: true,
      maxReceiveCount: 5,
    },
    ...jobQueues,
  },
  commands,
  errors: errorsIn(errors),
  samples: schedulerSamples,
  partitions: {
    SCHEDULED: { sortKeyPart: 0 },
    JOBDUE: { sortKeyPart: 1 },
  },
};
