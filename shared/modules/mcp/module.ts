/** The manifest of this module, which the catalog collects. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as contract from './contract.ts';
import { mcpSamples } from './samples.ts';

export const manifest: ModuleManifest = {
  sections: {
    mcp: {
      position: 20.5,
      title: 'Model Context Protocol',
      description: 'Assistants and agents call the operations of this API as tools.',
    },
  },
  endpoints: endpointsIn([contract]),
  samples: mcpSamples,
};
