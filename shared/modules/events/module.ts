/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import { commands } from './commands.ts';
import * as contract from './contract.ts';
import * as errors from './errors.ts';
import { features } from './features.ts';
import * as logContract from './log/log-contract.ts';
import { eventSamples } from './samples.ts';
import * as storyContract from './story/story-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  features,
  sections: {
    events: {
      position: 6,
      title: 'Events',
      description:
        'The platform publishes changes as events, which webhooks, rules and queues receive. You can publish ' +
        'events of your own modules.',
    },
  },
  endpoints: endpointsIn([contract, logContract, storyContract]),
  workers: Object.values(workers),
  queues: {
    broadcast: {
      summary: 'Events for browsers',
      fromBus: 'broadcast',
      maxReceiveCount: 5,
    },
    'event-log': { summary: 'Events for the log', fromBus: 'all', maxReceiveCount: 5, retentionDays: 14 },
    'event-erasure': {
      summary: 'Deletions whose data is erased from the log',
      fromBus: [{ suffix: '.deleted' }],
      maxReceiveCount: 5,
      retentionDays: 14,
    },
  },
  commands,
  errors: errorsIn(errors),
  samples: eventSamples,
};
