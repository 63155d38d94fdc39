/** Translates the mix into the language of each engine. */

import type { RulesLogic } from 'json-logic-js';
import type { NestedCondition, TopLevelCondition } from 'json-rules-engine';
import type { MixComparison, MixCondition, MixOperator } from './rules.ts';

type Condition = Record<string, unknown>;

/** Our own language. */
export function toOurs(condition: MixCondition): Condition {
  if ('all' in condition) return { operator: 'AND', rules: condition.all.map(toOurs) };
  if ('any' in condition) return { operator: 'OR', rules: condition.any.map(toOurs) };
  if ('not' in condition) return { operator: 'NOT', rules: [toOurs(condition.not)] };
  const { path, operator, value, other } = condition;
  const right = other === undefined ? { value } : { compareToField: other.join('.') };
  return { field: path.join('.'), operator, ...right };
}

const engineOperators: Readonly<Record<MixOperator, string>> = {
  '=': 'equal',
  '!=': 'notEqual',
  '<': 'lessThan',
  '<=': 'lessThanInclusive',
  '>': 'greaterThan',
  '>=': 'greaterThanInclusive',
  IN: 'in',
  NOT_IN: 'notIn',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'doesNotContain',
};

/** A top-level fact, and the JSON path within it if any. */
function engineFact([fact = '', ...more]: readonly string[]) {
  const steps = more.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
  return { fact, ...(more.length > 0 && { path: `$${steps.join('')}` }) };
}

function engineComparison({ path, operator, value, other }: MixComparison): NestedCondition {
  return {
    ...engineFact(path),
    operator: engineOperators[operator],
    value: other === undefined ? value : engineFact(other),
  };
}

function engineNested(condition: MixCondition): NestedCondition {
  if ('all' in condition) return { all: condition.all.map(engineNested) };
  if ('any' in condition) return { any: condition.any.map(engineNested) };
  return 'not' in condition ? { not: engineNested(condition.not) } : engineComparison(condition);
}

/** The language of json-rules-engine, whose rules begin with a group. */
export function toEngine(condition: MixCondition): TopLevelCondition {
  return 'path' in condition
    ? { all: [engineComparison(condition)] }
    : (engineNested(condition) as TopLevelCondition);
}

/** The language of json-logic. */
export function toLogic(condition: MixCondition): RulesLogic {
  if ('all' in condition) return { and: condition.all.map(toLogic) } as RulesLogic;
  if ('any' in condition) return { or: condition.any.map(toLogic) } as RulesLogic;
  if ('not' in condition) return { '!': [toLogic(condition.not)] } as RulesLogic;
  const { path, operator, value, other } = condition;
  const left = { var: path.join('.') };
  const right = other === undefined ? value : { var: other.join('.') };
  const listed = { in: [left, right] };
  const contained = { in: [right, left] };
  switch (operator) {
    case '=':
      return { '===': [left, right] } as RulesLogic;
    case '!=':
      return { '!==': [left, right] } as RulesLogic;
    case 'IN':
      return listed as RulesLogic;
    case 'NOT_IN':
      return { '!': [listed] } as RulesLogic;
    case 'CONTAINS':
      return contained as RulesLogic;
    case 'NOT_CONTAINS':
      return { '!': [contained] } as RulesLogic;
    default:
      return { [operator]: [left, right] } as unknown as RulesLogic;
  }
}

/** The names and indexes of a path in ZEN. */
const zenPath = ([first = '', ...more]: readonly string[]): string =>
  first + more.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');

/** The expression language of GoRules ZEN. */
export function toZen(condition: MixCondition): string {
  if ('all' in condition) return `(${condition.all.map(toZen).join(' and ')})`;
  if ('any' in condition) return `(${condition.any.map(toZen).join(' or ')})`;
  if ('not' in condition) return `not (${toZen(condition.not)})`;
  const { path, operator, value, other } = condition;
  const left = zenPath(path);
  const right = other === undefined ? JSON.stringify(value) : zenPath(other);
  switch (operator) {
    case '=':
      return `${left} == ${right}`;
    case 'IN':
      return `${left} in ${right}`;
    case 'NOT_IN':
      return `${left} not in ${right}`;
    case 'CONTAINS':
      return `contains(${left}, ${right})`;
    case 'NOT_CONTAINS':
      return `not contains(${left}, ${right})`;
    default:
      return `${left} ${operator} ${right}`;
  }
}
