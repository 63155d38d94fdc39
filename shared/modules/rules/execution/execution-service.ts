/** Executes rules for a request: finds and runs them, and writes effects and log together. */
import { randomUUID } from 'node:crypto';
import { requireFound } from '../../../kernel/errors/errors.ts';
import type { Actor, RequestContext } from '../../../kernel/http/operation.ts';
import { commit, type Write } from '../../../kernel/table/write.ts';
import { notInEffect } from '../authoring/rule-head.ts';
import { findRule } from '../authoring/rule-reader.ts';
import { executionLimits } from '../limits.ts';
import { noteBlocks } from './blocked-rules.ts';
import type { ExecutableRule } from './compiled-rule.ts';
import { executingUser } from './executing-user.ts';
import type { Execution, ExecutionInput } from './execution.ts';
import type { ExecutionResponse, SingleExecutionResponse } from './execution-contract.ts';
import type { ExecuteRule, ExecuteRules } from './execution-input.ts';
import { ruleEffects } from './rule-effects.ts';
import { findExecutableRules, loadRuleEngine, type RuleEngine } from './rule-loader.ts';
import { createRightsCheck } from './run-as-rights.ts';

const orNull = <Value>(value: Value | null | undefined | ''): Value | null => value || null;

type ExecutionRequest = Omit<ExecuteRule, 'entityType'> & { entityType?: string | null | undefined };

/** The input of the execution that a request asks for. */
export async function inputOf(
  scope: ExecutionInput['scope'],
  { entityType, entityId, eventType, data, explain }: ExecutionRequest,
  rules: readonly ExecutableRule[],
  context: RequestContext,
  key: string = randomUUID(),
): Promise<ExecutionInput> {
  return {
    scope: { tenantId: scope.tenantId, organizationId: scope.organizationId },
    entityType: orNull(entityType),
    entityId: orNull(entityId),
    eventType: orNull(eventType),
    data,
    user: await executingUser(scope, context.principal, rules),
    depth: 0,
    key,
    explain,
    context,
  };
}

/**
 * Writes the results of an execution in one transaction: effects, failure events, the log, and `more`.
 * Returns the ids of the log entries; a dry run writes nothing and has none.
 */
export async function record(
  { logWrites, newExecutionName, failureWrites }: RuleEngine,
  execution: Execution,
  input: ExecutionInput,
  dryRun: boolean,
  more: (logIds: readonly string[]) => readonly Write[] = () => [],
): Promise<readonly string[] | undefined> {
  if (dryRun) return undefined;
  const executedBy = input.context.principal.subject;
  const named = { execution: newExecutionName(), executedBy, eventId: null };
  const { writes, logIds } = logWrites(execution, input, named);
  await commit([...more(logIds), ...writes, ...execution.writes, ...failureWrites(execution, input)]);
  await noteBlocks(execution, input);
  return logIds;
}

const tooMany: ExecutionResponse = {
  allowed: false,
  executedRules: [],
  fields: {},
  totalExecutionTime: 0,
  errors: [`More than ${executionLimits.rules} rules match, so none was run.`],
};

/** Runs the rules of an entity type. */
export async function executeRules(
  { scope, context }: Actor,
  request: ExecuteRules,
): Promise<ExecutionResponse> {
  const { entityType, dryRun } = request;
  const eventType = orNull(request.eventType);
  const events = eventType === null ? null : [eventType];
  const loading = loadRuleEngine();
  const rules = await findExecutableRules(loading, scope, entityType, events, context.nowMs);
  if (rules === 'too many') return { ...tooMany, ...(!dryRun && { logIds: [] }) };
  const engine = await loading;
  const input = await inputOf(scope, request, rules, context);
  const rights = createRightsCheck(input.scope, context.principal, context.nowMs);
  const execution = await engine.runRules(rules, input, { effects: ruleEffects, rights });
  const logIds = await record(engine, execution, input, dryRun);
  return engine.toExecution(execution, { dryRun, logIds });
}

/** Runs one rule, for any event. Throws NotFoundError. */
export async function executeRule(
  { scope, context }: Actor,
  { ruleId: id, ...request }: ExecuteRule & { ruleId: string },
): Promise<SingleExecutionResponse> {
  const loading = loadRuleEngine();
  const stored = requireFound(await findRule(scope, id), 'Rule');
  const { rule } = stored;
  const problem = rule.enabled ? notInEffect(rule, context.nowMs) : 'The rule is disabled.';
  if (problem !== undefined) {
    const { ruleId, ruleName, ruleType } = rule;
    const outcome = { conditionResult: false, actionsExecuted: null, executionTime: 0, fields: {} };
    return {
      success: false,
      id,
      ruleId,
      ruleName,
      allowed: ruleType !== 'GUARD',
      ...outcome,
      error: problem,
    };
  }
  const engine = await loading;
  const compiled = [engine.compileStored(stored)];
  const input = await inputOf(rule, request, compiled, context);
  const rights = createRightsCheck(input.scope, context.principal, context.nowMs);
  const execution = await engine.runRules(compiled, input, { effects: ruleEffects, rights });
  const { dryRun } = request;
  const logIds = await record(engine, execution, input, dryRun);
  return engine.toSingleExecution(execution, { dryRun, logIds });
}
