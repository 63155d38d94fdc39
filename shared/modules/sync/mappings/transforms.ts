/** The transforms that a mapping may apply to values: a closed list, declared as data. Pure. */

import { dateMs, isWithinYears } from '../../../kernel/base/dates.ts';
import { numberOfText, safeRange, toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, TooDeepError } from '../../../kernel/errors/errors.ts';
import { anyName, maxJsonLevels, parseCallerJson } from '../../../kernel/http/caller-json.ts';
import { entityLimits } from '../../entities/public-data.ts';
import { mappingLimits } from '../limits.ts';

/** A transform by its name alone, or by its name with options. */
export type TransformStep =
  | 'trim'
  | 'lowercase'
  | 'uppercase'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'json'
  | { name: 'date'; unit: 's' | 'ms' }
  | { name: 'split'; separator: string }
  | { name: 'join'; separator: string }
  | { name: 'replace'; search: string; with: string }
  | { name: 'lookup'; values: Record<string, unknown>; otherwise?: unknown }
  | { name: 'constant'; value: unknown };

export type Transform = TransformStep | readonly TransformStep[];

/** The transform does not accept the value. */
export class TransformError extends Error {
  override name = 'TransformError';
}

type Step = (value: unknown) => unknown;
type Options = Readonly<Record<string, unknown>>;

const trueTexts: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', 'on']);
const falseTexts: ReadonlySet<string> = new Set(['0', 'false', 'no', 'n', 'off']);

/** Changes a text, or each text of a list; returns all other values unchanged. */
function onTexts(change: (text: string) => unknown): Step {
  return (value) => {
    if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? change(one) : one));
    return typeof value === 'string' ? change(value) : value;
  };
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? toJson(value) : String(value);
}

/** A number that the platform computes with: what it cannot hold exactly is refused, never rounded. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'bigint') throw new TransformError(safeRange);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return Number(value);
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === '') return null;
  if (text === undefined || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text))
    throw new TransformError('is not a number');
  const number = numberOfText(text);
  if (typeof number === 'bigint' || Number.isNaN(number)) throw new TransformError(safeRange);
  if (!Number.isFinite(number)) throw new TransformError('is not a number');
  return number;
}

function toInteger(value: unknown): unknown {
  const number = toNumber(value);
  if (number !== null && !Number.isSafeInteger(number)) throw new TransformError('is not a whole number');
  return number;
}

function toBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  const text = String(value).trim().toLowerCase();
  // The text of a list is that of its elements.
  if (typeof value !== 'object') {
    if (text === '') return null;
    if (trueTexts.has(text)) return true;
    if (falseTexts.has(text)) return false;
  }
  throw new TransformError('is not a boolean');
}

/** ISO 8601 in UTC. A text without a time zone is read as UTC, not in the server's zone. */
function toDate(unit: 's' | 'ms'): Step {
  return (given) => {
    const value = typeof given === 'string' ? given.trim() : given;
    if (value === '') return null;
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^-?\d{9,14}(?:\.\d{1,9})?$/.test(value));
    const text = typeof value === 'string' ? value : '';
    const atMs = isNumber ? Number(value) * (unit === 's' ? 1_000 : 1) : dateMs(text);
    if (!isWithinYears(atMs)) throw new TransformError('is not a date');
    return toIso(atMs);
  };
}

/** An empty cell of a file is no value, as for the other conversions. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseCallerJson(text, { forbidden: anyName });
  } catch (error) {
    if (error instanceof TooDeepError)
      throw new TransformError(`nests more than ${maxJsonLevels} levels deep`);
    const isRefused = error instanceof InvalidInputError;
    throw new TransformError(
      isRefused ? 'is not valid Unicode, or has a number that is too large' : 'is not JSON',
    );
  }
}

function join(separator: string): Step {
  return (value) => (Array.isArray(value) ? value.map(toText).join(separator) : value);
}

const split = (separator: string): Step =>
  onTexts((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

function occurrences(text: string, search: string): number {
  let count = 0;
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length)) count += 1;
  return count;
}

/**
 * Replaces texts that may be longer. A value that grows by more than the size of a record is refused before, because
 * several steps could multiply it beyond the memory of the worker.
 */
function replace(search: string, replacement: string): Step {
  return (value) => {
    let growth = 0;
    return onTexts((text) => {
      growth += Math.max(0, replacement.length - search.length) * occurrences(text, search);
      if (growth > entityLimits.recordBytes) throw new TransformError('becomes too long');
      return text.replaceAll(search, () => replacement);
    })(value);
  };
}

/** Changes a value, or each element of a list. */
const onEach =
  (change: Step): Step =>
  (value) =>
    Array.isArray(value) ? value.map(change) : change(value);

function lookup(values: Options, otherwise: unknown): Step {
  return onEach((value) => {
    const key = typeof value === 'object' ? undefined : String(value);
    if (key !== undefined && Object.hasOwn(values, key)) return values[key];
    return otherwise === undefined ? value : otherwise;
  });
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const isSeparator = (value: unknown): boolean => isText(value, mappingLimits.separator) && value !== '';
const isTable = (value: unknown): value is Options =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= mappingLimits.lookups;

interface Spec {
  /** What is wrong with the options, beginning with the option's name. */
  problem?(options: Options): string | undefined;
  make(options: Options): Step;
  /** The transform that an export applies instead; absent: the value is exported unchanged. */
  undo?(options: Options): Step;
}

const separated = ({ separator }: Options): string | undefined =>
  isSeparator(separator)
    ? undefined
    : `needs separator, a text of 1 to ${mappingLimits.separator} characters`;

const specs: Readonly<Record<string, Spec>> = {
  trim: { make: () => onTexts((text) => text.trim()) },
  lowercase: { make: () => onTexts((text) => text.toLowerCase()) },
  uppercase: { make: () => onTexts((text) => text.toUpperCase()) },
  string: { make: () => toText },
  number: { make: () => toNumber },
  integer: { make: () => toInteger },
  boolean: { make: () => toBoolean },
  date: {
    problem: ({ unit }) =>
      unit === undefined || unit === 's' || unit === 'ms' ? undefined : 'needs unit, s or ms',
    make: ({ unit }) => toDate(unit === 's' ? 's' : 'ms'),
  },
  json: { make: () => onTexts(jsonOf), undo: () => (value) => toJson(value) },
  split: {
    problem: separated,
    make: ({ separator }) => split(String(separator)),
    undo: ({ separator }) => join(String(separator)),
  },
  join: {
    problem: separated,
    make: ({ separator }) => join(String(separator)),
    undo: ({ separator }) => split(String(separator)),
  },
  replace: {
    problem: ({ search, with: replacement }) =>
      isText(search, mappingLimits.replaced) && search !== '' && isText(replacement, mappingLimits.replaced)
        ? undefined
        : 'needs search and with, texts',
    make: ({ search, with: replacement }) => replace(String(search), String(replacement)),
  },
  lookup: {
    problem: ({ values }) =>
      isTable(values) ? undefined : `needs values, an object of at most ${mappingLimits.lookups} entries`,
    make: ({ values, otherwise }) => lookup(isTable(values) ? values : {}, otherwise),
    undo: ({ values }) => {
      const pairs = Object.entries(isTable(values) ? values : {});
      return onEach((value) => pairs.find(([, to]) => to === value)?.[0] ?? value);
    },
  },
  constant: {
    problem: (options) => (Object.hasOwn(options, 'value') ? undefined : 'needs value'),
    make:
      ({ value }) =>
      () =>
        value,
  },
};

const stepsOf = (transform: Transform): readonly TransformStep[] =>
  Array.isArray(transform) ? transform : [transform as TransformStep];

function specOf(step: unknown): { spec: Spec; options: Options } | undefined {
  const options: Options =
    typeof step === 'string' ? { name: step } : isTable(step) ? step : Object.create(null);
  const name = String(options.name);
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  return spec && { spec, options };
}

/** What is wrong with a transform, as a phrase after its name; undefined if it is valid. */
export function transformProblem(transform: unknown): string | undefined {
  const steps = Array.isArray(transform) ? transform : [transform];
  if (steps.length > mappingLimits.transforms)
    return `must have at most ${mappingLimits.transforms} transforms`;
  for (const step of steps) {
    const found = specOf(step);
    if (found === undefined) return `must be one of: ${Object.keys(specs).join(', ')}`;
    const problem = found.spec.problem?.(found.options);
    if (problem !== undefined) return `${String(found.options.name)} ${problem}`;
  }
  return undefined;
}

const isConstant = ({ options }: { options: Options }): boolean => options.name === 'constant';

/** The value after the transforms. An absent value stays absent, except for a constant. Throws TransformError. */
export function transformed(transform: Transform | undefined, value: unknown): unknown {
  let result = value;
  for (const step of transform === undefined ? [] : stepsOf(transform)) {
    const found = specOf(step);
    if (found === undefined) throw new TransformError('has an unknown transform');
    const isAbsent = result === undefined || result === null;
    if (!isAbsent || isConstant(found)) result = found.spec.make(found.options)(result);
  }
  return result;
}

/** Reverses the transforms for an export, the last first, as far as they can be reversed. */
export function undone(transform: Transform | undefined, value: unknown): unknown {
  const steps = transform === undefined ? [] : stepsOf(transform).toReversed();
  return steps.reduce<unknown>((result, step) => {
    const found = specOf(step);
    if (result === undefined || result === null || found?.spec.undo === undefined) return result;
    return found.spec.undo(found.options)(result);
  }, value);
}
