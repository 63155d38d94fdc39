import { decompose, strip } from '../../../kernel/base/linear-text.ts';
import { directoryLimits } from './directory.ts';

/** Converts a name to a slug: `Nord & Süd` → `nord-s-d`. */
export function slugOf(name: string): string {
  const dashed = decompose(name.toLowerCase())
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_-]+/g, '-');
  const slug = strip(dashed, '-').slice(0, directoryLimits.slug);
  return slug === '' ? 'organization' : slug;
}

/** The slug if it is free, else with the lowest free number: `north-2`. */
export function freeSlug(preferred: string, taken: ReadonlySet<string>): string {
  if (!taken.has(preferred)) return preferred;
  for (let number = 2; ; number++) {
    const suffix = `-${number}`;
    const slug = `${preferred.slice(0, directoryLimits.slug - suffix.length)}${suffix}`;
    if (!taken.has(slug)) return slug;
  }
}
