/**
 * A second, simple implementation of the condition language, with which the compiled evaluator is compared. Only
 * MATCHES uses the same regular expression engine, because that engine is its definition.
 */
import { isIP } from 'node:net';
import { RE2JS } from 're2js';
import semver from 'semver';

/** The package also accepts `v1.2.3`, and blanks around a version. */
const isVersion = (text: string): boolean =>
  /^\d/.test(text) && text.trim() === text && semver.valid(text) !== null;

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Value = Json | undefined;
export interface ReferenceInput {
  data: Value;
  names: Readonly<Record<string, Json>>;
  /** The data around the list, in a condition on elements. */
  around?: Value;
}

const none = (value: Value) => value === undefined || value === null;
const isDateText = (value: Value): value is string => {
  const match =
    typeof value === 'string' &&
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (!match) return false;
  const [, year, month, day, hour = 0, minute = 0, second = 0] = match.map(Number);
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const exists = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
  return exists && Number(hour || 0) <= 24 && Number(minute || 0) < 60 && Number(second || 0) < 60;
};
const instant = (value: string) => {
  const zoned = value.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  return new Date(zoned).getTime();
};
const number = (value: Value) =>
  typeof value === 'object' || value === undefined ? Number.NaN : Number(value);
const text = (value: Value): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function equal(left: Value, right: Value): boolean {
  if (none(left) && none(right)) return true;
  if (none(left) || none(right)) return false;
  if (typeof left === 'object' || typeof right === 'object') return false;
  if (typeof left === 'number' || typeof right === 'number') return number(left) === number(right);
  return left === right;
}

/** Negative, zero or positive. */
function compare(left: Value, right: Value): number {
  if (none(left) || none(right)) return Number(none(right)) - Number(none(left));
  if (isDateText(left) && isDateText(right) && !Number.isNaN(instant(left) - instant(right)))
    return Math.sign(instant(left) - instant(right));
  const [a, b] = [number(left), number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return Number(a > b) - Number(a < b);
  return text(left).localeCompare(text(right), 'en');
}

function contains(left: Value, right: Value): boolean {
  if (Array.isArray(left)) return left.filter((element) => equal(element, right)).length > 0;
  return typeof left === 'string' && !none(right) && left.indexOf(text(right)) >= 0;
}

function matches(left: Value, right: Value): boolean {
  if (none(left) || none(right)) return false;
  const pattern = text(right);
  if (pattern.length > 200 || text(left).length > 10_000) return false;
  // A repeated group that contains a repetition; characters in classes and escapes do not repeat.
  const bare = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  if (/\([^()]*[*+][^()]*\)[*+]/.test(bare)) return false;
  try {
    return RE2JS.compile(pattern).matcher(text(left)).find();
  } catch {
    return false;
  }
}

function empty(value: Value): boolean {
  if (none(value)) return true;
  if (typeof value === 'string') return /^\s*$/.test(value);
  return typeof value === 'object' && Object.keys(value as object).length === 0;
}

function lookUp(data: Value, path: string): Value {
  return path
    .replaceAll('[', '.')
    .replaceAll(']', '.')
    .split('.')
    .filter((part) => part.length > 0)
    .reduce<Value>((value, part) => {
      if (typeof value !== 'object' || value === null) return undefined;
      const found = Object.getOwnPropertyDescriptor(value, part);
      return found === undefined ? undefined : (found.value as Json);
    }, data);
}

/** A field of a condition, which may be one on the element of a list. */
function fieldOf({ data, around }: ReferenceInput, path: string): Value {
  const [first = '', ...rest] = path.split(/(?=[.[])/);
  if (first === '$data') return lookUp(around, rest.join(''));
  return lookUp(data, first === '$item' ? rest.join('') : path);
}

const canonical = (value: Value): Value => {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  if (Array.isArray(value)) return value.map((element) => canonical(element) ?? null);
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, child]) => [name, canonical(child) ?? null]));
};
const identical = (left: Value, right: Value): boolean =>
  JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));

const lower = (value: Value): Value => {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one.toLowerCase() : one));
  return typeof value === 'string' ? value.toLowerCase() : value;
};

function versionsHold(operator: string, left: Value, right: Value): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (![left, right].every((one) => isVersion(one))) return false;
  const order = semver.compare(left, right);
  return (
    { SEMVER_EQ: order === 0, SEMVER_GT: order > 0, SEMVER_GTE: order >= 0, SEMVER_LT: order < 0 }[
      operator
    ] ?? order <= 0
  );
}

function isWithin(address: Value, range: Value): boolean {
  if (typeof address !== 'string' || typeof range !== 'string' || isIP(address) !== 4) return false;
  const [network = '', prefix = '32'] = range.split('/');
  if (isIP(network) !== 4 || !/^\d+$/.test(prefix) || Number(prefix) > 32) return false;
  const bits = (ip: string) =>
    ip
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  return bits(address).slice(0, Number(prefix)) === bits(network).slice(0, Number(prefix));
}

type Condition = Record<string, unknown>;

function rightOf(condition: Condition, facts: ReferenceInput): Value {
  const { names } = facts;
  const other = condition.compareToField ?? condition.valueField;
  if (typeof other === 'string') return fieldOf(facts, other);
  const { value } = condition;
  const placeholder = typeof value === 'string' ? /^\{\{([^{}]*)\}\}$/.exec(value) : null;
  return placeholder ? names[(placeholder[1] ?? '').trim()] : (value as Value);
}

/** Whether the condition holds. Recursive, for conditions of modest depth. */
export function referenceHolds(condition: Condition | null, facts: ReferenceInput): boolean {
  if (condition === null) return true;
  const rules = condition.rules as Condition[] | undefined;
  if (rules !== undefined) {
    if (rules.length === 0) return true;
    const results = rules.map((rule) => referenceHolds(rule, facts));
    if (condition.operator === 'OR') return results.includes(true);
    return condition.operator === 'AND' ? !results.includes(false) : results.includes(false);
  }
  const left = fieldOf(facts, String(condition.field));
  if (condition.condition !== undefined) {
    const around = 'around' in facts ? facts.around : facts.data;
    const elements = Array.isArray(left) ? left : [];
    const met = elements.filter((data) =>
      referenceHolds(condition.condition as Condition, { data, names: facts.names, around }),
    ).length;
    if (condition.operator === 'ANY') return met > 0;
    if (condition.operator === 'NONE') return met === 0;
    if (condition.operator === 'ALL') return met === elements.length;
    return met >= Number(condition.min ?? 0) && met <= Number(condition.max ?? elements.length);
  }
  const right = rightOf(condition, facts);
  const isListed = () => Array.isArray(right) && right.filter((element) => equal(left, element)).length > 0;
  switch (condition.operator) {
    case '=':
    case '==':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case '>':
      return compare(left, right) > 0;
    case '>=':
      return compare(left, right) >= 0;
    case '<':
      return compare(left, right) < 0;
    case '<=':
      return compare(left, right) <= 0;
    case 'IN':
      return isListed();
    case 'NOT_IN':
      return !isListed();
    case 'CONTAINS':
      return contains(left, right);
    case 'NOT_CONTAINS':
      return !contains(left, right);
    case 'STARTS_WITH':
      return !none(left) && !none(right) && text(left).slice(0, text(right).length) === text(right);
    case 'ENDS_WITH':
      return (
        !none(left) &&
        !none(right) &&
        text(left).slice(-text(right).length || text(left).length) === text(right)
      );
    case 'MATCHES':
      return matches(left, right);
    case 'STRICT_EQ':
      return identical(left, right);
    case 'EQUALS_IGNORE_CASE':
      return !none(left) && !none(right) && text(lower(left)) === text(lower(right));
    case 'CONTAINS_IGNORE_CASE':
      return contains(lower(left), lower(right));
    case 'STARTS_WITH_IGNORE_CASE':
      return !none(left) && !none(right) && text(lower(left)).startsWith(text(lower(right)));
    case 'ENDS_WITH_IGNORE_CASE':
      return !none(left) && !none(right) && text(lower(left)).endsWith(text(lower(right)));
    case 'SEMVER_EQ':
    case 'SEMVER_GT':
    case 'SEMVER_GTE':
    case 'SEMVER_LT':
    case 'SEMVER_LTE':
      return versionsHold(condition.operator, left, right);
    case 'IN_CIDR':
      return (Array.isArray(right) ? right : [right]).some((range) => isWithin(left, range));
    case 'IS_EMPTY':
      return empty(left);
    case 'IS_NOT_EMPTY':
      return !empty(left);
    default:
      throw new Error(`unknown operator ${String(condition.operator)}`);
  }
}
