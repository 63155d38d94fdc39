/** The manifest of this module, which the catalog collects. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { searchSamples } from './samples.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  sections: {
    search: {
      position: 24,
      title: 'Search',
      description: 'Things of all modules by id, external id or name, and the names of things.',
    },
  },
  endpoints: endpointsIn([contract]),
  samples: searchSamples,
};
