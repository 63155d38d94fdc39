/** The HTTP API of each endpoint, as the manifests say. */
import type { ApiName, ModuleManifest } from '../kernel/modules/manifest.ts';
import { manifests } from './manifests.ts';

/** The APIs that have the routes of a module's endpoints; the public host sends requests to the first. */
export type ApisOf = (module: string) => readonly ApiName[];

/** Reads the APIs of the endpoints' modules from manifests. A module without a manifest is on `main`. */
export function apisIn(declared: readonly ModuleManifest[]): ApisOf {
  const byModule = new Map(
    declared.flatMap(({ sections, api = 'main', keepsRoutesOn }) =>
      Object.keys(sections).map((module) => [module, [...new Set([api, keepsRoutesOn ?? api])]] as const),
    ),
  );
  return (module) => byModule.get(module) ?? ['main'];
}

export const apisOf: ApisOf = apisIn(manifests);
