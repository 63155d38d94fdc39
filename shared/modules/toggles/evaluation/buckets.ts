/**
 * Assigns contexts to buckets of rollouts and splits. A bucket is a thousandth of a percent. For whole percents of a
 * rollout and thousandths of a split, the assignment equals that of Unleash, so that a migrated rollout keeps its users.
 */
import murmurhash from 'murmurhash';

export const bucketsPerPercent = 1_000;
const allBuckets = 100 * bucketsPerPercent;

/** Unleash uses a separate seed for variants, so that a split is independent of the rollout before it. */
const variantSeed = 86_028_157;

/** Builds the hashed text: the toggle's slot, which a rename does not change, the salt of the rule, and the key. */
const textOf = (toggle: string, salt: string | undefined, targetingKey: string): string =>
  salt === undefined ? `${toggle}:${targetingKey}` : `${toggle}:${salt}:${targetingKey}`;

/** Returns a number below `allBuckets`. The coarse part equals that of Unleash; the rest of the hash refines it. */
function bucketOf(hash: number, coarse: number): number {
  const fine = allBuckets / coarse;
  return (hash % coarse) * fine + (Math.floor(hash / coarse) % fine);
}

/** Returns whether the context is within the percentage. Included contexts stay included when the percentage increases. */
export function isInRollout(
  percentage: number,
  toggle: string,
  salt: string | undefined,
  targetingKey: string,
): boolean {
  const bucket = bucketOf(murmurhash.v3(textOf(toggle, salt, targetingKey)), 100);
  return bucket < Math.round(percentage * bucketsPerPercent);
}

/** Returns the variant for the context. The weights are percentages that add up to 100. */
export function chooseVariant<Variant extends { weight: number }>(
  variants: readonly Variant[],
  toggle: string,
  salt: string | undefined,
  targetingKey: string,
): Variant | undefined {
  const bucket = bucketOf(murmurhash.v3(textOf(toggle, salt, targetingKey), variantSeed), 1_000);
  let end = 0;
  return variants.find(({ weight }) => {
    end += Math.round(weight * bucketsPerPercent);
    return bucket < end;
  });
}
