/** The manifest of this module, which the catalog collects. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { features } from './features.ts';
import { auditSamples } from './samples.ts';

export const manifest: ModuleManifest = {
  features,
  sections: {
    audit: {
      position: 19,
      title: 'Audit trail',
      description:
        'The audit log: who changed what, and when. Every change of configuration and data adds an entry.',
    },
  },
  endpoints: endpointsIn([contract]),
  samples: auditSamples,
};
