/** Creates the log entries of an execution, without secrets and truncated. */

import { toJson } from '../../../kernel/base/json.ts';
import type { TracedComparison } from '../../../kernel/conditions/compiled.ts';
import { mapTrace } from '../../../kernel/conditions/trace.ts';
import { versionOf } from '../../../kernel/table/schema.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { ActionResult } from '../execution/action-run.ts';
import type { ExecutedRule, Execution, ExecutionInput } from '../execution/execution.ts';
import { cut, fitsInto, omitted } from '../execution/size.ts';
import { ruleLogKey } from '../keys.ts';
import { ruleLogLimits } from '../limits.ts';
import type { ExecutionResult } from './log-entry-contract.ts';
import { digits, type LoggedRule, logEntity, logIdOf, partDigits } from './logged-execution.ts';
import { isSecretPath, namesSecret, redact, redacted } from './redact.ts';

/** FAILURE: the condition is false. ERROR: the rule failed. */
export function resultOf({ error, conditionResult }: ExecutedRule): ExecutionResult {
  if (error !== null) return 'ERROR';
  return conditionResult ? 'SUCCESS' : 'FAILURE';
}

const maxText = 1_000;

/** The errors, the rule's own first. */
export function errorsOf({ error, actions }: ExecutedRule): string[] {
  const failed = (actions ?? []).flatMap((action) =>
    action.error === undefined ? [] : [`${action.type}: ${action.error}`],
  );
  return error === null ? failed : [error, ...failed];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(toJson(value ?? null));

/**
 * The part of a value that fits: entries of an object or a list one by one, any other value only as a whole. An entry
 * whose value is too large keeps its name, if that fits: an object may have more names than an item can contain.
 */
function fitting(value: unknown, limit: number): unknown {
  // A character has at most three bytes; only a text that could exceed the limit is measured exactly.
  if (fitsInto(value, limit / 3) || (fitsInto(value, limit) && bytesOf(value) <= limit)) return value;
  if (typeof value !== 'object' || value === null) return omitted;
  let left = limit;
  const fits = (part: unknown, name = ''): boolean => {
    if (!fitsInto(part, left)) return false;
    const bytes = bytesOf(part) + bytesOf(name) + 2;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  if (Array.isArray(value)) return value.filter((part) => fits(part));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (fits(part, name)) return [[name, part]];
      return fits(omitted, name) ? [[name, omitted]] : [];
    }),
  );
}

/** A comparison without secrets. */
const toLoggedComparison = (comparison: TracedComparison): TracedComparison =>
  mapTrace(comparison, ({ elements, comparedWith, ...one }) =>
    isSecretPath(one.field) || namesSecret(comparedWith ?? '')
      ? { ...one, expected: redacted, actual: redacted }
      : {
          ...one,
          expected: redact(one.expected),
          actual: redact(one.actual),
          ...(elements !== undefined && { elements }),
        },
  );

function loggedAction({ type, success, error, logged }: ActionResult): Record<string, unknown> {
  const texts = Object.entries(logged).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value, maxText) : value,
  ]);
  return {
    type,
    success,
    ...(error !== undefined && { error: cut(error, maxText) }),
    ...Object.fromEntries(texts),
  };
}

/** Names have up to 200 characters. */
const maxLoggedMissing = 20;

/** The result of a rule: always the deciding comparison, then as many actions and comparisons as fit. */
function outputOf({ conditionResult, decidedBy, actions, trace, missingFields }: ExecutedRule): unknown {
  const base = {
    conditionResult,
    decidedBy: decidedBy && toLoggedComparison(decidedBy),
    ...(missingFields.length > 0 && { missingFields: missingFields.slice(0, maxLoggedMissing) }),
  };
  const half = (ruleLogLimits.outputBytes - bytesOf(base)) / 2;
  const loggedActions = actions && (fitting(actions.map(loggedAction), half) as unknown[]);
  const comparisons = trace && (fitting(trace.comparisons.map(toLoggedComparison), half) as unknown[]);
  const omittedActions = (actions?.length ?? 0) - (loggedActions?.length ?? 0);
  return {
    ...base,
    actionsExecuted: loggedActions,
    ...(omittedActions > 0 && { actionsOmitted: omittedActions }),
    ...(comparisons && { trace: comparisons }),
  };
}

function toLoggedRule(executed: ExecutedRule, entityType: string | null): LoggedRule {
  const { rule, executionTimeMs } = executed;
  const errors = errorsOf(executed);
  return {
    id: rule.id,
    ruleId: rule.ruleId,
    ruleName: rule.ruleName,
    ruleType: rule.ruleType,
    entityType: entityType ?? rule.entityType,
    result: resultOf(executed),
    executionTimeMs,
    error: errors.length === 0 ? null : cut(errors.join(' '), maxText),
    output: outputOf(executed),
  };
}

/** Splits the rules, in order, into parts that fit into one item each. */
function toParts(rules: readonly LoggedRule[]): LoggedRule[][] {
  const parts: LoggedRule[][] = [];
  let bytes = 0;
  for (const rule of rules) {
    const size = bytesOf(rule);
    const last = parts.at(-1);
    if (last === undefined || bytes + size > ruleLogLimits.itemBytes) {
      parts.push([rule]);
      bytes = size;
    } else {
      last.push(rule);
      bytes += size;
    }
  }
  return parts;
}

export interface LogOptions {
  /** `newExecutionName()`, or the name that is derived from an event. */
  execution: string;
  executedBy: string;
  eventId: string | null;
}

/** The log writes of an execution, and the ids of the entries in the order of the rules. */
export function logWrites(
  { executed }: Pick<Execution, 'executed'>,
  { scope, entityType, entityId, eventType, data, user, context }: ExecutionInput,
  { execution, executedBy, eventId }: LogOptions,
): { writes: Write[]; logIds: string[] } {
  const input = toJson({
    data: fitting(redact(data), ruleLogLimits.inputBytes),
    eventType,
    user: user && { id: user.id, role: user.role ?? null },
  });
  const { nowMs: atMs } = context;
  const logIds: string[] = [];
  const parts = toParts(executed.map((one) => toLoggedRule(one, entityType)));
  const writes = parts.map((rules, number): Write => {
    const part = digits(number, partDigits);
    const name = { atMs, execution, part };
    logIds.push(...rules.map((_, index) => logIdOf(name, index)));
    return {
      put: {
        ...ruleLogKey(scope, name),
        entity: logEntity,
        v: versionOf(logEntity),
        ttl: Math.floor(atMs / 1_000) + ruleLogLimits.retentionDays * 86_400,
        ...name,
        executedBy,
        // The id in an event's data has no limit.
        entityId: cut(entityId ?? 'unknown', maxText),
        eventType,
        eventId,
        input,
        rules: toJson(rules),
      },
    };
  });
  return { writes, logIds };
}
