/** The manifest of this module: what the catalog gathers. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { toggleErrors } from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import { toggleSamples } from './samples.ts';
import { toggleSchemas } from './schemas.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    toggles: {
      position: 3,
      title: 'Feature toggles',
      description:
        'Typed switches of the whole deployment with a default value each. Super admins define them and can set ' +
        "a tenant's own value; every caller can check the value in its tenant.",
    },
  },
  endpoints: endpointsIn([contract]),
  errors: toggleErrors,
  samples: toggleSamples,
  schemas: toggleSchemas,
  partitions: {
    TOGGLE: 'none',
    TOGGLECHANGES: 'none',
    TOGGLESEGMENT: 'none',
    TOGGLEIDENTIFIER: 'none',
    TOGGLES: 'none',
  },
};
