/** A business rule and the pure decisions about it. */
import type { ChangeContext } from '../audit/record.ts';
import { normalizeDate } from '../http/dates.ts';
import { InvalidInputError } from '../http/errors.ts';
import type { Scope } from '../identity/principal.ts';
import type { CreateRule, Rule, UpdateRule } from './contract.ts';

/** A rule as stored: what the API shows, and what only we need. */
export interface StoredRule {
  rule: Rule;
  /** Grows with every write; the `ETag`. */
  revision: number;
}

/** An empty text is as good as none. */
function orNull(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : value;
}

function dateOrNull(value: string | null | undefined): string | null {
  const date = orNull(value);
  return date === null ? null : normalizeDate(date);
}

/** Throws InvalidInputError; what concerns one field alone, the schema has checked. */
function assertEffectiveRange({ effectiveFrom, effectiveTo }: Rule): void {
  if (effectiveFrom === null || effectiveTo === null) return;
  if (Date.parse(effectiveTo) <= Date.parse(effectiveFrom)) {
    throw new InvalidInputError({ effectiveTo: 'must be later than effectiveFrom' });
  }
}

/** The new rule. Throws InvalidInputError. */
export function newRule(
  scope: Scope,
  input: CreateRule,
  id: string,
  { principal, nowMs }: ChangeContext,
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
  assertEffectiveRange(rule);
  return rule;
}

/** The rule with the given fields changed and every other as it was. Throws InvalidInputError. */
export function changedRule(rule: Rule, changes: UpdateRule, { principal, nowMs }: ChangeContext): Rule {
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
  assertEffectiveRange(changed);
  return changed;
}
