/** A business rule and the pure decisions about it. */
import { normalizeDate } from '../http/dates.ts';
import { type FieldErrors, InvalidInputError } from '../http/errors.ts';
import type { Principal, Scope } from '../identity/principal.ts';
import { actionErrors } from './action.ts';
import { conditionErrors } from './condition.ts';
import type { CreateRule, Rule, UpdateRule } from './contract.ts';

/** A rule as stored: what the API shows, and what only we need. */
export interface StoredRule {
  rule: Rule;
  /** Grows with every write; the `ETag`. */
  revision: number;
}

export interface WriteContext {
  principal: Pick<Principal, 'subject'>;
  nowMs: number;
}

/** An empty text is as good as none. */
function orNull(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value;
}

function dateOrNull(value: string | null | undefined): string | null {
  const date = orNull(value);
  return date === null ? null : normalizeDate(date);
}

function effectiveRangeErrors({ effectiveFrom, effectiveTo }: Rule): FieldErrors {
  if (effectiveFrom === null || effectiveTo === null) return {};
  return Date.parse(effectiveTo) > Date.parse(effectiveFrom)
    ? {}
    : { effectiveTo: 'must be later than effectiveFrom' };
}

/** Throws InvalidInputError naming each bad field: condition, actions, effective range. */
export function assertValidRule(rule: Rule): void {
  const errors = {
    ...conditionErrors(rule.conditionExpression),
    ...actionErrors('successActions', rule.successActions),
    ...actionErrors('failureActions', rule.failureActions),
    ...effectiveRangeErrors(rule),
  };
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors);
}

/** The new rule. Throws InvalidInputError. */
export function newRule(
  scope: Scope,
  input: CreateRule,
  id: string,
  { principal, nowMs }: WriteContext,
): Rule {
  const at = new Date(nowMs).toISOString();
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
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
    createdAt: at,
    updatedAt: at,
    createdBy: principal.subject,
    updatedBy: principal.subject,
  };
  assertValidRule(rule);
  return rule;
}

/** The rule with the given fields changed and every other as it was. Throws InvalidInputError. */
export function changedRule(rule: Rule, changes: UpdateRule, { principal, nowMs }: WriteContext): Rule {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged: Rule = { ...rule, ...given };
  const changed: Rule = {
    ...merged,
    description: orNull(merged.description),
    ruleCategory: orNull(merged.ruleCategory),
    eventType: orNull(merged.eventType),
    effectiveFrom: dateOrNull(merged.effectiveFrom),
    effectiveTo: dateOrNull(merged.effectiveTo),
    // Two changes within a millisecond still show a new updatedAt.
    updatedAt: new Date(Math.max(nowMs, Date.parse(rule.updatedAt) + 1)).toISOString(),
    updatedBy: principal.subject,
  };
  assertValidRule(changed);
  return changed;
}
