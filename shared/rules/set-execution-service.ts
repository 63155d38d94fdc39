/** Executing the rules of a set, one after the other. */
import { RuleSetDisabledError } from '../http/errors.ts';
import type { Scope } from '../identity/principal.ts';
import type { ExecutedRuleAnswer, ExecuteRule } from './contract.ts';
import type { ExecutedRule } from './execution.ts';
import { inputOf, type RequestContext, record } from './execution-service.ts';
import type { StoredRule } from './rule.ts';
import { headOf, isForEvent, notInEffect } from './rule-head.ts';
import { loadRuleEngine } from './rule-loader.ts';
import { inSequence, type StoredMember, type StoredSet } from './rule-set.ts';
import { findRules } from './rule-store.ts';
import { getStoredSet } from './set-service.ts';
import { ruleEffects } from './wired-effects.ts';

interface Entry {
  stored: StoredRule;
  /** Why it is not run; undefined when it is. */
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

/** Runs the set's members in sequence until a guard blocks. Throws NotFoundError, RuleSetDisabledError. */
export async function executeSet(scope: Scope, id: string, body: ExecuteRule, context: RequestContext) {
  const loading = loadRuleEngine();
  const set = await getStoredSet(scope, id);
  if (!set.enabled) throw new RuleSetDisabledError();
  const entries = await entriesOf(set, body, context.nowMs);
  const engine = await loading;
  const rules = entries
    .filter(({ reason }) => reason === undefined)
    .map(({ stored }) => engine.compileStored(stored));
  const input = await inputOf(set, body, rules, context);
  const execution = await engine.runRules(rules, input, {
    effects: ruleEffects,
    until: ({ executed }) => executed.some(isBlockingGuard),
  });
  const logIds = await record(engine, execution, input, body.dryRun);
  const answer = engine.toExecution(execution, { dryRun: body.dryRun, logIds });
  const blocker = execution.executed.find(isBlockingGuard)?.rule.ruleId;
  const ran = new Map(answer.executedRules.map((one) => [one.id, one]));
  const executedRules = entries.map(
    ({ stored, reason = `The guard ${blocker} blocks.` }): ExecutedRuleAnswer =>
      ran.get(stored.rule.id) ?? engine.toSkippedRule(headOf(stored), reason),
  );
  return { setId: set.setId, setName: set.setName, ...answer, executedRules };
}
