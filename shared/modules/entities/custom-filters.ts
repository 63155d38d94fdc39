/** The filters `cf_<key>` of lists whose rows have custom fields. Pure. */

import { dateMs } from '../../kernel/base/dates.ts';
import { nearestName } from '../../kernel/base/nearest-name.ts';
import { listedTexts } from '../../kernel/base/text.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { ListFilter, ListValue } from '../../kernel/table/listing-spec.ts';
import { type Definition, oneOfProblem } from './definition-store.ts';
import { filterProblem, filterValue, isOption, isTimeKind } from './field-kind.ts';

/** The fields of a definition that filters need. */
export type FilteredField = Pick<Definition, 'key' | 'kind'> & Partial<Pick<Definition, 'options'>>;

const name = /^cf[_:](.+?)(In)?$/s;

/** The error of an unknown `cf_<key>`. Keys are lower case, so `In` is never part of a key. */
function unknownProblem(field: string, fields: readonly FilteredField[]): string {
  const nearest = nearestName(
    field,
    fields.map(({ key }) => `cf_${key}`),
  );
  return `is not a defined custom field; did you mean ${nearest}?`;
}

/** The filter of texts by the field's kind and options, or the error of a text that no value of the field can equal. */
function filterOf(
  { kind, options = [] }: FilteredField,
  texts: readonly string[],
): { values: ListFilter } | { problem: string } {
  const values: ListValue[] = [];
  for (const text of texts) {
    const value = filterValue(kind, text);
    if (value === undefined) return { problem: filterProblem(kind) };
    if (!isOption(options, value)) return { problem: oneOfProblem(options) };
    values.push(value);
  }
  return { values: isTimeKind(kind) ? { timesMs: values.map((date) => dateMs(String(date))) } : values };
}

/**
 * Parses `cf_<key>=value` and `cf_<key>In=a,"b, c"` as filters, by the kind of the field. If fields are defined,
 * an unknown key is an error that suggests the nearest one; if none are, such filters are ignored. Throws
 * InvalidInputError with each unknown key and each value that is invalid for its field.
 */
export function customFilters(
  query: Readonly<Record<string, unknown>>,
  fields: readonly FilteredField[],
): Record<string, ListFilter> {
  const filters: Record<string, ListFilter> = {};
  const errors: Record<string, string> = Object.create(null);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const [parameter, given] of Object.entries(query)) {
    const [, key, isList] = name.exec(parameter) ?? [];
    if (key === undefined || typeof given !== 'string' || fields.length === 0) continue;
    const field = byKey.get(key);
    if (field === undefined) {
      errors[parameter] = unknownProblem(`cf_${key}`, fields);
      continue;
    }
    const texts = isList ? listedTexts(given) : [given].filter((text) => text.trim() !== '');
    const filter = filterOf(field, texts);
    if ('problem' in filter) errors[parameter] = filter.problem;
    // The list has precedence over the single value.
    else if (texts.length > 0 && (isList || filters[`cf_${key}`] === undefined))
      filters[`cf_${key}`] = filter.values;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors satisfies FieldErrors);
  return filters;
}
