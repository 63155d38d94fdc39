/** The manifest of this module, which the catalog collects. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { docsSamples } from './samples.ts';

export const manifest: ModuleManifest = {
  sections: {
    docs: {
      position: 20,
      title: 'Documentation',
      description: 'Get this API description as OpenAPI document, as Markdown and as interactive explorer.',
    },
  },
  endpoints: endpointsIn([contract]),
  samples: docsSamples,
};
