/**
 * Decides which request renders a size of an image. Pure; `thumbnail-store.ts` stores the result.
 *
 * A function instance serves one request at a time, so parallel requests for the same size run in different instances: the
 * first claims the size, the others wait for its result.
 */
import { thumbnailLimits } from './image-limits.ts';

/** A size that is stored or being rendered. */
export interface Variant {
  /** The request that renders it; undefined if it is stored. */
  claim?: string;
  /** When the claim lapses, or when the bucket has deleted the stored size. */
  untilMs: number;
}

/** By name (`image-variant.ts`). */
export type Variants = Readonly<Record<string, Variant>>;

export type Decision =
  /** The size is stored. */
  | { kind: 'stored' }
  /** Another request is rendering it. */
  | { kind: 'wait' }
  /** The maximum number of sizes is stored. */
  | { kind: 'full' }
  /** This request renders it; `variants` is the new value of the item. */
  | { kind: 'claimed'; variants: Variants };

export interface VariantRequest {
  /** Unique id of this request. */
  claim: string;
  nowMs: number;
  /** Whether the item lists the size as stored but the object is missing. */
  lost: boolean;
}

/** Decides about a request for a size that is not in the bucket. */
export function decideClaim(
  variants: Variants,
  name: string,
  { claim, nowMs, lost }: VariantRequest,
): Decision {
  const alive = Object.entries(variants).filter(([, { untilMs }]) => untilMs > nowMs);
  const current = alive.find(([variantName]) => variantName === name)?.[1];
  if (current?.claim !== undefined) return { kind: 'wait' };
  if (current !== undefined && !lost) return { kind: 'stored' };
  const others = alive.filter(([variantName]) => variantName !== name);
  if (others.length >= thumbnailLimits.variants) return { kind: 'full' };
  const untilMs = nowMs + thumbnailLimits.claimSeconds * 1_000;
  return { kind: 'claimed', variants: { ...Object.fromEntries(others), [name]: { claim, untilMs } } };
}

/** Returns the entry of a size that has just been stored. */
export function storedVariant(nowMs: number): Variant {
  return { untilMs: nowMs + thumbnailLimits.countedDays * 86_400_000 };
}
