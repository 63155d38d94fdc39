/**
 * Which sizes of an image are stored, or being made, and who may make one more. Pure; `thumbnail-store.ts` keeps it.
 *
 * A function instance serves one request at a time, so requests for the same size that come at once run in different
 * instances: the first claims the size, the others wait for what it makes.
 */
import { thumbnailLimits } from './image-limits.ts';

/** A stored size, or one that is being made. */
export interface Variant {
  /** Who makes it; undefined when it is stored. */
  claim?: string;
  /** When a claim lapses, because its holder must have died; or when the bucket has deleted what is stored. */
  untilMs: number;
}

/** By name (`image-variant.ts`). */
export type Variants = Readonly<Record<string, Variant>>;

export type Decision =
  /** It is in the bucket. */
  | { kind: 'stored' }
  /** Another request is making it. */
  | { kind: 'wait' }
  /** As many as may be stored are. */
  | { kind: 'full' }
  /** It is the request’s to make; `variants` is what is to be stored. */
  | { kind: 'claimed'; variants: Variants };

export interface VariantRequest {
  /** Unique to this request. */
  claim: string;
  nowMs: number;
  /** The bucket was looked into after the size was said to be stored, and it was not there. */
  lost: boolean;
}

/** What becomes of a request for a size that was not in the bucket. */
export function decideClaim(
  variants: Variants,
  name: string,
  { claim, nowMs, lost }: VariantRequest,
): Decision {
  const alive = Object.entries(variants).filter(([, { untilMs }]) => untilMs > nowMs);
  const current = alive.find(([each]) => each === name)?.[1];
  if (current?.claim !== undefined) return { kind: 'wait' };
  if (current !== undefined && !lost) return { kind: 'stored' };
  const others = alive.filter(([each]) => each !== name);
  if (others.length >= thumbnailLimits.variants) return { kind: 'full' };
  const untilMs = nowMs + thumbnailLimits.claimSeconds * 1_000;
  return { kind: 'claimed', variants: { ...Object.fromEntries(others), [name]: { claim, untilMs } } };
}

/** A size that has just been stored. */
export function storedVariant(nowMs: number): Variant {
  return { untilMs: nowMs + thumbnailLimits.countedDays * 86_400_000 };
}
