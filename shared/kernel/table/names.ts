/**
 * Names of rows. Each row of a list whose names are searched has an item in the order of the names, written in the
 * transaction of the row: a list is in the order of its sort keys, seldom that of the names.
 */
import { isDeepStrictEqual } from 'node:util';
import { comparedName } from '../base/compared.ts';
import { truncate } from '../base/text.ts';
import { nameKey } from './keys.ts';
import type { Write } from './write.ts';

/** The name of a row, in the partition of its list. */
export interface RowName {
  list: string;
  id: string;
  name: string;
  /** What distinguishes it from others of the same name. */
  detail: string | null;
}

/** A key has no room for the longest names, so those that begin alike are compared when they are read. */
const maxKeyCharacters = 64;
/** Eight items are read for half a unit. */
const maxDetailCharacters = 80;

/** The beginning of the sort keys of names that begin with a text. */
export const nameKeyStart = (text: string): string => truncate(comparedName(text), maxKeyCharacters);

const itemOf = ({ list, id, name, detail }: RowName) => ({
  ...nameKey(list, nameKeyStart(name), id),
  ...{ id, n: name },
  ...(detail !== null && { d: truncate(detail, maxDetailCharacters, '…') }),
});

/**
 * The writes that keep the name of a row: `before` is undefined for a new row, `after` for a deleted one. None if the name
 * stays.
 */
export function nameWrites(before: RowName | undefined, after: RowName | undefined): Write[] {
  const [was, is] = [before && itemOf(before), after && itemOf(after)];
  if (isDeepStrictEqual(was, is)) return [];
  const isMoved = was !== undefined && (was.pk !== is?.pk || was.sk !== is.sk);
  return [
    ...(isMoved ? [{ delete: { pk: was.pk, sk: was.sk } }] : []),
    ...(is === undefined ? [] : [{ put: is }]),
  ];
}
