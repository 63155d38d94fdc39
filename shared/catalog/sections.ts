/** The sections of the documentation, by the `module` of their endpoints, in display order. */
import type { Sections } from '../kernel/modules/manifest.ts';
import { manifests } from './manifests.ts';

export const sections: Sections = Object.fromEntries(
  manifests
    .flatMap(({ sections: own }) => Object.entries(own))
    .toSorted(([, a], [, b]) => a.position - b.position),
);
