/**
 * Stores the definitions of custom fields: one item per tenant and entity type. Not declared resources: the validation of a
 * record reads all of its type with one request.
 */

import { type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { dateMs, isDate, lastMomentOf } from '../../kernel/base/dates.ts';
import { type Numeric, parseJson, toJson } from '../../kernel/base/json.ts';
import { compilePattern, maxSteps } from '../../kernel/base/patterns.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { toNumber } from '../../kernel/conditions/values.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { getItem } from '../../kernel/table/read.ts';
import { ifRevision, transact } from '../../kernel/table/write.ts';
import {
  type FieldKind,
  type FieldValue,
  isDecimal,
  isNumberKind,
  isOption,
  isTimeKind,
  kindProblem,
} from './field-kind.ts';
import type { FieldRuleName } from './field-rule-names.ts';
import { definitionsKey } from './keys.ts';
import { entityLimits } from './limits.ts';

// Definitions of custom fields, and the validation of a record's custom values. Pure.

// The validation rules of custom fields. Pure.

export interface FieldRule {
  rule: FieldRuleName;
  /** The value to compare with, or the pattern. */
  param?: string | number | boolean | null | undefined;
  /** Replaces the rule's default message. */
  message?: string | undefined;
}

/** The remaining steps of all patterns on one record. */
class PatternAllowance {
  #steps: number = entityLimits.regexSteps;

  /** Uses the steps; returns false if fewer remain. */
  take(steps: number): boolean {
    if (steps > this.#steps) return false;
    this.#steps -= steps;
    return true;
  }
}

type Check = (value: unknown, param: FieldRule['param'], allowance: PatternAllowance) => boolean;

/** The number of a value; the time of a date, by default its first moment. NaN for other values. */
const comparable = (value: unknown, momentOf = dateMs): Numeric => {
  const time = typeof value === 'string' ? momentOf(value) : Number.NaN;
  return Number.isNaN(time) ? toNumber(value) : time;
};

/** A check of the order; `boundOf` is the moment of a date to compare with. */
const compare = (holds: (order: number) => boolean, boundOf = dateMs): Check => {
  return (value, param) => {
    const [left, right] = [comparable(value), comparable(param, boundOf)];
    if (!Number.isNaN(left) && !Number.isNaN(right)) return holds(left === right ? 0 : left < right ? -1 : 1);
    return holds(String(value) < String(param) ? -1 : String(value) > String(param) ? 1 : 0);
  };
};

const checks: Record<Exclude<FieldRuleName, 'required'>, Check> = {
  date: (value) => isDate(String(value)),
  integer: (value) => isDecimal(value) && Number.isInteger(Number(value)),
  float: isDecimal,
  lt: compare((order) => order < 0),
  lte: compare((order) => order <= 0, lastMomentOf),
  gt: compare((order) => order > 0, lastMomentOf),
  gte: compare((order) => order >= 0),
  eq: compare((order) => order === 0),
  ne: compare((order) => order !== 0),
  regex: (value, param, allowance) => {
    const text = String(value);
    if (text.length > entityLimits.regexInput) return false;
    const pattern = compilePattern(String(param));
    return allowance.take(maxSteps(pattern, text.length)) && pattern.test(text);
  },
};

/** What is wrong with a pattern, or undefined. The engine must be loaded. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || pattern.length > entityLimits.regex) {
    return `must be a pattern of at most ${entityLimits.regex} characters`;
  }
  try {
    compilePattern(pattern);
    return undefined;
  } catch {
    return 'is not a valid RE2 pattern (no look-around, no back-references)';
  }
}

const sentences: Record<FieldRuleName, (param: FieldRule['param']) => string> = {
  required: () => 'is required',
  date: () => 'must be a date',
  integer: () => 'must be a whole number',
  float: () => 'must be a number',
  lt: (param) => `must be less than ${param}`,
  lte: (param) => `must be at most ${param}`,
  gt: (param) => `must be more than ${param}`,
  gte: (param) => `must be at least ${param}`,
  eq: (param) => `must be ${param}`,
  ne: (param) => `must not be ${param}`,
  regex: (param) => `must match the pattern ${param}`,
};

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const comparisons: ReadonlySet<FieldRuleName> = new Set(['lt', 'lte', 'gt', 'gte', 'eq', 'ne']);

/**
 * What is wrong with the `param` of a rule for a field of the kind, or undefined: without a value of the same kind, a
 * comparison would compare texts. The pattern engine must be loaded for patterns.
 */
export function paramProblem({ rule, param }: FieldRule, kind: FieldKind): string | undefined {
  if (rule === 'regex') return patternProblem(param);
  if (!comparisons.has(rule)) return undefined;
  if (param === undefined || param === null || param === '') return 'is required';
  if (isTimeKind(kind)) return isDate(String(param)) ? undefined : 'must be a date such as 2026-03-01';
  if (kind === 'boolean') return /^(?:true|false)$/.test(String(param)) ? undefined : 'must be true or false';
  return isNumberKind(kind) && !isDecimal(param) ? 'must be a number' : undefined;
}

/** Whether these rules need the pattern engine. */
export function usesPatterns(rules: readonly FieldRule[]): boolean {
  return rules.some(({ rule }) => rule === 'regex');
}

/**
 * The message of the first rule that a value (in a list, each value) breaks; empty values break only
 * `required`. A text that exceeds the remaining steps breaks its pattern.
 */
export function brokenRule(
  rules: readonly FieldRule[],
  value: unknown,
  allowance = new PatternAllowance(),
): string | undefined {
  for (const { rule, param, message } of rules) {
    const passes =
      rule === 'required'
        ? !isEmpty(value)
        : isEmpty(value) || [value].flat().every((one) => checks[rule](one, param, allowance));
    if (!passes) return message ?? sentences[rule](param);
  }
  return undefined;
}

export interface Definition {
  id: string;
  entityType: string;
  key: string;
  label: string;
  kind: FieldKind;
  /** The value is an array of the kind. */
  multi: boolean;
  /** Allowed values of a select; empty allows any. */
  options: { value: string; label: string }[];
  validation: FieldRule[];
  /** Limits for files uploaded into an attachment field. */
  attachment: { maxAttachmentSizeMb?: number; acceptExtensions?: string[]; partitionCode?: string } | null;
  createdAt: string;
  updatedAt: string;
}

export type CustomValues = Record<string, FieldValue | FieldValue[] | null>;

/** The error of a value that is none of a field's options. */
export const oneOfProblem = (options: Definition['options']): string =>
  `must be one of: ${options.map((option) => option.value).join(', ')}`;

function valueProblem(definition: Definition, value: unknown): string | undefined {
  const problem = kindProblem(definition.kind, value);
  if (problem !== undefined) return problem;
  const { options } = definition;
  if (isOption(options, value)) return undefined;
  return oneOfProblem(options);
}

function customProblem(
  definition: Definition,
  value: unknown,
  allowance: PatternAllowance,
): string | undefined {
  if (value !== null && value !== undefined) {
    if (definition.multi !== Array.isArray(value))
      return definition.multi ? 'must be a list' : 'must not be a list';
    for (const one of [value].flat()) {
      const problem = valueProblem(definition, one);
      if (problem !== undefined) return problem;
    }
  }
  return brokenRule(definition.validation, value, allowance);
}

/**
 * The values with null, which clears a field, for each empty text that is no value of its field: forms send it for an
 * empty input of any kind.
 */
function withoutEmptyTexts(definitions: readonly Definition[], values: CustomValues): CustomValues {
  const clears = (key: string) => {
    const definition = definitions.find((field) => field.key === key);
    return definition && (definition.multi || valueProblem(definition, '') !== undefined);
  };
  const entries = Object.entries(values).map(([key, value]): [string, CustomValues[string]] => [
    key,
    value === '' && clears(key) ? null : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * Validates all custom values of a record. Unknown keys are refused, because a misspelt value would be stored
 * and never found. Returns errors by `cf_<key>`.
 */
function customValueErrors(definitions: readonly Definition[], values: Readonly<CustomValues>): FieldErrors {
  const errors: Record<string, string> = {};
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  for (const key of Object.keys(values))
    if (!byKey.has(key)) errors[`cf_${key}`] = 'is not a defined custom field';
  const allowance = new PatternAllowance();
  for (const definition of definitions) {
    // A field may be named like a member of every object: `constructor`.
    const value = Object.hasOwn(values, definition.key) ? values[definition.key] : undefined;
    const problem = customProblem(definition, value, allowance);
    if (problem !== undefined) errors[`cf_${definition.key}`] = problem;
  }
  return errors;
}

function validated(definitions: readonly Definition[], given: CustomValues): CustomValues {
  const values = withoutEmptyTexts(definitions, given);
  const errors = customValueErrors(definitions, values);
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
  return values;
}

/** Null clears a value, so it is not stored. */
export const withoutNull = (values: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** The custom values of something new. Throws InvalidInputError with each invalid one as `cf_<key>`. */
export const newCustomValues = (definitions: readonly Definition[], given: CustomValues): CustomValues =>
  withoutNull(validated(definitions, given));

/**
 * The custom values after a change. Only the given ones are validated: stored values may be older than the definition of
 * their field, and must not prevent other changes. Throws InvalidInputError.
 */
export function changedCustomValues(
  definitions: readonly Definition[],
  before: CustomValues,
  given: CustomValues,
): CustomValues {
  const concerned = definitions.filter(({ key }) => Object.hasOwn(given, key));
  return withoutNull({ ...before, ...validated(concerned, given) });
}

/**
 * The custom values of a body, in each accepted form: `customFields: {key: value}`, `customFields: [{key,
 * value}]`, `customValues: {…}`, `cf_key: …`, `cf:key: …`.
 */
export function customValuesOf(body: Readonly<Record<string, unknown>>): CustomValues {
  const values: Record<string, unknown> = Object.create(null);
  for (const source of [body.customValues, body.customFields]) {
    if (Array.isArray(source)) {
      for (const entry of source as { key?: unknown; value?: unknown }[]) {
        if (typeof entry?.key === 'string') values[entry.key] = entry.value;
      }
    } else if (typeof source === 'object' && source !== null) Object.assign(values, source);
  }
  for (const [name, value] of Object.entries(body)) {
    const key = /^cf[_:](.+)$/.exec(name)?.[1];
    if (key !== undefined) values[key] = value;
  }
  return values as CustomValues;
}

export interface Definitions {
  entityType: string;
  fields: Definition[];
  /** 0 before the first definition. */
  revision: number;
}

/** The definitions of an entity type, all in one item, so that validating a record costs one read. */
export async function getDefinitions(scope: TenantScope, entityType: string): Promise<Definitions> {
  const item = await getItem(definitionsKey(scope, entityType));
  if (item === undefined) return { entityType, fields: [], revision: 0 };
  return { entityType, fields: parseJson(String(item.fields)) as Definition[], revision: Number(item.rev) };
}

/** The largest field of a definition: all definitions of a type must fit into one item. */
function largestField({ label, options, validation }: Definition): string {
  const sizes = Object.entries({ label, options, validation }).map(([field, value]) => ({
    field,
    characters: toJson(value).length,
  }));
  return sizes.reduce((largest, one) => (one.characters > largest.characters ? one : largest)).field;
}

/**
 * Replaces the definitions of an entity type. Throws UnstorableError if they are too large for one item,
 * StaleError if they have changed since they were read.
 */
export async function replaceDefinitions(
  scope: TenantScope,
  before: Definitions,
  fields: readonly Definition[],
  changed: { definition: Definition; action: 'created' | 'updated' | 'deleted' },
  context: ChangeContext,
): Promise<void> {
  const { entityType, revision } = before;
  const version = revision + 1;
  const { definition, action } = changed;
  await transact([
    {
      put: {
        ...definitionsKey(scope, entityType),
        entity: 'definitions',
        v: 1,
        rev: version,
        entityType,
        fields: toJson(fields),
      },
      ...ifRevision(revision),
      largeField: largestField(definition),
    },
    ...recordChange(
      {
        tenantId: scope.tenantId,
        organizationId: null,
        resource: 'entities.definition',
        resourceId: definition.id,
        action,
        version,
        data: { entityType, key: definition.key, kind: definition.kind },
        changes: differences(
          { definition: before.fields.find(({ id }) => id === definition.id) },
          { definition: action === 'deleted' ? undefined : definition },
        ),
      },
      context,
    ),
  ]);
}
