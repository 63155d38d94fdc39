/** The one comparison of secrets and signatures. */
import { timingSafeEqual } from 'node:crypto';

/** Whether both are the same bytes. The time it takes says whether the lengths are equal, and nothing else of them. */
export function isEqualInConstantTime(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
