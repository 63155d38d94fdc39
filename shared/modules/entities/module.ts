/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as definitionContract from './definition-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import { features } from './features.ts';
import * as recordContract from './record-contract.ts';
import { entitySamples } from './samples.ts';

export const manifest: ModuleManifest = {
  api: 'further',
  events,
  features,
  sections: {
    entities: {
      position: 4,
      title: 'Entity records',
      description:
        'Records of any type `<module>.<entity>` with custom fields that you define. Each change is published as an event.',
    },
  },
  endpoints: endpointsIn([definitionContract, recordContract]),
  errors: errorsIn(errors),
  samples: entitySamples,
};
