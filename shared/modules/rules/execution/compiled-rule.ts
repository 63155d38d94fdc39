/** Rules ready for execution, compiled once per revision and cached while a function is warm. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { CompiledCache } from '../../../kernel/conditions/compiled-cache.ts';
import { type CompiledCondition, compileCondition } from '../../../kernel/conditions/evaluator.ts';
import { hasExpressions } from '../../../kernel/expressions/template.ts';
import type { Rule } from '../authoring/rule-fields-contract.ts';
import { headOf, type RuleHead } from '../authoring/rule-head.ts';
import type { StoredRule } from '../rule.ts';

/** A stored action. */
export interface RuleAction {
  type: string;
  config?: Record<string, unknown> | null;
}

export interface ExecutableRule extends Omit<RuleHead, 'documents'> {
  condition: CompiledCondition;
  successActions: readonly RuleAction[];
  failureActions: readonly RuleAction[];
  /** Actions or condition contain expressions, whose engine must be loaded. */
  usesExpressions: boolean;
  /** A placeholder or an expression names the executing user, so more than the user's id must be read. */
  needsUserFields: boolean;
}

/** A text with `{{` may name the user anywhere in an expression, also as a whole. */
const userField = /\buser\b(?!\s*\.\s*id\b)/;
const needsUserFields = (text: string): boolean => text.includes('{{') && userField.test(text);

type Documents = Pick<Rule, 'conditionExpression' | 'successActions' | 'failureActions'>;

/** Compiles a rule from the JSON text of its condition and actions. */
export function compile(head: Omit<RuleHead, 'documents'>, text: string): ExecutableRule {
  const { conditionExpression, successActions, failureActions } = parseJson(text) as Documents;
  return {
    ...head,
    condition: compileCondition(conditionExpression, { failsOnMissing: head.missingFieldPolicy === 'fail' }),
    successActions: (successActions ?? []) as unknown as RuleAction[],
    failureActions: (failureActions ?? []) as unknown as RuleAction[],
    usesExpressions:
      text.includes('{{') && hasExpressions([conditionExpression, successActions, failureActions]),
    needsUserFields: needsUserFields(text),
  };
}

const compiledRules = new CompiledCache<ExecutableRule>();

const keyOf = ({ id, revision }: Pick<RuleHead, 'id' | 'revision'>): string => `${id} ${revision}`;

/** The cached compiled rule of this revision. */
const findCompiled = (head: Pick<RuleHead, 'id' | 'revision'>): ExecutableRule | undefined =>
  compiledRules.find(keyOf(head));

/** Compiles a rule from the JSON text of its condition and actions, or returns the cached one. */
function compileRule({ documents: _, ...head }: RuleHead, documents: string): ExecutableRule {
  return findCompiled(head) ?? compiledRules.keep(keyOf(head), compile(head, documents), documents.length);
}

/** A block is noted without a new revision, so the cached rule does not have it. */
const withBlock = (rule: ExecutableRule, { isBlocked }: RuleHead): ExecutableRule =>
  rule.isBlocked === isBlocked ? rule : { ...rule, isBlocked };

/** The rule of an index item; undefined if its row must be read. */
export function compileHead(head: RuleHead): ExecutableRule | undefined {
  const rule = head.documents === undefined ? findCompiled(head) : compileRule(head, head.documents);
  return rule && withBlock(rule, head);
}

/** Compiles a completely read rule. */
export function compileStored(stored: StoredRule): ExecutableRule {
  const head = headOf(stored);
  const { conditionExpression, successActions, failureActions } = stored.rule;
  const rule =
    findCompiled(head) ?? compileRule(head, toJson({ conditionExpression, successActions, failureActions }));
  return withBlock(rule, head);
}
