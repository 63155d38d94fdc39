/** The filters `cf_<key>` of lists whose rows have custom fields. Pure. */

import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { ListValue } from '../../kernel/table/listing-spec.ts';
import { nearestName } from '../../kernel/text/nearest-name.ts';
import type { Definition } from './definition-store.ts';
import { filterProblem, filterValue } from './field-kind.ts';

/** The fields of a definition that filters need. */
export type FilteredField = Pick<Definition, 'key' | 'kind'>;

const name = /^cf_(.+?)(In)?$/s;

/** The error of an unknown `cf_<key>`. Keys are lower case, so `In` is never part of a key. */
function unknownProblem(field: string, fields: readonly FilteredField[]): string {
  const nearest = nearestName(
    field,
    fields.map(({ key }) => `cf_${key}`),
  );
  return `is not a defined custom field; did you mean ${nearest}?`;
}

/**
 * Parses `cf_<key>=value` and `cf_<key>In=a,b` as filters, by the kind of the field. If fields are defined,
 * an unknown key is an error that suggests the nearest one; if none are, such filters are ignored. Throws
 * InvalidInputError with each unknown key and each value that is invalid for its field.
 */
export function customFilters(
  query: Readonly<Record<string, unknown>>,
  fields: readonly FilteredField[],
): Record<string, ListValue[]> {
  const filters: Record<string, ListValue[]> = {};
  const errors: Record<string, string> = Object.create(null);
  const kinds = new Map(fields.map(({ key, kind }) => [key, kind]));
  for (const [parameter, given] of Object.entries(query)) {
    const [, key, isList] = name.exec(parameter) ?? [];
    if (key === undefined || typeof given !== 'string' || fields.length === 0) continue;
    const kind = kinds.get(key);
    if (kind === undefined) {
      errors[parameter] = unknownProblem(`cf_${key}`, fields);
      continue;
    }
    const texts = (isList ? given.split(',') : [given]).map((text) => text.trim());
    const values = texts.filter((text) => text !== '').map((text) => filterValue(kind, text));
    const known = values.filter((value) => value !== undefined);
    if (known.length < values.length) errors[parameter] = filterProblem(kind);
    // The list has precedence over the single value.
    else if (known.length > 0 && (isList || filters[`cf_${key}`] === undefined)) filters[`cf_${key}`] = known;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors satisfies FieldErrors);
  return filters;
}
