/** The manifest of this module, which the catalog collects. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import { attentionSamples } from './samples.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    attention: {
      position: 23,
      title: 'Attention',
      description:
        'What fails now, in all modules: webhooks, jobs, syncs, integrations and queues. Causes end by themselves; callers ' +
        'acknowledge them, or mute them until a time.',
    },
  },
  endpoints: endpointsIn([contract]),
  samples: attentionSamples,
};
