/**
 * Assigns contexts to buckets of rollouts and splits. For whole percents of a rollout and whole weights of a split, the
 * assignment equals that of Unleash, so that a migrated rollout keeps its users.
 */
import murmurhash from 'murmurhash';

/** Parts of a percent, or of a weight of 1. */
export const partsPerUnit = 1_000;

/** Unleash uses a separate seed for variants, so that a split is independent of the rollout before it. */
const variantSeed = 86_028_157;

/** What is hashed. */
export interface HashInput {
  /** The group of the rule, by default the toggle's slot, which a rename does not change. */
  group: string;
  salt: string | undefined;
  /** The value of the context's attribute by which it is split. */
  key: string;
}

const textOf = ({ group, salt, key }: HashInput): string =>
  salt === undefined ? `${group}:${key}` : `${group}:${salt}:${key}`;

/**
 * Returns a number below the thousandths of a total. Its whole part equals that of Unleash; the rest of the hash refines
 * it, so that a share with decimals that grows keeps its contexts.
 */
function bucketOf(hash: number, totalParts: number): number {
  if (totalParts % partsPerUnit !== 0) return hash % totalParts;
  const total = totalParts / partsPerUnit;
  return (hash % total) * partsPerUnit + (Math.floor(hash / total) % partsPerUnit);
}

/** Returns whether the context is within the percentage. Included contexts stay included when the percentage increases. */
export function isInRollout(percentage: number, input: HashInput): boolean {
  return bucketOf(murmurhash.v3(textOf(input)), 100 * partsPerUnit) < Math.round(percentage * partsPerUnit);
}

/** Returns the variant for the context, by its share of all weights. */
export function chooseVariant<Variant extends { weight: number }>(
  variants: readonly Variant[],
  input: HashInput,
): Variant | undefined {
  const partsOf = ({ weight }: Variant) => Math.round(weight * partsPerUnit);
  const total = variants.reduce((sum, variant) => sum + partsOf(variant), 0);
  const bucket = bucketOf(murmurhash.v3(textOf(input), variantSeed), total);
  let end = 0;
  return variants.find((variant) => {
    end += partsOf(variant);
    return bucket < end;
  });
}
