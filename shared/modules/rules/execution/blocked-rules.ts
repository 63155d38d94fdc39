/** Notes on rules that their actions are refused, once until they are allowed or the rule is taken over. */

import { uuidOf } from '../../../kernel/base/ids.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { outboxWrite } from '../../../kernel/events/outbox.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { revisionIs, transact, type Write } from '../../../kernel/table/write.ts';
import { activeRuleKey, ruleKey } from '../keys.ts';
import type { ExecutedRule, Execution, ExecutionInput } from './execution.ts';

const blockedRuleType = 'business_rules.rule.blocked';

/** The writes that note or clear the block of a rule, while its revision is current; none if nothing has changed. */
function writesOf(
  { rule, refusal, usedRights }: ExecutedRule,
  { scope, key, context }: ExecutionInput,
): Write[] {
  if (refusal === null ? !(rule.isBlocked && usedRights) : rule.isBlocked) return [];
  const [row, active] = [ruleKey(scope, rule.id), activeRuleKey(scope, rule)];
  const when = revisionIs(rule.revision);
  const { expression, values } = when;
  if (refusal === null)
    return [
      { set: row, values: { blockedReason: null }, when },
      { set: active, values: { rev: rule.revision }, remove: ['b'], when },
    ];
  const isFirst = {
    expression: `${expression} AND attribute_type(blockedReason, :null)`,
    values: { ...values, ':null': 'NULL' },
  };
  const { id, revision, ruleId, ruleName, entityType, runAs } = rule;
  return [
    { set: row, values: { blockedReason: refusal }, when: isFirst },
    { set: active, values: { b: true }, when },
    outboxWrite({
      id: uuidOf(`${key}:${id}:blocked`),
      type: blockedRuleType,
      ...scope,
      occurredAtMs: context.nowMs,
      version: revision,
      data: {
        id,
        ruleId,
        ruleName,
        entityType,
        blockedReason: refusal,
        runAs: runAs.subject,
        ...scope,
      },
    }),
  ];
}

/** Notes refused actions, and clears earlier notes. A rule that has changed meanwhile, or is noted already, stays. */
export async function noteBlocks({ executed }: Execution, input: ExecutionInput): Promise<void> {
  const changes = executed.map((one) => writesOf(one, input)).filter((writes) => writes.length > 0);
  await forEachParallel(changes, 4, async (writes) => {
    try {
      await transact(writes);
    } catch (error) {
      if (error instanceof ConditionFailedError) return;
      // The effects of the execution are already written; the next execution notes the block.
      log('error', 'the block of a rule was not noted', { error: describeError(error) });
    }
  });
}
