/** Runs rules on an entity's data: which hold, what their actions do, and what that means together. */

import type { TracedComparison } from '../../../kernel/conditions/evaluator.ts';
import { resolver } from '../../../kernel/conditions/resolver.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { loadPatternEngine } from '../../../kernel/text/patterns.ts';
import type { RuleHead } from '../authoring/rule-head.ts';
import { executionLimits } from '../limits.ts';
import { type ActionResult, Allowance, runActions } from './action-run.ts';
import type { ExecutableRule } from './compiled-rule.ts';
import type { Cause, RuleEffects } from './effects.ts';
import { shortened } from './size.ts';

/** What is known of who has rules executed. */
export interface ExecutingUser {
  id: string;
  type: string;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

export interface ExecutionInput {
  place: RowScope;
  /** Null leaves it to each rule. */
  entityType: string | null;
  entityId: string | null;
  eventType: string | null;
  data: unknown;
  /** Null for what was not requested. */
  user: ExecutingUser | null;
  /** How many rules in a row led here: 0 for requests and for what no rule set off. */
  depth: number;
  /** Names the execution, the same when the rules of an event are run once more. */
  key: string;
  explain: boolean;
  context: Cause['context'];
}

/** What became of one rule. */
export interface ExecutedRule {
  rule: Omit<RuleHead, 'documents'>;
  conditionResult: boolean;
  /** The comparison that settled the condition. */
  decidedBy: TracedComparison | null;
  /** The comparisons made, when they were asked for, and the fields that the data did not have for them. */
  trace?: { comparisons: readonly TracedComparison[]; made: number; missingFields: readonly string[] };
  /** The fields whose absence failed the condition of a rule that says so. */
  missingFields: readonly string[];
  /** Null when no action was to be taken. */
  actions: ActionResult[] | null;
  executionTimeMs: number;
  /** The rule itself failed; its condition then counts as false. */
  error: string | null;
  /** Its condition, as a guard's, or one of its actions does not let pass. */
  blocks: boolean;
}

export interface Execution {
  /** No guard's condition is false, and no action blocks. */
  allowed: boolean;
  executed: ExecutedRule[];
  /** Values that SET_FIELD gave to fields; the last one counts. */
  fields: Map<string, unknown>;
  /** What carries the effects out. */
  writes: Write[];
  totalTimeMs: number;
}

export interface ExecutionEnvironment {
  effects: RuleEffects;
  /** Milliseconds that only grow. */
  clock?: () => number;
  /** Time of all rules together; default `executionLimits.totalMs`. */
  totalMs?: number;
  /** Ends the execution before the next rule. */
  until?: (execution: Execution) => boolean;
}

class TimeUpError extends Error {
  override name = 'TimeUpError';
}

const seconds = (ms: number): string => `${ms / 1_000} s`;

/** What placeholders know before they look into the data. */
function contextOf(input: ExecutionInput, rule: ExecutableRule): Record<string, unknown> {
  const { place, entityId, eventType, user } = input;
  const entityType = input.entityType ?? rule.entityType;
  const { tenantId, organizationId } = place;
  return {
    entityType,
    entityId,
    eventType,
    user,
    tenantId,
    organizationId,
    tenant: { id: tenantId },
    organization: { id: organizationId },
    entity: { type: entityType, id: entityId, eventType, tenantId, organizationId },
  };
}

/** Why a rule may not go on at this moment; undefined while it may. */
type TimeIsUp = () => string | undefined;

/** Watches a rule's own time, and that of all. */
function createTimeCheck({
  startedMs,
  clock,
  totalMs,
}: Pick<Run, 'startedMs' | 'clock' | 'totalMs'>): TimeIsUp {
  const ruleStartedMs = clock();
  return () => {
    const nowMs = clock();
    if (nowMs - startedMs >= totalMs) return `the ${seconds(totalMs)} of the execution are used up.`;
    return nowMs - ruleStartedMs >= executionLimits.ruleMs
      ? `the rule took longer than ${seconds(executionLimits.ruleMs)}.`
      : undefined;
  };
}

/** Values of comparisons are to be looked at, and an answer has limits. */
const shownCharacters = 300;
const toShown = (comparison: TracedComparison): TracedComparison => ({
  ...comparison,
  expected: shortened(comparison.expected, shownCharacters),
  actual: shortened(comparison.actual, shownCharacters),
});

interface Run {
  input: ExecutionInput;
  effects: RuleEffects;
  clock: () => number;
  totalMs: number;
  startedMs: number;
  allowance: Allowance;
  /** Comparisons that may still be shown. */
  tracesLeft: number;
  execution: Execution;
}

/** Evaluates the condition into the entry. What takes too long is the rule's failure; everything else is thrown on. */
function evaluate(rule: ExecutableRule, entry: ExecutedRule, run: Run, timeIsUp: TimeIsUp): void {
  const { input } = run;
  const context = contextOf(input, rule);
  const facts = { data: input.data, resolve: resolver(input.context.nowMs, context) };
  const watch = () => {
    const problem = timeIsUp();
    if (problem !== undefined) throw new TimeUpError(`The condition was not evaluated: ${problem}`);
  };
  try {
    watch();
    const explanation = input.explain ? rule.condition.explain(facts, watch) : undefined;
    const { result, decidedBy, failedByMissing } = explanation ?? rule.condition.decide(facts, watch);
    entry.conditionResult = result;
    entry.missingFields = failedByMissing;
    entry.decidedBy = decidedBy && toShown(decidedBy);
    if (explanation) {
      const comparisons = explanation.comparisons.slice(0, run.tracesLeft).map(toShown);
      run.tracesLeft -= comparisons.length;
      entry.trace = { comparisons, made: explanation.made, missingFields: explanation.missingFields };
    }
  } catch (error) {
    if (!(error instanceof TimeUpError)) throw error;
    entry.error = error.message;
  }
}

/** Takes the actions that the condition asks for, and returns whether one of them blocks. */
async function act(
  rule: ExecutableRule,
  entry: ExecutedRule,
  { input, effects, allowance, execution }: Run,
  timeIsUp: TimeIsUp,
): Promise<boolean> {
  const actions = entry.conditionResult ? rule.successActions : rule.failureActions;
  if (entry.error !== null || actions.length === 0) return false;
  const { id, ruleId, ruleName } = rule;
  const { place, entityId, eventType, depth, context, data, key } = input;
  const named = { ...contextOf(input, rule), ruleId, ruleName, rule: { id, ruleId, ruleName } };
  const outcome = await runActions(actions, {
    cause: {
      place,
      rule: { id, ruleId, ruleName },
      entityType: input.entityType ?? rule.entityType,
      entityId,
      eventType,
      depth: depth + 1,
      context,
    },
    key: `${key}:${id}`,
    resolve: (set) => resolver(context.nowMs, named, Object.fromEntries(set), { data }, data),
    effects,
    allowance,
    timeIsUp,
  });
  entry.actions = outcome.results;
  entry.error = outcome.problem ?? null;
  execution.writes.push(...outcome.writes);
  for (const [field, value] of outcome.fields) execution.fields.set(field, value);
  return outcome.blocked;
}

/** A rule that nothing is known of yet. */
function newEntry(rule: ExecutableRule): ExecutedRule {
  const { condition, successActions, failureActions, needsUserFields, ...head } = rule;
  return {
    rule: head,
    conditionResult: false,
    decidedBy: null,
    missingFields: [],
    actions: null,
    executionTimeMs: 0,
    error: null,
    blocks: false,
  };
}

async function runRule(rule: ExecutableRule, run: Run): Promise<void> {
  const { clock, execution } = run;
  const entry = newEntry(rule);
  execution.executed.push(entry);
  const startedMs = clock();
  const timeIsUp = createTimeCheck(run);
  evaluate(rule, entry, run, timeIsUp);
  const blocked = await act(rule, entry, run, timeIsUp);
  entry.executionTimeMs = Math.round(clock() - startedMs);
  entry.blocks = blocked || (rule.ruleType === 'GUARD' && !entry.conditionResult);
  if (entry.blocks) execution.allowed = false;
}

/**
 * Runs the rules one after the other, also after one has failed. Writes nothing: what the actions want written
 * is in the answer. Throws only for what is no rule's fault.
 */
export async function runRules(
  rules: readonly ExecutableRule[],
  input: ExecutionInput,
  {
    effects,
    clock = () => performance.now(),
    totalMs = executionLimits.totalMs,
    until,
  }: ExecutionEnvironment,
): Promise<Execution> {
  if (rules.some(({ condition }) => condition.usesPatterns)) await loadPatternEngine();
  const startedMs = clock();
  const execution: Execution = {
    allowed: true,
    executed: [],
    fields: new Map(),
    writes: [],
    totalTimeMs: 0,
  };
  const tracesLeft = executionLimits.traces;
  const run: Run = {
    input,
    effects,
    clock,
    totalMs,
    startedMs,
    allowance: new Allowance(),
    tracesLeft,
    execution,
  };
  for (const rule of rules) {
    if (until?.(execution)) break;
    await runRule(rule, run);
  }
  execution.totalTimeMs = Math.round(clock() - startedMs);
  return execution;
}
