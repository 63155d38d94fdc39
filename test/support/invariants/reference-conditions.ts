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

const isListed = (left: Value, right: Value): boolean =>
  Array.isArray(right) && right.filter((element) => equal(left, element)).length > 0;
/** A comparison of texts, of which neither may be missing. */
const ofTexts = (holds: (left: string, right: string) => boolean) => (left: Value, right: Value) =>
  !none(left) && !none(right) && holds(text(left), text(right));
const startsWith = ofTexts((left, right) => left.slice(0, right.length) === right);
const endsWith = ofTexts((left, right) => left.slice(-right.length || left.length) === right);
const ofVersions = (holds: (order: number) => boolean) => (left: Value, right: Value) =>
  [left, right].every((one) => typeof one === 'string' && isVersion(one)) &&
  holds(semver.compare(String(left), String(right)));

const comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  '=': equal,
  '==': equal,
  '!=': (left, right) => !equal(left, right),
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  IN: isListed,
  NOT_IN: (left, right) => !isListed(left, right),
  CONTAINS: contains,
  NOT_CONTAINS: (left, right) => !contains(left, right),
  STARTS_WITH: startsWith,
  ENDS_WITH: endsWith,
  MATCHES: matches,
  STRICT_EQ: identical,
  EQUALS_IGNORE_CASE: (left, right) => ofTexts((a, b) => a === b)(lower(left), lower(right)),
  CONTAINS_IGNORE_CASE: (left, right) => contains(lower(left), lower(right)),
  STARTS_WITH_IGNORE_CASE: (left, right) => startsWith(lower(left), lower(right)),
  ENDS_WITH_IGNORE_CASE: (left, right) => endsWith(lower(left), lower(right)),
  SEMVER_EQ: ofVersions((order) => order === 0),
  SEMVER_GT: ofVersions((order) => order > 0),
  SEMVER_GTE: ofVersions((order) => order >= 0),
  SEMVER_LT: ofVersions((order) => order < 0),
  SEMVER_LTE: ofVersions((order) => order <= 0),
  IN_CIDR: (left, right) => [right].flat().some((range) => isWithin(left, range)),
  IS_EMPTY: empty,
  IS_NOT_EMPTY: (left) => !empty(left),
};

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
  const holds = comparisons[String(condition.operator)];
  if (holds === undefined) throw new Error(`unknown operator ${String(condition.operator)}`);
  return holds(left, rightOf(condition, facts));
}
