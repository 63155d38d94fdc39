/** Converts executions to responses. */

import { toShownTrace } from '../../../kernel/conditions/trace.ts';
import type { RuleHead } from '../authoring/rule-head.ts';
import { errorsOf, resultOf } from '../log/rule-log.ts';
import type { ActionResult } from './action-run.ts';
import type { ExecutedRule, Execution } from './execution.ts';
import type { ExecutedRuleResult, ExecutionResponse, SingleExecutionResponse } from './execution-contract.ts';

export interface ResponseOptions {
  dryRun: boolean;
  /** By executed rule, in order; undefined if nothing was logged. */
  logIds: readonly string[] | undefined;
}

const messageTypes: ReadonlySet<string> = new Set([
  'BLOCK_TRANSITION',
  'SHOW_ERROR',
  'SHOW_WARNING',
  'SHOW_INFO',
  'ALLOW_TRANSITION',
]);

const toActionResult = ({ type, success, error, detail }: ActionResult) => ({
  type,
  success,
  ...(error !== undefined && { error }),
  ...detail,
});

function outcomeOf(
  { conditionResult, decidedBy, trace, missingFields, actions, executionTimeMs, error }: ExecutedRule,
  dryRun: boolean,
  logId: string | undefined,
) {
  const speaking = actions?.find(({ type, success }) => success && messageTypes.has(type));
  return {
    conditionResult,
    actionsExecuted: actions && {
      success: actions.every(({ success }) => success),
      results: actions.map(toActionResult),
    },
    ...(dryRun && { actionsPlanned: (actions ?? []).map(({ type }) => type) }),
    ...(speaking && { message: String(speaking.detail.message) }),
    ...(missingFields.length > 0 && { missingFields: [...missingFields] }),
    executionTime: executionTimeMs,
    ...(error !== null && { error }),
    ...(logId !== undefined && { logId }),
    ...(trace && {
      trace: {
        comparisons: trace.comparisons.map(toShownTrace),
        made: trace.made,
        decidedBy: decidedBy && toShownTrace(decidedBy),
        missingFields: [...trace.missingFields],
      },
    }),
  };
}

function toExecutedRule(
  executed: ExecutedRule,
  dryRun: boolean,
  logId: string | undefined,
): ExecutedRuleResult {
  const { id, ruleId, ruleName, ruleType } = executed.rule;
  return {
    id,
    ruleId,
    ruleName,
    ruleType,
    result: resultOf(executed),
    ...outcomeOf(executed, dryRun, logId),
  };
}

/** A rule that was skipped, and why. */
export function toSkippedRule(
  { id, ruleId, ruleName, ruleType }: Omit<RuleHead, 'documents'>,
  reason: string,
): ExecutedRuleResult {
  const outcome = { conditionResult: false, actionsExecuted: null, executionTime: 0 };
  return { id, ruleId, ruleName, ruleType, result: 'SKIPPED', ...outcome, reason };
}

/** All errors, each with its rule. */
function allErrors(executed: readonly ExecutedRule[]): string[] {
  return executed.flatMap((one) => errorsOf(one).map((error) => `${one.rule.ruleId}: ${error}`));
}

export function toExecution(
  { allowed, executed, fields, totalTimeMs }: Execution,
  { dryRun, logIds }: ResponseOptions,
): ExecutionResponse {
  return {
    allowed,
    executedRules: executed.map((one, index) => toExecutedRule(one, dryRun, logIds?.[index])),
    fields: Object.fromEntries(fields),
    totalExecutionTime: totalTimeMs,
    errors: allErrors(executed),
    ...(logIds && { logIds: [...logIds] }),
  };
}

/** Throws unless exactly one rule was executed. */
export function toSingleExecution(
  { allowed, executed, fields }: Execution,
  { dryRun, logIds }: ResponseOptions,
): SingleExecutionResponse {
  const [only, ...others] = executed;
  if (only === undefined || others.length > 0) throw new Error('A single execution runs one rule.');
  const { id, ruleId, ruleName } = only.rule;
  return {
    success: only.error === null,
    id,
    ruleId,
    ruleName,
    allowed,
    ...outcomeOf(only, dryRun, logIds?.[0]),
    fields: Object.fromEntries(fields),
  };
}
