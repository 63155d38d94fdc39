/** The kinds of custom fields: their JSON values, and how a query text is converted. Pure. */

import { booleanOf } from '../../kernel/base/boolean-text.ts';
import { isDate } from '../../kernel/base/dates.ts';
import { isNumeric, type Numeric, safeRange } from '../../kernel/base/json.ts';
import type { ListValue } from '../../kernel/table/listing-spec.ts';

export const fieldKinds = [
  'text',
  'multiline',
  'integer',
  'float',
  'boolean',
  'select',
  'currency',
  'relation',
  'attachment',
  'dictionary',
  'phone',
  'date',
  'datetime',
] as const;
export type FieldKind = (typeof fieldKinds)[number];
export type FieldValue = string | Numeric | boolean;

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const phone = /^\+?[0-9 ()./-]{3,40}$/;

function textProblem(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() ? undefined : 'must be a text';
}

function dateTextProblem(value: unknown, wantsTime: boolean): string | undefined {
  const fits = typeof value === 'string' && isDate(value) && dateOnly.test(value) !== wantsTime;
  if (fits) return undefined;
  return wantsTime
    ? 'must be a date with time such as 2026-03-01T09:30:00Z'
    : 'must be a date such as 2026-03-01';
}

/**
 * DynamoDB numbers have 38 digits and magnitudes from 1e-130, less than JavaScript; the SDK refuses integers
 * beyond 2^53.
 */
export function isStorable(value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= 1e-130 && magnitude <= Number.MAX_SAFE_INTEGER);
}

/** What is wrong with one value of the kind, or undefined. Values are not coerced, because JSON has types. */
export function kindProblem(kind: FieldKind, value: unknown): string | undefined {
  switch (kind) {
    case 'integer':
      // Lists sort and filter by it, as a number of DynamoDB that the SDK can read.
      if (typeof value === 'bigint') return safeRange;
      return Number.isSafeInteger(value) ? undefined : 'must be a whole number';
    case 'float':
    case 'currency':
      if (typeof value === 'bigint') return safeRange;
      return isStorable(value) ? undefined : 'must be a number of at most 38 digits that DynamoDB can store';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return dateTextProblem(value, false);
    case 'datetime':
      return dateTextProblem(value, true);
    case 'phone':
      return typeof value === 'string' && phone.test(value) ? undefined : 'must be a phone number';
    default:
      return textProblem(value);
  }
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether the value is a number, or the text of one in decimal notation. */
export function isDecimal(value: unknown): boolean {
  if (typeof value !== 'string') return isNumeric(value);
  return decimal.test(value.trim()) && Number.isFinite(Number(value));
}

/** Whether the value is one of the options, which are texts for every kind. Without options, every value is. */
export const isOption = (options: readonly { value: string }[], value: unknown): boolean =>
  options.length === 0 || options.some((option) => option.value === String(value));

/**
 * Converts a filter text to a value of the kind; undefined if it is not one. Texts stay as they are; blanks around other
 * values do not count.
 */
export function filterValue(kind: FieldKind, given: string): ListValue | undefined {
  const text = given.trim();
  switch (kind) {
    case 'integer': {
      const integer = /^-?\d+$/.test(text) ? Number(text) : undefined;
      return Number.isSafeInteger(integer) ? integer : undefined;
    }
    case 'float':
    case 'currency':
      return isDecimal(text) ? Number(text) : undefined;
    case 'boolean':
      return booleanOf(text);
    case 'date':
    case 'datetime':
      return isDate(text) ? text : undefined;
    default:
      return given;
  }
}

/** Whether values of the kind are compared as times. */
export const isTimeKind = (kind: FieldKind): boolean => kind === 'date' || kind === 'datetime';

export const isNumberKind = (kind: FieldKind): boolean =>
  kind === 'integer' || kind === 'float' || kind === 'currency';

/** The error of a filter text that is not a value of the kind. */
export function filterProblem(kind: FieldKind): string {
  if (kind === 'boolean') return 'must be true or false';
  if (isTimeKind(kind)) return 'must be a date such as 2026-03-01 or 2026-03-01T09:30:00Z';
  return kind === 'integer' ? 'must be a whole number' : 'must be a number';
}
