/**
 * Checks of rules that read more than one field, or texts of `{{…}}`: the parser of expressions is loaded only for rules
 * that contain some.
 */
import { expressionsIn } from '../../../kernel/conditions/condition-expressions.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { expressionProblems } from '../../../kernel/expressions/engine.ts';
import type { Rule } from './rule-fields-contract.ts';
import type { RuleType } from './rule-limits.ts';

type CheckedFields = Partial<
  Record<'conditionExpression' | 'successActions' | 'failureActions' | 'ruleType', unknown>
>;

/** Problems of `{{…}}` by the field of the rule. */
async function problemsIn(rule: CheckedFields): Promise<[field: string, problem: string][]> {
  const { conditionExpression, successActions, failureActions } = rule;
  const parts = {
    conditionExpression: expressionsIn(conditionExpression),
    successActions,
    failureActions,
  };
  const problems: [string, string][] = [];
  for (const [field, part] of Object.entries(parts))
    for (const problem of await expressionProblems(part)) problems.push([field, problem]);
  return problems;
}

/** Rule types whose purpose is to set a field. */
const settingTypes: ReadonlySet<unknown> = new Set<RuleType>(['CALCULATION', 'ASSIGNMENT']);

const actionsOf = ({ successActions, failureActions }: CheckedFields): unknown[] =>
  [successActions, failureActions].flatMap((actions): unknown[] => (Array.isArray(actions) ? actions : []));

const setsField = (action: unknown): boolean =>
  typeof action === 'object' && action !== null && 'type' in action && action.type === 'SET_FIELD';

/** A rule that should set a field, and does not; undefined for other rules. */
function missingSetField(rule: CheckedFields): 'no actions' | 'other actions' | undefined {
  if (!settingTypes.has(rule.ruleType)) return undefined;
  const actions = actionsOf(rule);
  if (actions.some(setsField)) return undefined;
  return actions.length === 0 ? 'no actions' : 'other actions';
}

const needsSetField = (ruleType: unknown): string => `a ${String(ruleType)} rule needs a SET_FIELD action`;

const settingFields = ['ruleType', 'successActions', 'failureActions'] as const;

/**
 * Throws InvalidInputError for a `{{…}}` in the given fields that is neither a name nor an expression, and for given
 * actions or a given type that leave a CALCULATION or ASSIGNMENT with actions of which none sets a field. Earlier
 * versions accepted such rules, so other changes of them are no error. `rule` has all fields after the change.
 */
export async function assertExpressions(given: CheckedFields, rule = given): Promise<void> {
  const problems = new Map<string, string>();
  for (const [field, problem] of await problemsIn(given))
    if (!problems.has(field)) problems.set(field, problem);
  const mayBreak = settingFields.some((field) => given[field] !== undefined);
  if (mayBreak && missingSetField(rule) === 'other actions')
    problems.set('ruleType', needsSetField(rule.ruleType));
  if (problems.size > 0) throw new InvalidInputError(Object.fromEntries(problems));
}

/** What a valid rule lacks, for the check before it is saved. */
export function ruleWarnings(rule: CheckedFields): string[] {
  const isMissing = missingSetField(rule) !== undefined;
  return isMissing ? [`ruleType: ${needsSetField(rule.ruleType)}; without one, it has no effect.`] : [];
}

/** Paths that begin with an index follow the field at once. */
const separated = (problem: string): string => (problem.startsWith('[') ? problem : `: ${problem}`);

/** Stored texts that are neither names nor expressions: earlier versions accepted them, and leave them as they are. */
export async function warningsOfRules(
  rules: readonly (CheckedFields & Pick<Rule, 'ruleId'>)[],
): Promise<string[]> {
  const warnings: string[] = [];
  for (const rule of rules) {
    const problems = await problemsIn(rule);
    warnings.push(
      ...problems.map(([field, problem]) => `Rule ${rule.ruleId}, ${field}${separated(problem)}.`),
    );
  }
  return warnings;
}
