/**
 * Names of rows. Each row of a list whose names are searched has an item in the order of the names, written in the
 * transaction of the row: a list is in the order of its sort keys, seldom that of the names.
 */
import { isDeepStrictEqual } from 'node:util';
import { comparedName } from '../base/compared.ts';
import { truncate } from '../base/text.ts';
import { type Key, nameKey } from './keys.ts';
import type { Write } from './write.ts';

/** The name of a row, in the partition of its list. */
export interface RowName {
  list: string;
  id: string;
  name: string;
  /** What distinguishes it from others of the same name. */
  detail: string | null;
  /** The detail is a name, too, such as an e-mail address. */
  isFoundByDetail?: true;
  /** Of rows whose list has those of several organizations. */
  organizationId?: string | null;
}

/** A key has no room for the longest names, so those that begin alike are compared when they are read. */
const maxKeyCharacters = 64;
/** Eight items are read for half a unit. */
const maxDetailCharacters = 80;

/** The beginning of the sort keys of names that begin with a text. */
export const nameKeyStart = (text: string): string => truncate(comparedName(text), maxKeyCharacters);

/** The items of a row by their keys. */
function itemsOf(row: RowName | undefined): Map<string, Key & Record<string, unknown>> {
  if (row === undefined) return new Map();
  const { list, id, name, detail, isFoundByDetail, organizationId = null } = row;
  const shown = {
    ...{ id, n: name },
    ...(detail !== null && { d: isFoundByDetail ? detail : truncate(detail, maxDetailCharacters, '…') }),
    ...(organizationId !== null && { o: organizationId }),
  };
  const texts = isFoundByDetail && detail !== null ? [name, detail] : [name];
  const items = texts.map((text) => ({ ...nameKey(list, nameKeyStart(text), id), ...shown }));
  return new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
}

/**
 * The writes that keep the name of a row: `before` is undefined for a new row, `after` for a deleted one. None if the name
 * stays.
 */
export function nameWrites(before: RowName | undefined, after: RowName | undefined): Write[] {
  const [was, is] = [itemsOf(before), itemsOf(after)];
  const left = [...was].filter(([key]) => !is.has(key));
  const changed = [...is].filter(([key, item]) => !isDeepStrictEqual(was.get(key), item));
  return [
    ...left.map(([, { pk, sk }]) => ({ delete: { pk, sk } })),
    ...changed.map(([, item]) => ({ put: item })),
  ];
}
