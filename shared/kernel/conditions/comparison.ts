/** The comparison operators, and compiling one comparison of a condition. */
import { compileRanges } from '../base/address-ranges.ts';
import { isNumeric } from '../base/json.ts';
import { includesText } from '../base/linear-text.ts';
import { matches } from '../base/match.ts';
import { compareVersions, parseVersion } from '../base/versions.ts';
import { pathsOfExpression } from '../expressions/engine.ts';
import { isName, partsOf } from '../expressions/template.ts';
import type { BudgetCheck } from './budget.ts';
import { type ConditionInput, compileField } from './field.ts';
import type { ComparisonOperator } from './operators.ts';
import {
  areEqual,
  areIdentical,
  isEmpty,
  isNone,
  order,
  timeOf,
  toFolded,
  toInstant,
  toNumber,
  toText,
} from './values.ts';

type Holds = (left: unknown, right: unknown) => boolean;
type Predicate = (left: unknown) => boolean;

const isIn: Holds = (left, right) => Array.isArray(right) && right.some((element) => areEqual(left, element));

const contains: Holds = (left, right) => {
  if (Array.isArray(left)) return left.some((element) => areEqual(element, right));
  return typeof left === 'string' && !isNone(right) && includesText(left, toText(right));
};

const onTexts =
  (holds: (left: string, right: string) => boolean): Holds =>
  (left, right) =>
    !isNone(left) && !isNone(right) && holds(toText(left), toText(right));

/** The same comparison without upper and lower case; lists are compared element by element. */
const ignoringCase =
  (holds: Holds): Holds =>
  (left, right) =>
    holds(toFolded(left), toFolded(right));

/** The same, specialized for a constant. */
const ignoringCaseOf =
  (holds: Holds) =>
  (constant: unknown): Predicate => {
    const right = toFolded(constant);
    return (left) => holds(toFolded(left), right);
  };

const isSameText = onTexts((left, right) => left === right);
const startsWith = onTexts((left, right) => left.startsWith(right));
const endsWith = onTexts((left, right) => left.endsWith(right));

const versionOf = (value: unknown) => (typeof value === 'string' ? parseVersion(value) : undefined);

const onVersions =
  (holds: (order: number) => boolean): Holds =>
  (left, right) => {
    const [version, other] = [versionOf(left), versionOf(right)];
    return version !== undefined && other !== undefined && holds(compareVersions(version, other));
  };

/** Texts in a list of ranges, or the range alone. */
const rangesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((range) => typeof range === 'string');

const not =
  (holds: Holds): Holds =>
  (left, right) =>
    !holds(left, right);

function isInRange(ranges: unknown): Predicate {
  const contains = compileRanges(rangesIn(ranges));
  return (left) => typeof left === 'string' && contains(left);
}

/** Every operator on any two values. */
const comparisons: Readonly<Record<ComparisonOperator, Holds>> = {
  '=': areEqual,
  '==': areEqual,
  '!=': not(areEqual),
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  STRICT_EQ: areIdentical,
  IN: isIn,
  NOT_IN: not(isIn),
  CONTAINS: contains,
  NOT_CONTAINS: not(contains),
  STARTS_WITH: startsWith,
  ENDS_WITH: endsWith,
  EQUALS_IGNORE_CASE: ignoringCase(isSameText),
  CONTAINS_IGNORE_CASE: ignoringCase(contains),
  STARTS_WITH_IGNORE_CASE: ignoringCase(startsWith),
  ENDS_WITH_IGNORE_CASE: ignoringCase(endsWith),
  MATCHES: onTexts(matches),
  SEMVER_EQ: onVersions((order) => order === 0),
  SEMVER_GT: onVersions((order) => order > 0),
  SEMVER_GTE: onVersions((order) => order >= 0),
  SEMVER_LT: onVersions((order) => order < 0),
  SEMVER_LTE: onVersions((order) => order <= 0),
  IN_CIDR: (left, right) => isInRange(right)(left),
  IS_EMPTY: (left) => isEmpty(left),
  IS_NOT_EMPTY: (left) => !isEmpty(left),
};

const isTime = (value: unknown): boolean => !Number.isNaN(timeOf(value));

/** `areEqual`, specialized for a constant. */
function equals(constant: unknown): Predicate {
  if (isNone(constant)) return isNone;
  if (typeof constant === 'object') return () => false;
  const number = toNumber(constant);
  if (isTime(constant)) return (left) => areEqual(left, constant);
  if (!isNumeric(constant))
    return (left) => left === constant || (isNumeric(left) && toNumber(left) === number);
  return (left) => left === number || (!isNone(left) && toNumber(left) === number);
}

/** `order`, specialized for a constant. */
function orderTo(constant: unknown): (left: unknown) => number {
  if (typeof constant === 'number')
    return (left) =>
      typeof left === 'number' ? (left === constant ? 0 : left < constant ? -1 : 1) : order(left, constant);
  const instant = typeof constant === 'string' ? toInstant(constant) : Number.NaN;
  if (Number.isNaN(instant)) return (left) => order(left, constant);
  return (left) => {
    const moments = typeof left === 'string' ? toInstant(left) - instant : Number.NaN;
    return Number.isNaN(moments) ? order(left, constant) : moments;
  };
}

function isAmong(list: unknown): Predicate {
  if (!Array.isArray(list)) return () => false;
  if (list.some(isTime)) return (left) => isIn(left, list);
  const scalars = list.filter((element) => typeof element !== 'object');
  const hasNone = list.some(isNone);
  /** Values that equal the element without conversion. */
  const exact = new Set<unknown>(scalars);
  /** A number equals everything that converts to it. Other values equal only numbers. */
  const converted = new Set(scalars.map(toNumber).filter((number) => !Number.isNaN(number)));
  const numbers = new Set(scalars.filter(isNumeric).map(toNumber));
  return (left) => {
    if (isNone(left)) return hasNone;
    if (typeof left === 'object') return false;
    if (isNumeric(left)) return converted.has(toNumber(left));
    return exact.has(left) || (numbers.size > 0 && numbers.has(toNumber(left)));
  };
}

const notSo =
  (predicate: Predicate): Predicate =>
  (left) =>
    !predicate(left);

/** Operators that are faster with a known right side; each returns the same as its namesake above. */
const prepared: Partial<Record<ComparisonOperator, (constant: unknown) => Predicate>> = {
  '=': equals,
  '==': equals,
  '!=': (constant) => notSo(equals(constant)),
  '>': (constant) => {
    const compare = orderTo(constant);
    return (left) => compare(left) > 0;
  },
  '>=': (constant) => {
    const compare = orderTo(constant);
    return (left) => compare(left) >= 0;
  },
  '<': (constant) => {
    const compare = orderTo(constant);
    return (left) => compare(left) < 0;
  },
  '<=': (constant) => {
    const compare = orderTo(constant);
    return (left) => compare(left) <= 0;
  },
  IN: isAmong,
  NOT_IN: (constant) => notSo(isAmong(constant)),
  EQUALS_IGNORE_CASE: ignoringCaseOf(isSameText),
  CONTAINS_IGNORE_CASE: ignoringCaseOf(contains),
  STARTS_WITH_IGNORE_CASE: ignoringCaseOf(startsWith),
  ENDS_WITH_IGNORE_CASE: ignoringCaseOf(endsWith),
  IN_CIDR: isInRange,
};

/** A comparison as conditions write it. */
export interface Comparison {
  field: string;
  operator: ComparisonOperator;
  value?: unknown;
  compareToField?: string | null;
  /** Alias of `compareToField`. */
  valueField?: string | null;
}

/** What is in a text that consists of one `{{…}}` (`{{ today }}` → `today`); undefined for other values. */
export function placeholderName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('{{')) return undefined;
  const [only, ...more] = partsOf(value);
  return only === undefined || only.kind === 'text' || more.length > 0 ? undefined : only.content;
}

/** Whether the value of a comparison is an expression. */
export function comparesWithExpression({ value, compareToField, valueField }: Comparison): boolean {
  const content = isNone(compareToField ?? valueField) ? placeholderName(value) : undefined;
  return content !== undefined && !isName(content);
}

/** The paths that a comparison reads. Placeholders have names outside of lists, as paths below `$data` have. */
export function pathsIn(comparison: Comparison): string[] {
  const { field, value, compareToField, valueField } = comparison;
  const other = compareToField ?? valueField ?? undefined;
  if (other !== undefined) return [field, other];
  const content = placeholderName(value);
  if (content === undefined) return [field];
  const names = comparesWithExpression(comparison) ? pathsOfExpression(content) : [content];
  return [field, ...names.map((name) => `$data.${name}`)];
}

/** The field or the content of the `{{…}}` with which the field is compared; undefined for a constant. */
export const comparedWith = ({ value, compareToField, valueField }: Comparison): string | undefined =>
  compareToField ?? valueField ?? placeholderName(value);

/** Compiles the right side of a comparison. */
export function rightSide({
  value,
  compareToField,
  valueField,
}: Comparison): { constant: unknown } | { look: (input: ConditionInput, watch?: BudgetCheck) => unknown } {
  const path = compareToField ?? valueField ?? undefined;
  if (path !== undefined) {
    return { look: compileField(path) };
  }
  const name = placeholderName(value);
  return name === undefined ? { constant: value } : { look: ({ resolve }, watch) => resolve(name, watch) };
}

/** Compiles one comparison. */
export function compileComparison(
  comparison: Comparison,
): (input: ConditionInput, watch?: BudgetCheck) => boolean {
  const { field, operator } = comparison;
  const left = compileField(field);
  const right = rightSide(comparison);
  const holds = comparisons[operator];
  if ('look' in right) {
    const { look } = right;
    return (input, watch) => holds(left(input), look(input, watch));
  }
  const { constant } = right;
  const predicate = prepared[operator]?.(constant);
  return predicate === undefined
    ? (input) => holds(left(input), constant)
    : (input) => predicate(left(input));
}

/** Operators whose time depends on the length of texts and lists. */
export const slowOperators: ReadonlySet<ComparisonOperator> = new Set([
  'CONTAINS',
  'NOT_CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS_IGNORE_CASE',
  'STARTS_WITH_IGNORE_CASE',
  'ENDS_WITH_IGNORE_CASE',
  'EQUALS_IGNORE_CASE',
  'STRICT_EQ',
  'MATCHES',
  'IN_CIDR',
]);

/** Operators that test whether a field exists. */
const asksForPresence: ReadonlySet<ComparisonOperator> = new Set(['IS_EMPTY', 'IS_NOT_EMPTY']);

/**
 * The missing fields of a comparison. None for a comparison that tests for that: IS_EMPTY, IS_NOT_EMPTY, and those
 * with the constant null.
 */
export function missingIn(comparison: Comparison, input: ConditionInput): string[] {
  const { field, operator, value, compareToField, valueField } = comparison;
  const otherField = compareToField ?? valueField ?? undefined;
  if (asksForPresence.has(operator) || (otherField === undefined && isNone(value))) return [];
  const fields = otherField === undefined ? [field] : [field, otherField];
  return fields.filter((path) => compileField(path)(input) === undefined);
}
