/**
 * The condition language: its operators, and the validation of stored conditions. All code here uses its own stack,
 * because conditions nest to any depth.
 */

import { truncateStart } from '../base/text.ts';
import { needsElement } from './field.ts';
import { findForbiddenKey, shownValue } from './names.ts';
import {
  comparisonOperators,
  type ListOperator,
  listOperators,
  logicalOperators,
  unaryOperators,
} from './operators.ts';

export const conditionLimits = {
  /** Maximum number of conditions in one group. */
  rulesPerGroup: 500,
  /** Conditions on elements within conditions on elements. */
  listLevels: 3,
  /** Maximum length of a field path. */
  fieldPath: 200,
} as const;

/** `order.lines[0].sku`: a letter, underscore, `$item` or `$data` first, then letters, digits, `_ . [ ] -`. */
export const fieldPathPattern =
  /^(?:\$(?:item|data)(?=[.[]|$)|[A-Za-z_]|[^\0-\x7f])(?:[A-Za-z0-9_.[\]-]|[^\0-\x7f])*$/;
const comparisons: ReadonlySet<string> = new Set(comparisonOperators);
const logical: ReadonlySet<string> = new Set(logicalOperators);
const ofLists: ReadonlySet<unknown> = new Set(listOperators);
const unary: ReadonlySet<string> = new Set(unaryOperators);

type Node = Record<string, unknown>;

function isObject(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a well-formed leaf of a condition is one on the elements of a list. */
const isListCondition = (node: object): node is { operator: ListOperator; condition: unknown } =>
  'operator' in node && ofLists.has(node.operator);

/** The conditions in a well-formed node, with their steps in paths. */
export function conditionsIn(node: object): { node: unknown; step: string }[] {
  if ('rules' in node)
    return Array.isArray(node.rules)
      ? node.rules.map((rule: unknown, index) => ({ node: rule, step: `rules[${index}]` }))
      : [];
  return isListCondition(node) ? [{ node: node.condition, step: 'condition' }] : [];
}

/** The path of a part of a condition. The path of a deep part is shortened to its end, which identifies it. */
export const pathTo = (path: string, step: string): string =>
  truncateStart(`${path}${path && '.'}${step}`, 200);

function checkFieldPath(path: unknown, name: string, lists: number): string | undefined {
  if (typeof path !== 'string' || path === '') return `${name} must be a field path such as "order.total"`;
  if (path.length > conditionLimits.fieldPath)
    return `${name} must have at most ${conditionLimits.fieldPath} characters`;
  if (!fieldPathPattern.test(path)) {
    return `${name} "${path}" is not a field path: start with a letter or _, then letters, digits, _ . [ ] -`;
  }
  if (lists === 0 && needsElement(path))
    return `${name} "${path}" needs the element of a list; use it in the condition of ${listOperators.join(' ')}`;
  return undefined;
}

function checkComparison(node: Node, lists: number): string | undefined {
  const { operator } = node;
  if (typeof operator !== 'string' || !comparisons.has(operator)) {
    const names = [...comparisonOperators, ...listOperators].join(' ');
    return `unknown operator ${shownValue(operator)}; use one of ${names}`;
  }
  const compareTo = node.compareToField ?? node.valueField ?? undefined;
  if (compareTo !== undefined) return checkFieldPath(compareTo, 'compareToField', lists);
  if (!Object.hasOwn(node, 'value') && !unary.has(operator)) {
    return `operator ${operator} needs a value or a compareToField`;
  }
  return undefined;
}

const isBound = (bound: unknown): bound is number | undefined =>
  bound === undefined || (Number.isSafeInteger(bound) && Number(bound) >= 0);

function checkList(node: Node, lists: number): string | undefined {
  const { operator, condition, min, max } = node;
  if (lists >= conditionLimits.listLevels)
    return `conditions on elements of lists nest at most ${conditionLimits.listLevels} levels`;
  if (condition === undefined)
    return `operator ${String(operator)} needs a condition on the elements of the list`;
  if (operator !== 'COUNT') return undefined;
  if (!isBound(min)) return 'min must be a whole number from 0';
  if (!isBound(max)) return 'max must be a whole number from 0';
  if (min === undefined && max === undefined) return 'operator COUNT needs min or max';
  return (min ?? 0) > (max ?? Number.POSITIVE_INFINITY) ? 'min must be at most max' : undefined;
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

/**
 * Validates a condition of any depth. Returns the first problem with its path (`rules[1].rules[0]: unknown operator
 * …`), or undefined when it is valid.
 */
export function findConditionProblem(condition: unknown): string | undefined {
  const stack: { node: unknown; path: string; lists: number }[] = [{ node: condition, path: '', lists: 0 }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, path, lists } = entry;
    if (!isObject(node))
      return at(path, 'a condition must be an object: {field, operator, value} or {operator, rules}');
    const problem = problemOf(node, lists);
    if (problem !== undefined) return at(path, problem);
    const within = isListCondition(node) ? lists + 1 : lists;
    for (const part of conditionsIn(node).toReversed())
      stack.push({ node: part.node, path: pathTo(path, part.step), lists: within });
  }
  const forbidden = findForbiddenKey(condition);
  return forbidden && `the name "${forbidden}" may not be used as a key`;
}

const at = (path: string, problem: string): string => (path === '' ? problem : `${path}: ${problem}`);

function problemOf(node: Node, lists: number): string | undefined {
  if (Object.hasOwn(node, 'rules')) return checkGroup(node);
  if (!Object.hasOwn(node, 'field')) return 'a condition needs a field, or rules when it is a group';
  return (
    checkFieldPath(node.field, 'field', lists) ??
    (isListCondition(node) ? checkList(node, lists) : checkComparison(node, lists))
  );
}
