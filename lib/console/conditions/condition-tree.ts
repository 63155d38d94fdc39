/** The draft of a condition: a tree with keys, converted from JSON and back. Pure. */

import type { Condition } from '../../../shared/clients/typescript/index.ts';
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';
import { conditionTexts } from '../texts/conditions.ts';

export interface Comparison {
  kind: 'comparison';
  key: string;
  field: string;
  operator: string;
  comparedWith: 'value' | 'field';
  /** The value as text, or the path of the other field. */
  text: string;
}

export interface Group {
  kind: 'group';
  key: string;
  operator: string;
  rules: readonly ConditionNode[];
}

/** A condition on the elements of a list. */
export interface ListNode {
  kind: 'list';
  key: string;
  field: string;
  operator: string;
  /** How many elements meet it, of COUNT; empty without a limit. */
  min: string;
  max: string;
  condition: ConditionNode;
}

export type ConditionNode = Comparison | Group | ListNode;

/** The content of the editor; with a problem it must not be saved. */
export interface ConditionDraft {
  condition: Condition | null;
  problem: string | undefined;
}

/** Returns the reason why a draft cannot be saved, or true. `required` is the reason for an empty one; undefined if it is allowed. */
export const checkCondition = ({ condition, problem }: ConditionDraft, required?: string): string | true =>
  problem ?? (condition === null ? (required ?? true) : true);

/** Creates the draft of a stored condition. */
export const draftOf = (condition: Condition | null): ConditionDraft => ({ condition, problem: undefined });

let lastKey = 0;
function newKey(): string {
  lastKey += 1;
  return String(lastKey);
}

export const newComparison = (): Comparison => ({
  kind: 'comparison',
  key: newKey(),
  field: '',
  operator: '=',
  comparedWith: 'value',
  text: '',
});

export const newGroup = (operator = 'AND'): Group => ({
  kind: 'group',
  key: newKey(),
  operator,
  rules: [newComparison()],
});

/** A list with a condition on its elements, of the same field. */
export const newListNode = (field: string, operator: string): ListNode => ({
  kind: 'list',
  key: newKey(),
  ...{ field, operator, min: '', max: '' },
  condition: newComparison(),
});

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Parses a value: JSON if possible, otherwise the text. */
export function valueOfText(text: string): unknown {
  const value = parsed(text);
  return value === undefined ? text : value;
}

/** Formats a value: texts without quotes, unless they would be parsed as another value. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return valueOfText(value) === value ? value : toJson(value);
  return toJson(value) ?? '';
}

/** Each shown level takes several nested calls, whose number browsers limit. */
const maxShownDepth = 200;

/** Whether a condition can be shown. Conditions of rules may nest to any depth. */
export function isShallow(condition: unknown): boolean {
  let level: readonly unknown[] = [condition];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxShownDepth) return false;
    level = level.flatMap((one) => {
      if (!isJsonObject(one)) return [];
      return Array.isArray(one.rules) ? one.rules : (one.condition ?? []);
    });
  }
  return true;
}

/** Creates the tree of a condition; undefined for other JSON. */
export function nodeOf(condition: unknown): ConditionNode | undefined {
  if (!isJsonObject(condition)) return undefined;
  const { operator, rules, field } = condition;
  if (typeof operator !== 'string') return undefined;
  if (rules !== undefined) {
    if (!Array.isArray(rules)) return undefined;
    const nodes = rules.map(nodeOf).filter((node) => node !== undefined);
    return nodes.length === rules.length
      ? { kind: 'group', key: newKey(), operator, rules: nodes }
      : undefined;
  }
  if (typeof field !== 'string') return undefined;
  if (condition.condition !== undefined) {
    const node = nodeOf(condition.condition);
    const [min, max] = [condition.min, condition.max].map((limit) =>
      limit === undefined ? '' : textOfValue(limit),
    );
    return (
      node && {
        kind: 'list',
        key: newKey(),
        field,
        operator,
        min: min ?? '',
        max: max ?? '',
        condition: node,
      }
    );
  }
  const other = condition.compareToField ?? condition.valueField ?? undefined;
  const isField = other !== undefined;
  return {
    kind: 'comparison',
    key: newKey(),
    field,
    operator,
    comparedWith: isField ? 'field' : 'value',
    text: isField ? String(other) : Object.hasOwn(condition, 'value') ? textOfValue(condition.value) : '',
  };
}

/** Whether JSON has the structure of a condition; the API validates it. */
export const isCondition = (value: unknown): value is Condition => nodeOf(value) !== undefined;

/** Converts a tree to JSON. `isUnary` returns whether an operator has no right side. */
export function jsonOf(node: ConditionNode, isUnary: (operator: string) => boolean): object {
  if (node.kind === 'group')
    return { operator: node.operator, rules: node.rules.map((rule) => jsonOf(rule, isUnary)) };
  if (node.kind === 'list') {
    const { field, operator, condition, min, max } = node;
    return {
      ...{ field, operator, condition: jsonOf(condition, isUnary) },
      ...(min !== '' && { min: valueOfText(min) }),
      ...(max !== '' && { max: valueOfText(max) }),
    };
  }
  const { field, operator, comparedWith, text } = node;
  if (isUnary(operator)) return { field, operator };
  return comparedWith === 'field'
    ? { field, operator, compareToField: text }
    : { field, operator, value: valueOfText(text) };
}

/** Path of a member of a group, in the format of the API: `rules[1].rules[0]`. */
export const memberPath = (path: string, index: number): string =>
  `${path}${path === '' ? '' : '.'}rules[${index}]`;

/** Path of the condition on the elements of a list: `rules[1].condition`. */
export const elementPath = (path: string): string => `${path}${path === '' ? '' : '.'}condition`;

/** A problem of one part of a condition. */
export interface PartProblem {
  path: string;
  message: string;
}

/** Splits a problem of the API into part and message: `rules[1].rules[0]: unknown operator "LIKE"`. */
export function partProblemOf(text: string): PartProblem {
  const [, path = '', message = text] = /^((?:\.?(?:rules\[\d+\]|condition))+): ([\s\S]*)$/.exec(text) ?? [];
  return { path, message };
}

/** Returns why the tree is incomplete, or undefined. The API reports other problems. */
export function nodeProblem(node: ConditionNode): string | undefined {
  if (node.kind !== 'group' && node.field.trim() === '') return conditionTexts.incomplete;
  if (node.kind === 'comparison') return undefined;
  if (node.kind === 'list') return nodeProblem(node.condition);
  if (node.rules.length === 0) return conditionTexts.incomplete;
  return node.rules.map(nodeProblem).find((problem) => problem !== undefined);
}
