/**
 * The condition language: its operators, and the validation of stored conditions. All code here uses its own stack,
 * because conditions nest to any depth.
 */

import { findKey, toJson } from '../base/json.ts';
import { truncate, truncateStart } from '../base/text.ts';

export const comparisonOperators = [
  '=',
  '==',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'IN',
  'NOT_IN',
  'CONTAINS',
  'NOT_CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  'MATCHES',
  'IS_EMPTY',
  'IS_NOT_EMPTY',
] as const;
export const logicalOperators = ['AND', 'OR', 'NOT'] as const;

/** Operators of the left side only, without a value. */
export const unaryOperators: readonly string[] = ['IS_EMPTY', 'IS_NOT_EMPTY'];

export const conditionLimits = {
  /** Maximum number of conditions in one group. */
  rulesPerGroup: 500,
  /** Maximum length of a field path. */
  fieldPath: 200,
} as const;

/** `order.lines[0].sku`: a letter or underscore first, then letters, digits, `_ . [ ] -`. */
export const fieldPathPattern = /^[A-Za-z_][A-Za-z0-9_.[\]-]*$/;
/** Names that reach an object's prototype: no condition or action may have such a key. A path may name such a field. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const comparisons: ReadonlySet<string> = new Set(comparisonOperators);
const logical: ReadonlySet<string> = new Set(logicalOperators);

type Node = Record<string, unknown>;

function isObject(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkFieldPath(path: unknown, name: string): string | undefined {
  if (typeof path !== 'string' || path === '') return `${name} must be a field path such as "order.total"`;
  if (path.length > conditionLimits.fieldPath)
    return `${name} must have at most ${conditionLimits.fieldPath} characters`;
  if (!fieldPathPattern.test(path)) {
    return `${name} "${path}" is not a field path: start with a letter or _, then letters, digits, _ . [ ] -`;
  }
  return undefined;
}

/** An invalid name, shortened for a message. */
export const shownValue = (value: unknown): string => truncate(toJson(value) ?? 'undefined', 100, '…');

function checkComparison(node: Node): string | undefined {
  const { operator } = node;
  if (typeof operator !== 'string' || !comparisons.has(operator)) {
    return `unknown operator ${shownValue(operator)}; use one of ${comparisonOperators.join(' ')}`;
  }
  const compareTo = node.compareToField ?? node.valueField ?? undefined;
  if (compareTo !== undefined) return checkFieldPath(compareTo, 'compareToField');
  if (!Object.hasOwn(node, 'value') && !unaryOperators.includes(operator)) {
    return `operator ${operator} needs a value or a compareToField`;
  }
  return undefined;
}

function checkGroup(node: Node): string | undefined {
  const { operator, rules } = node;
  if (typeof operator !== 'string' || !logical.has(operator)) {
    return `unknown group operator ${shownValue(operator)}; use one of ${logicalOperators.join(' ')}`;
  }
  if (!Array.isArray(rules)) return 'rules must be an array of conditions';
  if (rules.length === 0) return 'a group needs at least one condition';
  if (rules.length > conditionLimits.rulesPerGroup) {
    return `a group takes at most ${conditionLimits.rulesPerGroup} conditions`;
  }
  return undefined;
}

/** Finds a key with a prototype's name anywhere in JSON data; undefined when there is none. */
export function findForbiddenKey(root: unknown): string | undefined {
  return findKey(root, forbiddenNames);
}

/**
 * Validates a condition of any depth. Returns the first problem with its path (`rules[1].rules[0]: unknown operator
 * …`), or undefined when it is valid.
 */
export function findConditionProblem(condition: unknown): string | undefined {
  const stack: { node: unknown; path: string }[] = [{ node: condition, path: '' }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, path } = entry;
    const problem = problemOf(node);
    if (problem !== undefined) return path === '' ? problem : `${path}: ${problem}`;
    const rules = (node as Node).rules;
    if (!Array.isArray(rules)) continue;
    for (let index = rules.length - 1; index >= 0; index--) {
      stack.push({ node: rules[index], path: shorten(`${path}${path && '.'}rules[${index}]`) });
    }
  }
  const forbidden = findForbiddenKey(condition);
  return forbidden && `the name "${forbidden}" may not be used as a key`;
}

function problemOf(node: unknown): string | undefined {
  if (!isObject(node)) return 'a condition must be an object: {field, operator, value} or {operator, rules}';
  if (Object.hasOwn(node, 'rules')) return checkGroup(node);
  if (!Object.hasOwn(node, 'field')) return 'a condition needs a field, or rules when it is a group';
  return checkFieldPath(node.field, 'field') ?? checkComparison(node);
}

/** Shortens the path of a deep condition to its end, which identifies it. */
function shorten(path: string): string {
  return truncateStart(path, 200);
}
