/** Runs rules on an entity's data and combines their results. */

import { responseBytes } from '../../../kernel/base/json.ts';
import type { TracedComparison } from '../../../kernel/conditions/compiled.ts';
import { ConditionValueError, valueResolver } from '../../../kernel/conditions/condition-expressions.ts';
import { loadEnginesOf } from '../../../kernel/conditions/engines.ts';
import { type Resolve, resolver } from '../../../kernel/conditions/resolver.ts';
import { mapTrace } from '../../../kernel/conditions/trace.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { RuleHead } from '../authoring/rule-head.ts';
import { executionLimits } from '../limits.ts';
import { namesSecret, withoutText } from '../log/redact.ts';
import { type ActionResult, Allowance, isBlocking, runActions } from './action-run.ts';
import type { ExecutableRule, RuleAction } from './compiled-rule.ts';
import type { Cause, RuleEffects } from './effects.ts';
import { nameResolver, platformNames } from './names.ts';
import type { RightsCheck } from './run-as-rights.ts';
import { shortened } from './size.ts';

/** The user who executes rules. */
export interface ExecutingUser {
  id: string;
  type: string;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

export interface ExecutionInput {
  scope: RowScope;
  /** Null: each rule uses its own. */
  entityType: string | null;
  entityId: string | null;
  eventType: string | null;
  data: unknown;
  /** Null if no request executes them. */
  user: ExecutingUser | null;
  /** Number of rules in the chain of events that led here; 0 for requests and for events that no rule caused. */
  depth: number;
  /** Identifies the execution; the same if the rules of an event run again. */
  key: string;
  explain: boolean;
  context: Cause['context'];
}

/** The result of one rule. */
export interface ExecutedRule {
  rule: Omit<RuleHead, 'documents'>;
  conditionResult: boolean;
  /** The comparison that decided the condition. */
  decidedBy: TracedComparison | null;
  /** The comparisons, if requested, and the fields that were missing in the data. */
  trace?: { comparisons: readonly TracedComparison[]; made: number; missingFields: readonly string[] };
  /** The missing fields that failed the condition, under `missingFieldPolicy` `fail`. */
  missingFields: readonly string[];
  /** Null if the condition selects no actions. */
  actions: ActionResult[] | null;
  executionTimeMs: number;
  /** The rule failed; its condition counts as false. */
  error: string | null;
  /** The guard's condition is false, or an action blocks, also if it failed or was not run. */
  blocks: boolean;
  /** The first action that was refused, and why; null if none was. */
  refusal: string | null;
  /** An action has used a feature of the user or key that the rule runs as. */
  usedRights: boolean;
}

export interface Execution {
  /** No guard's condition is false, and no action blocks. */
  allowed: boolean;
  executed: ExecutedRule[];
  /** Values that SET_FIELD has set; the last one wins. */
  fields: Map<string, unknown>;
  /** The writes of the effects. */
  writes: Write[];
  totalTimeMs: number;
}

export interface ExecutionEnvironment {
  effects: RuleEffects;
  /** Checks rights of the users and keys that the rules run as. */
  rights: RightsCheck;
  /** Monotonic milliseconds. */
  clock?: () => number;
  /** Maximum time of all rules; default `executionLimits.totalMs`. */
  totalMs?: number;
  /** Returns true to end the execution before the next rule. */
  until?: (execution: Execution) => boolean;
}

class TimeUpError extends Error {
  override name = 'TimeUpError';
}

const seconds = (ms: number): string => `${ms / 1_000} s`;

/** Names that placeholders resolve before the data. */
const contextOf = (input: ExecutionInput, rule: ExecutableRule): Record<string, unknown> =>
  platformNames({ ...input, entityType: input.entityType ?? rule.entityType });

/** Why a rule must stop now; undefined if it may continue. */
type TimeIsUp = () => string | undefined;

/** Limits the time of one rule, and of all. */
function createTimeCheck({
  startedMs,
  clock,
  totalMs,
}: Pick<Run, 'startedMs' | 'clock' | 'totalMs'>): TimeIsUp {
  const ruleStartedMs = clock();
  return () => {
    const nowMs = clock();
    if (nowMs - startedMs >= totalMs) return `the ${seconds(totalMs)} of the execution have passed.`;
    return nowMs - ruleStartedMs >= executionLimits.ruleMs
      ? `the rule took longer than ${seconds(executionLimits.ruleMs)}.`
      : undefined;
  };
}

/** Resolves names of conditions, and evaluates expressions in values, which can read the data, too. */
function conditionResolver(
  { context: { nowMs }, data }: ExecutionInput,
  { ruleId, usesExpressions }: ExecutableRule,
  context: Record<string, unknown>,
  watch: () => void,
): Resolve {
  const names = resolver(nowMs, context);
  if (!usesExpressions) return names;
  const reads = nameResolver({ nowMs, context, data });
  return valueResolver(names, { reads, place: `Rule ${ruleId}, conditionExpression`, watch });
}

/** Values of comparisons are for display only, and the response has a limit. */
const shownCharacters = 300;
const toShown = (comparison: TracedComparison): TracedComparison =>
  mapTrace(comparison, (one) => ({
    ...one,
    expected: shortened(one.expected, shownCharacters),
    actual: shortened(one.actual, shownCharacters),
  }));

interface Run {
  input: ExecutionInput;
  effects: RuleEffects;
  rights: RightsCheck;
  clock: () => number;
  totalMs: number;
  startedMs: number;
  allowance: Allowance;
  /** Remaining comparisons in the response, and remaining bytes of traces. */
  tracesLeft: number;
  traceBytesLeft: number;
  execution: Execution;
}

/** The first of these parts of a trace, as many as the response can contain. */
function fitting<Part>(parts: readonly Part[], run: Pick<Run, 'traceBytesLeft'>): Part[] {
  return parts.filter((part) => {
    run.traceBytesLeft -= responseBytes(part);
    return run.traceBytesLeft >= 0;
  });
}

/** Evaluates the condition into the entry. A timeout is an error of the rule; every other error is rethrown. */
function evaluate(rule: ExecutableRule, entry: ExecutedRule, run: Run, timeIsUp: TimeIsUp): void {
  const { input } = run;
  const context = contextOf(input, rule);
  const watch = () => {
    const problem = timeIsUp();
    if (problem !== undefined) throw new TimeUpError(`The condition was not evaluated: ${problem}`);
  };
  const conditionInput = { data: input.data, resolve: conditionResolver(input, rule, context, watch) };
  try {
    watch();
    const explanation = input.explain ? rule.condition.explain(conditionInput, watch) : undefined;
    const { result, decidedBy, failedByMissing } =
      explanation ?? rule.condition.decide(conditionInput, watch);
    entry.conditionResult = result;
    entry.missingFields = failedByMissing;
    entry.decidedBy = decidedBy && toShown(decidedBy);
    if (explanation) {
      const comparisons = fitting(explanation.comparisons.slice(0, run.tracesLeft).map(toShown), run);
      run.tracesLeft -= comparisons.length;
      const missingFields = fitting(explanation.missingFields, run);
      entry.trace = { comparisons, made: explanation.made, missingFields };
    }
  } catch (error) {
    if (!(error instanceof TimeUpError || error instanceof ConditionValueError)) throw error;
    entry.error = namesSecret(error.message) ? withoutText(error.message) : error.message;
  }
}

/** The actions that the condition selects; all if it could not be evaluated. */
function selectedActions(
  { successActions, failureActions }: ExecutableRule,
  { conditionResult, error }: ExecutedRule,
): readonly RuleAction[] {
  if (error !== null) return [...successActions, ...failureActions];
  return conditionResult ? successActions : failureActions;
}

/** Runs the actions. */
async function act(
  rule: ExecutableRule,
  actions: readonly RuleAction[],
  entry: ExecutedRule,
  { input, effects, rights, allowance, execution }: Run,
  timeIsUp: TimeIsUp,
): Promise<void> {
  const { id, ruleId, ruleName } = rule;
  const { scope, entityId, eventType, depth, context, data, key } = input;
  const named = { ...contextOf(input, rule), ruleId, ruleName, rule: { id, ruleId, ruleName } };
  const outcome = await runActions(actions, {
    cause: {
      scope,
      rule: { id, ruleId, ruleName },
      entityType: input.entityType ?? rule.entityType,
      entityId,
      eventType,
      depth: depth + 1,
      context,
    },
    key: `${key}:${id}`,
    resolve: (set) => nameResolver({ nowMs: context.nowMs, context: named, data, set }),
    effects,
    allowance,
    hasFeature: (feature) => rights(rule, feature),
    timeIsUp,
  });
  entry.actions = outcome.results;
  entry.refusal = outcome.refusal;
  entry.usedRights = outcome.usedRights;
  entry.error = outcome.problem ?? null;
  execution.writes.push(...outcome.writes);
  for (const [field, value] of outcome.fields) execution.fields.set(field, value);
}

/** The initial result of a rule. */
function newEntry(rule: ExecutableRule): ExecutedRule {
  const { condition, successActions, failureActions, usesExpressions, needsUserFields, ...head } = rule;
  return {
    rule: head,
    conditionResult: false,
    decidedBy: null,
    missingFields: [],
    actions: null,
    executionTimeMs: 0,
    error: null,
    blocks: false,
    refusal: null,
    usedRights: false,
  };
}

async function runRule(rule: ExecutableRule, run: Run): Promise<void> {
  const { clock, execution } = run;
  const entry = newEntry(rule);
  execution.executed.push(entry);
  const startedMs = clock();
  const timeIsUp = createTimeCheck(run);
  evaluate(rule, entry, run, timeIsUp);
  const actions = selectedActions(rule, entry);
  entry.blocks = isBlocking(actions) || (rule.ruleType === 'GUARD' && !entry.conditionResult);
  if (entry.error === null && actions.length > 0) await act(rule, actions, entry, run, timeIsUp);
  entry.executionTimeMs = Math.round(clock() - startedMs);
  if (entry.blocks) execution.allowed = false;
}

/**
 * Runs the rules in order, also after one has failed. Writes nothing: the result contains the writes of the
 * actions. Throws only errors that no rule caused.
 */
export async function runRules(
  rules: readonly ExecutableRule[],
  input: ExecutionInput,
  {
    effects,
    rights,
    clock = () => performance.now(),
    totalMs = executionLimits.totalMs,
    until,
  }: ExecutionEnvironment,
): Promise<Execution> {
  await loadEnginesOf(
    rules.map(({ condition: { usesPatterns }, usesExpressions }) => ({ usesPatterns, usesExpressions })),
  );
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
    rights,
    clock,
    totalMs,
    startedMs,
    allowance: new Allowance(),
    tracesLeft,
    traceBytesLeft: executionLimits.traceBytes,
    execution,
  };
  for (const rule of rules) {
    if (until?.(execution)) break;
    await runRule(rule, run);
  }
  execution.totalTimeMs = Math.round(clock() - startedMs);
  return execution;
}
