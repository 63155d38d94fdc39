/** Which migrations of items (migrate.ts) have reached their end. */
import type { Key } from './keys.ts';
import { queryAll } from './read.ts';

/** Sort keys of their marks. None is ever taken back. */
const finished = new Set<string>();

/**
 * Whether a migration has reached its end, by the key of its mark. Until it is true, half a unit, for all marks
 * together. Lists may send a Query, but not all of them a GetItem.
 */
export async function isMigrated({ pk, sk }: Key): Promise<boolean> {
  if (finished.has(sk)) return true;
  for (const mark of await queryAll({ pk, consistent: false })) finished.add(String(mark.sk));
  return finished.has(sk);
}
