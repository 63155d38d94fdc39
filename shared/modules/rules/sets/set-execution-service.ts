/** Executes the rules of a set in order. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import type { Actor, RequestContext, Target } from '../../../kernel/http/operation.ts';
import { rowFinderOf } from '../../../kernel/resources/row-finder.ts';
import { headOf, isForEvent, notInEffect } from '../authoring/rule-head.ts';
import { findRules } from '../authoring/rule-reader.ts';
import { RuleSetDisabledError } from '../errors.ts';
import type { ExecutedRule, Execution, ExecutionInput } from '../execution/execution.ts';
import type { ExecutedRuleResult } from '../execution/execution-contract.ts';
import type { ExecuteRule, ExecuteSetCommand } from '../execution/execution-input.ts';
import { inputOf, record } from '../execution/execution-service.ts';
import { ruleEffects } from '../execution/rule-effects.ts';
import { loadRuleEngine, type RuleEngine } from '../execution/rule-loader.ts';
import { createRightsCheck } from '../execution/run-as-rights.ts';
import { RulesAlreadyRunError, rememberRun } from '../execution/run-once.ts';
import { cut } from '../execution/size.ts';
import { executionLimits } from '../limits.ts';
import type { StoredRule } from '../rule.ts';
import { inSequence } from './rule-set.ts';
import { ruleSetRows, type StoredMember, type StoredSet } from './rule-sets.ts';

const sets = rowFinderOf(ruleSetRows);

interface Entry {
  stored: StoredRule;
  /** Why it is not run; undefined if it is. */
  reason: string | undefined;
}

function reasonToSkip(
  { enabled }: StoredMember,
  { rule }: StoredRule,
  { entityType, eventType }: Pick<ExecuteRule, 'entityType' | 'eventType'>,
  nowMs: number,
): string | undefined {
  if (!enabled) return 'The member is disabled.';
  if (!rule.enabled) return 'The rule is disabled.';
  if (entityType && rule.entityType !== entityType) return `The rule is for ${rule.entityType}.`;
  if (!isForEvent(rule.eventType, eventType ? [eventType] : null))
    return `The rule is for the event ${rule.eventType}.`;
  return notInEffect(rule, nowMs);
}

async function entriesOf(set: StoredSet, body: ExecuteRule, nowMs: number): Promise<Entry[]> {
  const members = inSequence(set.members);
  const ids = members.map(({ ruleId }) => ruleId);
  const found = new Map((await findRules(set, ids)).map((stored) => [stored.rule.id, stored]));
  return members.flatMap((member) => {
    const stored = found.get(member.ruleId);
    return stored === undefined ? [] : [{ stored, reason: reasonToSkip(member, stored, body, nowMs) }];
  });
}

const isBlockingGuard = ({ rule, blocks }: ExecutedRule): boolean => blocks && rule.ruleType === 'GUARD';

/** The result of a set before anything is written. */
interface SetRun {
  set: StoredSet;
  entries: readonly Entry[];
  engine: RuleEngine;
  execution: Execution;
  input: ExecutionInput;
}

/** Runs the set's members in order until a guard blocks. Throws NotFoundError, RuleSetDisabledError. */
async function runSet(
  { scope, context }: Actor,
  { id, ...body }: ExecuteRule & Pick<Target, 'id'>,
  { key, totalMs }: { key?: string; totalMs: number },
): Promise<SetRun> {
  const loading = loadRuleEngine();
  const set = await sets.get(scope, id);
  if (!set.enabled) throw new RuleSetDisabledError();
  const entries = await entriesOf(set, body, context.nowMs);
  const engine = await loading;
  const rules = entries
    .filter(({ reason }) => reason === undefined)
    .map(({ stored }) => engine.compileStored(stored));
  const input = await inputOf(set, body, rules, context, key);
  const execution = await engine.runRules(rules, input, {
    effects: ruleEffects,
    rights: createRightsCheck(input.scope, context.principal, context.nowMs),
    totalMs,
    until: ({ executed }) => executed.some(isBlockingGuard),
  });
  return { set, entries, engine, execution, input };
}

/** Executes a set. Throws NotFoundError, RuleSetDisabledError. */
export async function executeSet(executor: Actor, request: ExecuteRule & Pick<Target, 'id'>) {
  const { totalMs } = executionLimits;
  const { set, entries, engine, execution, input } = await runSet(executor, request, { totalMs });
  const { dryRun } = request;
  const logIds = await record(engine, execution, input, dryRun);
  const answer = engine.toExecution(execution, { dryRun, logIds });
  const blocker = execution.executed.find(isBlockingGuard)?.rule.ruleId;
  const ran = new Map(answer.executedRules.map((one) => [one.id, one]));
  const executedRules = entries.map(
    ({ stored, reason = `The guard ${blocker} blocks.` }): ExecutedRuleResult =>
      ran.get(stored.rule.id) ?? engine.toSkippedRule(headOf(stored), reason),
  );
  return { setId: set.setId, setName: set.setName, ...answer, executedRules };
}

/** Errors in a summary, and their length; the log contains all of them. */
const shownErrors = 10;
const shownCharacters = 1_000;

/**
 * Executes a set for a job, once per key, and returns a summary; a repeated call returns the first summary. Throws
 * NotFoundError, RuleSetDisabledError.
 */
export async function executeSetOnce(
  scope: Scope,
  { ruleSetId: id, ...body }: ExecuteSetCommand,
  context: RequestContext,
  key: string,
): Promise<Record<string, unknown>> {
  const { set, engine, execution, input } = await runSet(
    { scope, context },
    { ...body, id, explain: false },
    { key, totalMs: executionLimits.triggeredMs },
  );
  const { allowed, executed } = execution;
  const { errors } = engine.toExecution(execution, { dryRun: body.dryRun, logIds: undefined });
  const { setId, setName } = set;
  const summary = { setId, setName, allowed, executedRules: executed.length };
  const shown = errors.slice(0, shownErrors).map((error) => cut(error, shownCharacters));
  const outcome = { ...summary, errors: shown, dryRun: body.dryRun };
  try {
    const logIds = await record(engine, execution, input, body.dryRun, (ids) => [
      rememberRun(set, key, context.nowMs, { outcome: toJson({ ...outcome, logIds: ids }) }),
    ]);
    return { ...outcome, ...(logIds && { logIds }) };
  } catch (error) {
    if (error instanceof RulesAlreadyRunError) return parseJson(String(error.item?.outcome));
    throw error;
  }
}
