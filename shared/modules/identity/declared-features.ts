/** Checks the features that callers name against the declared ones. Pure. */
import { type FeatureTitles, viewGrant } from '../../kernel/base/features.ts';
import { editDistance, nearestName } from '../../kernel/base/nearest-name.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';

const moduleOf = (feature: string): string => feature.split('.', 1)[0] ?? feature;

/** `a.b.c` → `a`, `a.b`: what wildcards may begin with. */
function prefixesOf(feature: string): string[] {
  const parts = feature.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** A name with at most one different letter per this number of letters counts as a misspelling. */
const lettersPerTypo = 5;
const maxTypos = 2;

/**
 * Returns the declared feature or wildcard that a misspelled grant probably means; undefined for a valid grant.
 * Features of a module with declared features must be declared. Other modules belong to the team, and their features
 * are free unless they resemble a declared one. A wildcard must cover a declared feature, otherwise it grants nothing.
 */
function meantInstead(grant: string, declared: readonly string[]): string | undefined {
  if (grant === '*' || grant === viewGrant) return undefined;
  const isWildcard = grant.endsWith('.*');
  const name = isWildcard ? grant.slice(0, -2) : grant;
  const names = isWildcard ? [...new Set([...declared, ...declared.flatMap(prefixesOf)])] : declared;
  const nearest = nearestName(name, names);
  if (nearest === undefined || names.includes(name)) return undefined;
  if (isWildcard) return `${nearest}.*`;
  const isOfDeclaredModule = declared.some((feature) => moduleOf(feature) === moduleOf(name));
  const typos = Math.min(maxTypos, Math.floor(name.length / lettersPerTypo));
  if (!isOfDeclaredModule && editDistance(name.toLowerCase(), nearest) > typos) return undefined;
  return nearest;
}

/** Throws InvalidInputError for the field, with the nearest feature, for a misspelled grant. Grants in `held` are accepted. */
export function assertDeclared(
  wanted: readonly string[],
  held: readonly string[],
  titles: FeatureTitles,
  field = 'features',
): void {
  const declared = Object.keys(titles);
  const hints = wanted
    .filter((grant) => !held.includes(grant))
    .map((grant) => [grant, meantInstead(grant, declared)] as const)
    .filter(([, meant]) => meant !== undefined)
    .map(([grant, meant]) => `there is no feature "${grant}", did you mean "${meant}"?`);
  if (hints.length > 0) throw new InvalidInputError({ [field]: hints.join(' ') });
}
