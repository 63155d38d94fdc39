/**
 * Evaluates a toggle for a context and explains the result. Targeting is compiled once; an evaluation never throws and
 * has a time limit. Pure. The engines that the targeting and the segments need must be loaded before.
 */
import { isNumeric } from '../../../kernel/base/json.ts';
import { budgetWatch, OutOfBudgetError } from '../../../kernel/conditions/budget.ts';
import { enginesOf, type NeededEngines } from '../../../kernel/conditions/compiled.ts';
import { storedConditionLimits } from '../../../kernel/conditions/condition-contract.ts';
import { ConditionValueError } from '../../../kernel/conditions/condition-expressions.ts';
import {
  type BudgetCheck,
  type CompiledCondition,
  compileCondition,
} from '../../../kernel/conditions/evaluator.ts';
import { compilePath, type Lookup } from '../../../kernel/conditions/path.ts';
import { chooseVariant, isInRollout } from './buckets.ts';
import type { EvaluationContext } from './context.ts';
import type { EvaluationErrorCode, Reason } from './reasons.ts';
import { segmentsOf, type Targeting, type TargetingRule } from './rule.ts';
import type { Segment } from './segments.ts';
import type { ToggleType, ValueSource } from './toggle-types.ts';

/** A prerequisite with another value than the required one. */
export interface FailedPrerequisite {
  identifier: string;
  expected: unknown;
  /** Null if there is no such toggle. */
  actual: unknown;
}

export interface Evaluation {
  value: unknown;
  variant: string;
  reason: Reason;
  source: ValueSource;
  /** The rule that determined the value: its index from 0, and its name if it has one. */
  rule: { index: number; name: string | null } | null;
  /** Set with the reason `ERROR`. The value is then the one without rules. */
  error: { code: EvaluationErrorCode; message: string } | null;
  /** Set with the reason `PREREQUISITE_FAILED`. */
  failedPrerequisite?: FailedPrerequisite;
}

/** A compiled rule. */
interface CompiledRule extends Omit<TargetingRule, 'condition'> {
  condition: CompiledCondition | undefined;
  /** Reads the attribute by which the rule splits. */
  stickyValue: Lookup;
}

/** The targeting of a toggle or of an override. */
export interface CompiledTargeting extends Pick<Targeting, 'killSwitch'>, NeededEngines {
  rules: readonly CompiledRule[];
  /** Whether an evaluation needs segments. */
  usesSegments: boolean;
}

export function compileTargeting({ rules, killSwitch }: Targeting): CompiledTargeting {
  const compiled = rules.map(
    ({ condition, ...rule }): CompiledRule => ({
      ...rule,
      condition: condition ? compileCondition(condition) : undefined,
      stickyValue: compilePath(rule.stickiness ?? 'targetingKey'),
    }),
  );
  return {
    killSwitch,
    rules: compiled,
    usesSegments: segmentsOf(rules).length > 0,
    ...enginesOf(compiled.map(({ condition }) => condition)),
  };
}

interface CompiledSegment {
  condition: CompiledCondition | undefined;
  segments: readonly string[];
}

/** The segments of a scope by id. */
export interface CompiledSegments extends NeededEngines {
  byId: ReadonlyMap<string, CompiledSegment>;
}

export const noSegments: CompiledSegments = { byId: new Map(), ...enginesOf([]) };

export function compileSegments(segments: readonly Segment[]): CompiledSegments {
  const byId = new Map(
    segments.map(({ id, condition, segments: included }): [string, CompiledSegment] => [
      id,
      { condition: condition === null ? undefined : compileCondition(condition), segments: included },
    ]),
  );
  return { byId, ...enginesOf([...byId.values()].map(({ condition }) => condition)) };
}

/**
 * Determines and caches the segments to which one context of one tenant belongs, for all toggles that are evaluated for
 * this context.
 */
export class SegmentMembership {
  readonly #context: EvaluationContext;
  readonly #scopes: readonly CompiledSegments[];
  /** Results by segment id; undefined while a segment is being evaluated. */
  readonly #results = new Map<string, boolean | undefined>();

  /** `scopes`: global segments first, then segments of the tenant. */
  constructor(context: EvaluationContext, ...scopes: readonly CompiledSegments[]) {
    this.#context = context;
    this.#scopes = scopes;
  }

  /** Throws an error for a segment that does not exist or includes itself. */
  includes(id: string, watch: BudgetCheck): boolean {
    const result = this.#results.get(id);
    if (result !== undefined) return result;
    if (this.#results.has(id)) throw new Error(`The segment ${id} includes itself.`);
    const segment = this.#find(id);
    this.#results.set(id, undefined);
    try {
      const isIn =
        (segment.condition === undefined || segment.condition.evaluate(this.#context.input, watch)) &&
        segment.segments.every((included) => this.includes(included, watch));
      this.#results.set(id, isIn);
      return isIn;
    } catch (error) {
      this.#results.delete(id);
      throw error;
    }
  }

  #find(id: string): CompiledSegment {
    for (const { byId } of this.#scopes) {
      const segment = byId.get(id);
      if (segment !== undefined) return segment;
    }
    throw new Error(`There is no segment ${id}.`);
  }
}

/** The stored parts of a toggle that an evaluation in a tenant needs. */
export interface EvaluatedToggle {
  /** The hashed name of the toggle. */
  slot: string;
  type: ToggleType;
  defaultValue: unknown;
  targeting: CompiledTargeting | undefined;
  override: { value: unknown; targeting: CompiledTargeting | undefined } | undefined;
}

interface Evaluator {
  context: EvaluationContext;
  membership: SegmentMembership;
  watch: BudgetCheck;
}

/** Why a rule does not decide: what does not match, or a percentage or variants that leave the context out. */
type SkipReason = 'condition' | 'segments' | 'percentage' | 'no_key';

/** What of the rule does not match; undefined if it matches. */
function mismatchOf(rule: CompiledRule, { context, membership, watch }: Evaluator): SkipReason | undefined {
  if (rule.condition !== undefined && !rule.condition.evaluate(context.input, watch)) return 'condition';
  const isIn = rule.segments === undefined || rule.segments.every((id) => membership.includes(id, watch));
  return isIn ? undefined : 'segments';
}

type Served = Pick<Evaluation, 'value' | 'variant' | 'reason' | 'rule'>;

/** Number of rules between two checks of the time limit. Conditions check it, too. */
const rulesPerTimeCheck = 8;

/** The text of the attribute by which a rule splits; undefined if the context has none. */
function keyOf({ stickyValue }: CompiledRule, { data }: EvaluationContext): string | undefined {
  const value = stickyValue(data);
  if (isNumeric(value) || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Evaluates one rule; returns the reason if it does not match the context, leaves it out, or cannot be decided without a key. */
function applyRule(
  rule: CompiledRule,
  index: number,
  slot: string,
  evaluator: Evaluator,
): Served | SkipReason {
  if (rule.percentage === 0) return 'percentage';
  const mismatch = mismatchOf(rule, evaluator);
  if (mismatch !== undefined) return mismatch;
  const { name, percentage = 100, salt, groupId: group = slot, value, variants = [] } = rule;
  const key = keyOf(rule, evaluator.context);
  const isPartial = percentage < 100;
  if (isPartial && key === undefined) return 'no_key';
  if (isPartial && key !== undefined && !isInRollout(percentage, { group, salt, key })) return 'percentage';
  const served = {
    rule: { index, name: name ?? null },
    reason: isPartial ? 'SPLIT' : 'TARGETING_MATCH',
  } as const;
  if (variants.length === 0) return { ...served, value, variant: name ?? `rule_${index + 1}` };
  // One variant alone needs no key.
  const [only, another] = variants.filter(({ weight }) => weight > 0);
  const chosen =
    another === undefined
      ? only
      : key === undefined
        ? undefined
        : chooseVariant(variants, { group, salt, key });
  if (chosen === undefined) return 'no_key';
  return { ...served, value: chosen.value, variant: chosen.name, reason: 'SPLIT' };
}

function disabledValue(
  { type, defaultValue }: EvaluatedToggle,
  { value }: Partial<Targeting['killSwitch']> = {},
): unknown {
  if (value !== undefined) return value;
  return type === 'boolean' ? false : defaultValue;
}

/**
 * Evaluates a toggle for the context. An active kill switch of the toggle has precedence, then that of the tenant, then
 * a failed prerequisite, with the same values. A tenant's own value replaces the default and the rules of the toggle. The
 * time limit is that of one toggle, or the remaining time of the request if that is shorter.
 */
export function evaluate(
  toggle: EvaluatedToggle,
  context: EvaluationContext,
  membership: SegmentMembership,
  remainingMs: number = storedConditionLimits.budgetMs,
  findFailed: () => FailedPrerequisite | undefined = () => undefined,
): Evaluation {
  const { override } = toggle;
  const source: ValueSource = override === undefined ? 'default' : 'override';
  const own = override ?? { value: toggle.defaultValue, targeting: toggle.targeting };
  const plain = { value: own.value, variant: source, source, rule: null, error: null };
  const off = { ...plain, variant: 'disabled', source: 'default' } as const;
  for (const targeting of [toggle.targeting, override?.targeting]) {
    if (!targeting?.killSwitch.active) continue;
    return { ...off, value: disabledValue(toggle, targeting.killSwitch), reason: 'DISABLED' };
  }
  const failedPrerequisite = findFailed();
  if (failedPrerequisite !== undefined) {
    const value = disabledValue(toggle, toggle.targeting?.killSwitch);
    return { ...off, value, reason: 'PREREQUISITE_FAILED', failedPrerequisite };
  }
  const rules = own.targeting?.rules ?? [];
  if (rules.length === 0) return { ...plain, reason: 'STATIC' };
  try {
    const evaluator = {
      context,
      membership,
      watch: budgetWatch(Math.min(remainingMs, storedConditionLimits.budgetMs)),
    };
    let index = 0;
    for (const rule of rules) {
      if (index % rulesPerTimeCheck === rulesPerTimeCheck - 1) evaluator.watch();
      const served = applyRule(rule, index, toggle.slot, evaluator);
      if (typeof served !== 'string') return { ...plain, ...served };
      index += 1;
    }
    return { ...plain, reason: 'DEFAULT' };
  } catch (error) {
    const isKnown = error instanceof OutOfBudgetError || error instanceof ConditionValueError;
    const message = isKnown ? error.message : 'The rules could not be evaluated.';
    return { ...plain, reason: 'ERROR', error: { code: 'GENERAL', message } };
  }
}

/** A rule with what became of it. */
export interface RuleLine {
  /** From 0. */
  index: number;
  name: string | null;
  percentage: number;
  /** `decided`: its value is returned. `not_tried`: an earlier rule, a kill switch or a prerequisite has decided. */
  outcome: SkipReason | 'decided' | 'failed' | 'not_tried';
}

/** Explains an evaluation rule by rule, in their order. Only the playground does so: the rules are evaluated again. */
export function explainRules(
  { targeting, override, slot }: EvaluatedToggle,
  { reason }: Pick<Evaluation, 'reason'>,
  context: EvaluationContext,
  membership: SegmentMembership,
): RuleLine[] {
  const evaluator = { context, membership, watch: budgetWatch(storedConditionLimits.budgetMs) };
  let isOver = reason === 'DISABLED' || reason === 'PREREQUISITE_FAILED';
  const outcomeOf = (rule: CompiledRule, index: number): RuleLine['outcome'] => {
    if (isOver) return 'not_tried';
    try {
      const served = applyRule(rule, index, slot, evaluator);
      if (typeof served === 'string') return served;
      isOver = true;
      return 'decided';
    } catch {
      // The evaluation has ended with this error.
      isOver = true;
      return 'failed';
    }
  };
  return ((override ? override.targeting : targeting)?.rules ?? []).map((rule, index) => ({
    index,
    name: rule.name ?? null,
    percentage: rule.percentage ?? 100,
    outcome: outcomeOf(rule, index),
  }));
}
