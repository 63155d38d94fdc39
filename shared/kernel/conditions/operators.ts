/**
 * The operators of conditions, with what each compares the field with. Their meanings are in `operator-meanings.ts`, which
 * functions that only validate and evaluate do not load. The OpenAPI document, the list of operators, the table in the
 * documentation and the console's editor follow from both.
 */

/** What an operator compares the field with. */
export const argumentKinds = ['none', 'value', 'text', 'list', 'pattern', 'version', 'ranges'] as const;
type ArgumentKind = (typeof argumentKinds)[number];

const comparisonDeclarations = {
  '=': 'value',
  '==': 'value',
  '!=': 'value',
  '>': 'value',
  '>=': 'value',
  '<': 'value',
  '<=': 'value',
  STRICT_EQ: 'value',
  IN: 'list',
  NOT_IN: 'list',
  CONTAINS: 'value',
  NOT_CONTAINS: 'value',
  STARTS_WITH: 'text',
  ENDS_WITH: 'text',
  EQUALS_IGNORE_CASE: 'text',
  CONTAINS_IGNORE_CASE: 'text',
  STARTS_WITH_IGNORE_CASE: 'text',
  ENDS_WITH_IGNORE_CASE: 'text',
  MATCHES: 'pattern',
  SEMVER_EQ: 'version',
  SEMVER_GT: 'version',
  SEMVER_GTE: 'version',
  SEMVER_LT: 'version',
  SEMVER_LTE: 'version',
  IN_CIDR: 'ranges',
  IS_EMPTY: 'none',
  IS_NOT_EMPTY: 'none',
} as const satisfies Readonly<Record<string, ArgumentKind>>;

export const comparisonArguments: Readonly<Record<ComparisonOperator, ArgumentKind>> = comparisonDeclarations;

export type ComparisonOperator = keyof typeof comparisonDeclarations;
export type LogicalOperator = (typeof logicalOperators)[number];
export type ListOperator = (typeof listOperators)[number];

export const comparisonOperators = Object.keys(comparisonDeclarations).filter(
  (name): name is ComparisonOperator => Object.hasOwn(comparisonDeclarations, name),
);
export const logicalOperators = ['AND', 'OR', 'NOT'] as const;
/** Operators on the elements of a list. */
export const listOperators = ['ANY', 'ALL', 'NONE', 'COUNT'] as const;

/** Operators of the left side only, without a value. */
export const unaryOperators: readonly ComparisonOperator[] = comparisonOperators.filter(
  (operator) => comparisonDeclarations[operator] === 'none',
);
