/** Which migrations of items (migrate.ts) are complete. */
import type { Key } from './keys.ts';
import { queryAll } from './read.ts';

/** Sort keys of their marks, which are never removed. */
const finished = new Set<string>();

/**
 * Whether a migration is complete, by the key of its mark. Until then, half a unit for all marks together. All lists
 * may send a Query, but not all of them a GetItem.
 */
export async function isMigrated({ pk, sk }: Key): Promise<boolean> {
  if (finished.has(sk)) return true;
  for (const mark of await queryAll({ pk, consistent: false })) finished.add(String(mark.sk));
  return finished.has(sk);
}
