/** The only comparison of secrets and signatures. */
import { timingSafeEqual } from 'node:crypto';

/** Whether both have the same bytes. Its time only depends on whether the lengths are equal. */
export function isEqualInConstantTime(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
