/** Custom-field definitions and the check of a record's custom values against them. Pure. */
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { type FieldKind, type FieldValue, kindProblem } from './field-kind.ts';
import { brokenRule, type FieldRule, PatternAllowance } from './field-rule.ts';

export interface Definition {
  id: string;
  entityType: string;
  key: string;
  label: string;
  kind: FieldKind;
  /** Several values: an array of the kind. */
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

function valueProblem(definition: Definition, value: unknown): string | undefined {
  const problem = kindProblem(definition.kind, value);
  if (problem !== undefined) return problem;
  const { options } = definition;
  if (options.length === 0 || options.some((option) => option.value === value)) return undefined;
  return `must be one of: ${options.map((option) => option.value).join(', ')}`;
}

function customProblem(
  definition: Definition,
  value: unknown,
  allowance: PatternAllowance,
): string | undefined {
  if (value !== null && value !== undefined && value !== '') {
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
 * Checks all custom values of a record. Undeclared keys are refused: a typo would be stored and never found.
 * Answers errors by `cf_<key>`.
 */
export function customValueErrors(
  definitions: readonly Definition[],
  values: Readonly<CustomValues>,
): FieldErrors {
  const errors: Record<string, string> = {};
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  for (const key of Object.keys(values))
    if (!byKey.has(key)) errors[`cf_${key}`] = 'is not a defined custom field';
  const allowance = new PatternAllowance();
  for (const definition of definitions) {
    const problem = customProblem(definition, values[definition.key], allowance);
    if (problem !== undefined) errors[`cf_${definition.key}`] = problem;
  }
  return errors;
}

/**
 * The custom values of a body in any of the accepted spellings: `customFields: {key: value}`,
 * `customFields: [{key, value}]`, `customValues: {…}`, `cf_key: …`, `cf:key: …`.
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
