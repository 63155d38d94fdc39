/** The sections of the documentation, by the `module` of their endpoints, in display order. */
import type { Section } from '../kernel/modules/manifest.ts';
import { manifests } from './manifests.ts';

export const sections: Readonly<Record<string, Section>> = Object.fromEntries(
  manifests
    .flatMap(({ sections: own }) => Object.entries(own))
    .toSorted(([, a], [, b]) => a.position - b.position),
);

/** Returns the section of an endpoint. Throws when no module declares it. */
export function sectionOf({ module }: { module: string }): Section {
  const section = sections[module];
  if (section === undefined) throw new Error(`No manifest has a section "${module}".`);
  return section;
}
