/**
 * The manifests of all modules, and one of the resources that a team declares in `shared/extensions/resources.ts`. For
 * stacks, documents, tests and tools; no function loads them.
 */
import { platformResources } from '../extensions/resources.ts';
import type { ModuleManifest } from '../kernel/modules/manifest.ts';
import { manifestOf } from '../kernel/resources/manifest.ts';
import { moduleManifests } from './module-manifests.ts';

/** After the sections of the modules. */
const lastPosition = 1_000;

export const manifests: readonly ModuleManifest[] = [
  ...moduleManifests,
  manifestOf(platformResources, lastPosition),
];
