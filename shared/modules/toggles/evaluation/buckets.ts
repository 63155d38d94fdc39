/**
 * Which part of a rollout or of a split a caller is in. Buckets are thousandths of a percent. What Unleash decides by whole
 * percents, or by thousandths of a split, is decided here as there: a rollout that moves here keeps those who are in it.
 */
import { murmurHash3 } from './murmur-hash.ts';

export const bucketsPerPercent = 1_000;
const allBuckets = 100 * bucketsPerPercent;

/** Unleash hashes variants by a seed of their own, so that a split is independent of the rollout before it. */
const variantSeed = 86_028_157;

/** What is hashed: the toggle (by the name that a new identifier does not change), the salt of the rule if any, the key. */
const textOf = (toggle: string, salt: string | undefined, targetingKey: string): string =>
  salt === undefined ? `${toggle}:${targetingKey}` : `${toggle}:${salt}:${targetingKey}`;

/** A number below `allBuckets`: the coarse part is Unleash's, and the rest of the hash divides it. */
function bucketOf(hash: number, coarse: number): number {
  const fine = allBuckets / coarse;
  return (hash % coarse) * fine + (Math.floor(hash / coarse) % fine);
}

/** Is the caller within the percentage? A caller who is in stays in when the percentage grows. */
export function isInRollout(
  percentage: number,
  toggle: string,
  salt: string | undefined,
  targetingKey: string,
): boolean {
  const bucket = bucketOf(murmurHash3(textOf(toggle, salt, targetingKey)), 100);
  return bucket < Math.round(percentage * bucketsPerPercent);
}

/** The variant of the caller. The weights are percentages that add up to 100. */
export function chooseVariant<Variant extends { weight: number }>(
  variants: readonly Variant[],
  toggle: string,
  salt: string | undefined,
  targetingKey: string,
): Variant | undefined {
  const bucket = bucketOf(murmurHash3(textOf(toggle, salt, targetingKey), variantSeed), 1_000);
  let end = 0;
  return variants.find(({ weight }) => {
    end += Math.round(weight * bucketsPerPercent);
    return bucket < end;
  });
}
