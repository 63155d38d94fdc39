/** The validation rules a custom field may carry, and their check. Pure. */
import { compilePattern, maxSteps } from '../../kernel/text/patterns.ts';
import type { FieldRuleName } from './field-rule-names.ts';
import { entityLimits } from './limits.ts';

export interface FieldRule {
  rule: FieldRuleName;
  /** What the value is compared with, or the pattern. */
  param?: string | number | boolean | null | undefined;
  /** Answered instead of the rule's own sentence. */
  message?: string | undefined;
}

/** The work that patterns may still do on one record. */
export class PatternAllowance {
  #steps: number = entityLimits.regexSteps;

  /** Takes the steps away, where there are so many left. */
  take(steps: number): boolean {
    if (steps > this.#steps) return false;
    this.#steps -= steps;
    return true;
  }
}

type Check = (value: unknown, param: FieldRule['param'], allowance: PatternAllowance) => boolean;

const compare = (holds: (order: number) => boolean): Check => {
  return (value, param) => {
    const [left, right] = [Number(value), Number(param)];
    if (!Number.isNaN(left) && !Number.isNaN(right)) return holds(Math.sign(left - right));
    return holds(String(value) < String(param) ? -1 : String(value) > String(param) ? 1 : 0);
  };
};

const checks: Record<Exclude<FieldRuleName, 'required'>, Check> = {
  date: (value) => !Number.isNaN(Date.parse(String(value))),
  integer: (value) => Number.isInteger(Number(value)),
  float: (value) => Number.isFinite(Number(value)),
  lt: compare((order) => order < 0),
  lte: compare((order) => order <= 0),
  gt: compare((order) => order > 0),
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

/** Does checking these rules take the pattern engine? */
export function usesPatterns(rules: readonly FieldRule[]): boolean {
  return rules.some(({ rule }) => rule === 'regex');
}

/**
 * The message of the first rule that a value (each one, of a list) breaks; empty values break only `required`. Text
 * for which nothing is left of the allowance breaks its pattern.
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
