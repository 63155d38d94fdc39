/** Translates toggles of Unleash to rules, as far as rules can express them. */
import type { Prerequisite } from '../../../shared/modules/toggles/evaluation/prerequisites.ts';
import type { TargetingRule, Variant } from '../../../shared/modules/toggles/evaluation/rule.ts';

interface Constraint {
  contextName: string;
  operator: string;
  values?: string[];
  value?: string;
  inverted?: boolean;
  caseInsensitive?: boolean;
}
interface UnleashVariant {
  name: string;
  weight: number;
  stickiness?: string;
  payload?: { type: string; value: string };
  overrides?: { contextName: string; values: string[] }[];
}
interface Strategy {
  name: string;
  parameters?: Record<string, string>;
  constraints?: Constraint[];
  segments?: number[];
  variants?: UnleashVariant[];
}
export interface UnleashFeature {
  name: string;
  enabled: boolean;
  strategies?: Strategy[];
  variants?: UnleashVariant[];
  dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
}
export interface UnleashContext {
  userId?: string;
  sessionId?: string;
  currentTime?: string;
  properties?: Record<string, string>;
  [name: string]: unknown;
}
type Segments = ReadonlyMap<number, readonly Constraint[]>;
type Condition = Record<string, unknown>;

/** What rules cannot express. */
export class InexpressibleError extends Error {}

/** The context of an evaluation. */
export function contextOf({ properties = {}, ...context }: UnleashContext): Record<string, unknown> {
  const targetingKey = context.userId ?? context.sessionId;
  const currentTime = context.currentTime ?? new Date().toISOString();
  return { ...properties, ...context, currentTime, ...(targetingKey !== undefined && { targetingKey }) };
}

const never: Condition = { field: 'targetingKey', operator: 'IN', value: [] };
const all = (...rules: Condition[]): Condition => ({ operator: 'AND', rules });
const any = (...rules: Condition[]): Condition => ({ operator: 'OR', rules });
const not = (condition: Condition): Condition => ({ operator: 'NOT', rules: [condition] });

const textOperators: Record<string, string> = {
  STR_CONTAINS: 'CONTAINS',
  STR_STARTS_WITH: 'STARTS_WITH',
  STR_ENDS_WITH: 'ENDS_WITH',
};
const versionOperators = new Set(['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_GTE', 'SEMVER_LT', 'SEMVER_LTE']);
const orders: Record<string, string> = {
  ...{ NUM_EQ: '=', NUM_GT: '>', NUM_GTE: '>=', NUM_LT: '<', NUM_LTE: '<=' },
  ...{ DATE_AFTER: '>', DATE_BEFORE: '<' },
};

function comparisonOf({ contextName: field, values = [], value = '', ...constraint }: Constraint): Condition {
  const { operator, caseInsensitive = false } = constraint;
  if (operator === 'IN') return { field, operator, value: values };
  if (operator === 'NOT_IN') return { field, operator, value: values };
  const textOperator = textOperators[operator];
  if (textOperator !== undefined) {
    const ofText = caseInsensitive ? `${textOperator}_IGNORE_CASE` : textOperator;
    return values.length === 0
      ? never
      : any(...values.map((one) => ({ field, operator: ofText, value: one })));
  }
  if (versionOperators.has(operator)) return { field, operator, value };
  if (operator === 'IN_CIDR') return { field, operator, value: values };
  if (operator === 'REGEX')
    return { field, operator: 'MATCHES', value: caseInsensitive ? `(?i)${value}` : value };
  const order = orders[operator];
  // A constraint that Unleash does not know is never met.
  if (order === undefined) return never;
  if (operator.startsWith('DATE')) return { field, operator: order, value };
  if (value.trim() === '' || Number.isNaN(Number(value))) return never;
  const isNumber = { field, operator: 'MATCHES', value: '^[+-]?\\d+(\\.\\d+)?$' };
  return all(isNumber, { field, operator: order, value: Number(value) });
}

function conditionOf(constraint: Constraint): Condition {
  const condition = comparisonOf(constraint);
  return constraint.inverted ? not(condition) : condition;
}

/** The rule's share, and by what it selects. Undefined if the strategy never matches. */
function shareOf({ name, parameters = {} }: Strategy, feature: string): TargetingRule | undefined {
  const share = (percentage: number, stickiness: string): TargetingRule => {
    const isCertain = percentage <= 0 || percentage >= 100;
    if (stickiness === 'random' && !isCertain) throw new InexpressibleError('random selection');
    const attribute = { default: 'targetingKey', random: 'targetingKey' }[stickiness] ?? stickiness;
    return { percentage, groupId: parameters.groupId || feature, stickiness: attribute };
  };
  const listed = (field: string, key: string, operator = 'IN'): TargetingRule => {
    const value = (parameters[key] ?? '').split(',').map((one) => one.trim());
    return { condition: { field, operator, value } };
  };
  // These strategies exclude contexts without the attribute also at 100 %.
  const ofKnown = (field: string): TargetingRule => ({
    ...share(Number(parameters.percentage), field),
    condition: { field, operator: 'IS_NOT_EMPTY' },
  });
  switch (name) {
    case 'default':
      return {};
    case 'userWithId':
      return listed('userId', 'userIds');
    case 'remoteAddress':
      return listed('remoteAddress', 'IPs', 'IN_CIDR');
    case 'gradualRolloutUserId':
      return ofKnown('userId');
    case 'gradualRolloutSessionId':
      return ofKnown('sessionId');
    case 'gradualRolloutRandom':
      return share(Number(parameters.percentage), 'random');
    case 'flexibleRollout':
      return share(Number(parameters.rollout ?? 100), parameters.stickiness ?? 'default');
    default:
      return undefined;
  }
}

const shown = ({ name, payload }: UnleashVariant) => ({
  ...{ name, enabled: true, feature_enabled: true },
  ...(payload !== undefined && { payload }),
});
const noVariant = { name: 'disabled', enabled: false };

/** The value of a toggle that is off. */
export const offValue = { ...noVariant, feature_enabled: false };

function variantRules(rule: TargetingRule, strategy: Strategy, feature: UnleashFeature): TargetingRule[] {
  const own = strategy.variants ?? [];
  const variants = own.length > 0 ? own : (feature.variants ?? []);
  const weighted: Variant[] = variants.map((one) => ({
    name: one.name,
    value: shown(one),
    weight: one.weight,
  }));
  if (weighted.every(({ weight }) => weight === 0))
    return [{ ...rule, value: { ...noVariant, feature_enabled: true } }];
  const overrides = variants.flatMap((one) =>
    (one.overrides ?? []).map(({ contextName, values }) => ({
      ...rule,
      condition: all(...(rule.condition ? [rule.condition] : []), {
        ...{ field: contextName, operator: 'IN', value: values },
      }),
      value: shown(one),
    })),
  );
  const selectsTwice = own.length === 0 && weighted.length > 1;
  const isCertain = (rule.percentage ?? 100) <= 0 || (rule.percentage ?? 100) >= 100;
  if (selectsTwice && !isCertain && rule.groupId !== feature.name)
    throw new InexpressibleError('two groups in one strategy');
  const stickiness = variants[0]?.stickiness ?? 'default';
  if (selectsTwice && stickiness === 'random') throw new InexpressibleError('random selection');
  const ofFeature = {
    groupId: feature.name,
    stickiness: stickiness === 'default' ? 'targetingKey' : stickiness,
  };
  return [...overrides, { ...rule, ...(own.length === 0 && ofFeature), variants: weighted }];
}

/** The rules of a toggle, whose value is that of a variant. Throws InexpressibleError. */
export function rulesOf(feature: UnleashFeature, segments: Segments): TargetingRule[] {
  if (!feature.enabled) return [];
  const strategies = feature.strategies ?? [];
  const given = strategies.length === 0 ? [{ name: 'default' }] : strategies;
  return given.flatMap((strategy: Strategy) => {
    const ofSegments = (strategy.segments ?? []).map((id) => segments.get(id));
    if (ofSegments.includes(undefined)) return [];
    const constraints = [...(strategy.constraints ?? []), ...ofSegments.flatMap((one) => one ?? [])];
    const share = shareOf(strategy, feature.name);
    if (share === undefined) return [];
    const conditions = [...(share.condition ? [share.condition] : []), ...constraints.map(conditionOf)];
    const rule = conditions.length === 0 ? share : { ...share, condition: all(...conditions) };
    return variantRules(rule, strategy, feature);
  });
}

/** A toggle that is only on or off. */
export const withoutVariants = ({
  variants,
  strategies = [],
  ...feature
}: UnleashFeature): UnleashFeature => ({
  ...feature,
  strategies: strategies.map(({ variants: _, ...strategy }) => strategy),
});

type Shown = { name: string; feature_enabled: boolean };

/** The same rules with other values. */
function mapped(rules: readonly TargetingRule[], toValue: (shown: Shown) => unknown): TargetingRule[] {
  return rules.map(({ value, variants, ...rule }) =>
    variants === undefined
      ? { ...rule, value: toValue(value as Shown) }
      : { ...rule, variants: variants.map((one) => ({ ...one, value: toValue(one.value as Shown) })) },
  );
}

/** A prerequisite, and the rules of its boolean toggle; none for a feature that does not exist. */
interface Parent extends Prerequisite {
  rules: TargetingRule[] | undefined;
}

/**
 * The prerequisites of a feature. Undefined if Unleash never enables it, because a feature that it needs needs others.
 * A toggle of ours has one value, so a dependency on variants needs a toggle of its own with the same rules.
 */
export function prerequisitesOf(
  { dependencies = [] }: UnleashFeature,
  features: readonly UnleashFeature[],
  segments: Segments,
): Parent[] | undefined {
  const parents = dependencies.map((dependency) => ({
    ...dependency,
    parent: features.find(({ name }) => name === dependency.feature),
  }));
  if (parents.some(({ parent }) => (parent?.dependencies ?? []).length > 0)) return undefined;
  return parents.map(({ feature, enabled: value = true, variants = [], parent }) => {
    if (variants.length === 0 || !value) {
      const rules =
        parent && mapped(rulesOf(withoutVariants(parent), segments), (one) => one.feature_enabled);
      return { identifier: feature, value, rules };
    }
    const isIncluded = (one: Shown) => one.feature_enabled && variants.includes(one.name);
    const rules = parent && mapped(rulesOf(parent, segments), isIncluded);
    return { identifier: `${feature}: ${variants.join(', ')}`, value, rules };
  });
}
