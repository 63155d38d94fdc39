/** The form of a rule, and the request body. */
import type { Rule } from '../../../shared/clients/typescript/index.ts';
import { type ConditionDraft, draftOf } from '../conditions/condition-tree.ts';
import { type ActionDraft, actionsOf, draftsOf } from './action-draft.ts';

export const ruleTypes = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const;
export const missingPolicies = ['ignore', 'fail'] as const;

export interface RuleForm {
  ruleName: string;
  ruleId: string;
  description: string;
  ruleType: (typeof ruleTypes)[number];
  entityType: string;
  eventType: string;
  priority: number;
  enabled: boolean;
  version: number;
  ruleCategory: string;
  effectiveFrom: string;
  effectiveTo: string;
  missingFieldPolicy: (typeof missingPolicies)[number];
  condition: ConditionDraft;
  successActions: readonly ActionDraft[];
  failureActions: readonly ActionDraft[];
}

export const newRule: RuleForm = {
  ruleName: '',
  ruleId: '',
  description: '',
  ruleType: 'GUARD',
  entityType: '',
  eventType: '',
  priority: 100,
  enabled: true,
  version: 1,
  ruleCategory: '',
  effectiveFrom: '',
  effectiveTo: '',
  missingFieldPolicy: 'ignore',
  condition: draftOf(null),
  successActions: [],
  failureActions: [],
};

export function formOf(rule: Rule): RuleForm {
  const { description, eventType, ruleCategory, effectiveFrom, effectiveTo } = rule;
  return {
    ...newRule,
    ruleName: rule.ruleName,
    ruleId: rule.ruleId,
    description: description ?? '',
    ruleType: rule.ruleType,
    entityType: rule.entityType,
    eventType: eventType ?? '',
    priority: rule.priority,
    enabled: rule.enabled,
    version: rule.version,
    ruleCategory: ruleCategory ?? '',
    effectiveFrom: effectiveFrom ?? '',
    effectiveTo: effectiveTo ?? '',
    missingFieldPolicy: rule.missingFieldPolicy,
    condition: draftOf(rule.conditionExpression),
    successActions: draftsOf(rule.successActions),
    failureActions: draftsOf(rule.failureActions),
  };
}

/** The fields other than the condition. */
export const fieldsOf = (form: RuleForm) => ({
  ruleName: form.ruleName.trim(),
  ruleId: form.ruleId.trim(),
  description: form.description.trim() || null,
  ruleType: form.ruleType,
  entityType: form.entityType.trim(),
  eventType: form.eventType.trim() || null,
  priority: form.priority,
  enabled: form.enabled,
  version: form.version,
  ruleCategory: form.ruleCategory.trim() || null,
  effectiveFrom: form.effectiveFrom.trim() || null,
  effectiveTo: form.effectiveTo.trim() || null,
  missingFieldPolicy: form.missingFieldPolicy,
  successActions: actionsOf(form.successActions),
  failureActions: actionsOf(form.failureActions),
});
