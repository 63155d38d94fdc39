/** Finds and compiles the rules of an execution. */
import type { RowScope } from '../../../kernel/table/keys.ts';
import { headOf, isForEvent, notInEffect, type RuleHead } from '../authoring/rule-head.ts';
import { findRules } from '../authoring/rule-reader.ts';
import { executionLimits } from '../limits.ts';
import { findActiveRules } from './active-rule-store.ts';
import type { ExecutableRule } from './compiled-rule.ts';

export type RuleEngine = typeof import('./rule-engine.ts');

/**
 * Loads the engine. Start it before the read of DynamoDB and await it afterwards, so that both run
 * concurrently.
 */
export function loadRuleEngine(): Promise<RuleEngine> {
  return import('./rule-engine.ts');
}

/**
 * The rules to execute for an entity type, in order; 'too many' if there are more than the maximum. One
 * Query, and one BatchGetItem if a rule is too large for its index item and is not cached.
 */
export async function findExecutableRules(
  loading: Promise<RuleEngine>,
  scope: RowScope,
  entityType: string,
  events: readonly string[] | null,
  nowMs: number,
): Promise<ExecutableRule[] | 'too many'> {
  const isSelected = (head: RuleHead) =>
    isForEvent(head.eventType, events) && notInEffect(head, nowMs) === undefined;
  const heads = await findActiveRules(scope, entityType, isSelected, executionLimits.rules + 1);
  if (heads.length > executionLimits.rules) return 'too many';
  const { compileHead, compileStored } = await loading;
  const compiled = heads.map(compileHead);
  const missing = heads.filter((_, index) => compiled[index] === undefined).map(({ id }) => id);
  const rows = missing.length === 0 ? [] : await findRules(scope, missing);
  // A rule that changed between the two reads is checked again.
  const current = rows.filter(
    (row) => row.rule.enabled && row.rule.entityType === entityType && isSelected(headOf(row)),
  );
  const read = new Map(current.map((row) => [row.rule.id, compileStored(row)]));
  return heads.map(({ id }, index) => compiled[index] ?? read.get(id)).filter((rule) => rule !== undefined);
}
