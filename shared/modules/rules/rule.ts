/** A business rule and the pure decisions about it. */

import { differences } from '../../kernel/audit/record.ts';
import { runAsOf, shownRunAs } from '../../kernel/auth/run-as.ts';
import { lastMomentOf, normalizeDate } from '../../kernel/base/dates.ts';
import { canonicalJson, toJson } from '../../kernel/base/json.ts';
import { hasFeature, type Scope } from '../../kernel/base/principal.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { RequestContext } from '../../kernel/http/operation.ts';
import { maxRuleRevisions, type RuleChange } from './authoring/rule-change.ts';
import type { CreateRule, Rule, UpdateRule } from './authoring/rule-fields-contract.ts';
import { ActionForbiddenError } from './errors.ts';
import { featureOfAction } from './execution/action.ts';

/** A stored rule: the fields of the API, and internal fields. */
export interface StoredRule {
  rule: Rule;
  /** Incremented with every write; the `ETag`. */
  revision: number;
  /** The change that created this revision. */
  change: RuleChange;
  /** The oldest kept revision. */
  oldestRevision: number;
  /** The secrets of a kept revision, whose `rule` has them masked (authoring/sealed-revision.ts). */
  sealedSecrets?: string;
}

/** Bytes of the rule as a client writes it, without generated and unset fields. */
export function writtenBytes(rule: Partial<Record<keyof Rule, unknown>>): number {
  const { id, tenantId, organizationId, createdAt, updatedAt, createdBy, updatedBy, ...own } = rule;
  const { runAs, blockedReason, missingFieldPolicy, ...written } = own;
  const given = Object.entries(written).filter(([, value]) => value !== null);
  return Buffer.byteLength(toJson(Object.fromEntries(given)));
}

/** The first revision of a new rule. */
export function firstRevision(rule: Rule): StoredRule {
  const change = { action: 'created', changedFields: [], restoredFrom: null } as const;
  return { rule, revision: 1, change, oldestRevision: 1 };
}

/** The next revision of the rule read as `before`. */
export function nextRevision(
  before: StoredRule,
  rule: Rule,
  { action, restoredFrom = null }: { action: RuleChange['action']; restoredFrom?: number | null },
): StoredRule {
  const revision = before.revision + 1;
  const changedFields = Object.keys(differences({ ...before.rule }, { ...rule }));
  const oldestRevision = Math.max(before.oldestRevision, revision - maxRuleRevisions + 1);
  return { rule, revision, change: { action, changedFields, restoredFrom }, oldestRevision };
}

/** An empty text means null. */
function orNull(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value;
}

function dateOrNull(value: string | null | undefined): string | null {
  const date = orNull(value);
  return date === null ? null : normalizeDate(date);
}

/** Throws InvalidInputError. The schema has already checked each field alone. */
function assertEffectiveRange({
  effectiveFrom,
  effectiveTo,
}: Pick<Rule, 'effectiveFrom' | 'effectiveTo'>): void {
  if (effectiveFrom === null || effectiveTo === null) return;
  if (lastMomentOf(effectiveTo) <= Date.parse(effectiveFrom)) {
    throw new InvalidInputError({ effectiveTo: 'must be later than effectiveFrom' });
  }
}

/** Checks the given period of a rule that is not saved yet. Throws InvalidInputError. */
export const assertPeriod = ({
  effectiveFrom,
  effectiveTo,
}: Pick<UpdateRule, 'effectiveFrom' | 'effectiveTo'>): void =>
  assertEffectiveRange({ effectiveFrom: dateOrNull(effectiveFrom), effectiveTo: dateOrNull(effectiveTo) });

/** The new rule, which runs as the caller. Throws InvalidInputError. */
export function newRule(
  scope: Scope,
  input: CreateRule,
  id: string,
  { principal, nowMs }: RequestContext,
): Rule {
  const at = toIso(nowMs);
  const rule: Rule = {
    id,
    ruleId: input.ruleId,
    ruleName: input.ruleName,
    description: orNull(input.description),
    ruleType: input.ruleType,
    ruleCategory: orNull(input.ruleCategory),
    entityType: input.entityType,
    eventType: orNull(input.eventType),
    conditionExpression: input.conditionExpression,
    successActions: input.successActions ?? null,
    failureActions: input.failureActions ?? null,
    enabled: input.enabled,
    priority: input.priority,
    version: input.version,
    effectiveFrom: dateOrNull(input.effectiveFrom),
    effectiveTo: dateOrNull(input.effectiveTo),
    missingFieldPolicy: input.missingFieldPolicy ?? 'ignore',
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
    runAs: shownRunAs(runAsOf(principal)),
    blockedReason: null,
    createdAt: at,
    updatedAt: at,
    createdBy: principal.subject,
    updatedBy: principal.subject,
  };
  assertEffectiveRange(rule);
  return rule;
}

/** Fields that decide what a rule does, and for which data. Names, times, order and `enabled` do not. */
const effectFields = [
  'conditionExpression',
  'missingFieldPolicy',
  'successActions',
  'failureActions',
  'entityType',
  'eventType',
] as const satisfies readonly (keyof Rule)[];

/**
 * Who a changed rule runs as: the caller if the change concerns what the rule does. Otherwise an editor with few rights
 * could use those of the author.
 */
function runAsAfter(before: Rule, after: Rule, { principal }: RequestContext) {
  const isSame = effectFields.every(
    (field) => canonicalJson(before[field] ?? null) === canonicalJson(after[field] ?? null),
  );
  if (isSame) return { runAs: before.runAs, blockedReason: before.blockedReason };
  return { runAs: shownRunAs(runAsOf(principal)), blockedReason: null };
}

/** The rule, running as the caller. */
export function takenOverRule(rule: Rule, { principal, nowMs }: RequestContext): Rule {
  return {
    ...rule,
    runAs: shownRunAs(runAsOf(principal)),
    blockedReason: null,
    updatedAt: laterThan(rule.updatedAt, nowMs),
    updatedBy: principal.subject,
  };
}

/** Throws ActionForbiddenError if the caller makes the rule run as itself and lacks features of its actions. */
export function assertMayRun(before: Rule | undefined, after: Rule, { principal }: RequestContext): void {
  const isOwn = before === undefined || before.runAs !== after.runAs;
  const types = [...(after.successActions ?? []), ...(after.failureActions ?? [])].map(({ type }) =>
    String(type),
  );
  const lacks = (type: string): string[] => {
    const feature = featureOfAction(type);
    return feature === undefined || hasFeature(principal, feature) ? [] : [feature];
  };
  const forbidden = isOwn ? [...new Set(types)].filter((type) => lacks(type).length > 0) : [];
  if (forbidden.length > 0) throw new ActionForbiddenError(forbidden, [...new Set(forbidden.flatMap(lacks))]);
}

/** The live rule with the content of one of its earlier revisions. */
export function revertedRule(rule: Rule, earlier: Rule, context: RequestContext): Rule {
  const { id, tenantId, organizationId, createdAt, createdBy } = rule;
  return {
    ...earlier,
    ...{ id, tenantId, organizationId, createdAt, createdBy },
    ...runAsAfter(rule, earlier, context),
    updatedAt: laterThan(rule.updatedAt, context.nowMs),
    updatedBy: context.principal.subject,
  };
}

/** The restored deleted rule. */
export const restoredRule = (rule: Rule, context: RequestContext): Rule => revertedRule(rule, rule, context);

/** The rule with the given fields changed. Throws InvalidInputError. */
export function changedRule(rule: Rule, changes: UpdateRule, context: RequestContext): Rule {
  const { principal, nowMs } = context;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: Rule = { ...rule, ...given };
  const changed: Rule = {
    ...merged,
    description: orNull(merged.description),
    ruleCategory: orNull(merged.ruleCategory),
    eventType: orNull(merged.eventType),
    effectiveFrom: dateOrNull(merged.effectiveFrom),
    effectiveTo: dateOrNull(merged.effectiveTo),
    updatedAt: laterThan(rule.updatedAt, nowMs),
    updatedBy: principal.subject,
  };
  assertEffectiveRange(changed);
  return { ...changed, ...runAsAfter(rule, changed, context) };
}
