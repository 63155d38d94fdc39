/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as bulkContract from './bulk-contract.ts';
import * as checkContract from './check-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as ofrepContract from './ofrep/ofrep-contract.ts';
import * as overrideContract from './override-contract.ts';
import { toggleSamples } from './samples.ts';
import { toggleSchemas } from './schemas.ts';
import * as segmentContract from './segment-contract.ts';
import * as targetingContract from './targeting-contract.ts';
import * as toggleContract from './toggle-contract.ts';
import * as usageContract from './usage-contract.ts';

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
  endpoints: endpointsIn([
    bulkContract,
    toggleContract,
    checkContract,
    ofrepContract,
    overrideContract,
    segmentContract,
    targetingContract,
    usageContract,
  ]),
  errors: errorsIn(errors),
  samples: toggleSamples,
  schemas: toggleSchemas,
  partitions: {
    TOGGLE: 'none',
    TOGGLECHANGES: 'none',
    TOGGLESEGMENT: 'attribute',
    TOGGLEIDENTIFIER: 'none',
    TOGGLEPREREQUISITES: 'none',
    TOGGLES: 'none',
  },
};
