/** Notifies users who edit rules when a rule fails. */
import type { Message } from '../../kernel/queues/message.ts';
import { notify } from './notify.ts';

export const failedRuleType = 'business_rules.rule.execution_failed';

export type FailedRuleEvent = Message<{
  id: string;
  ruleId: string;
  ruleName: string;
  entityType: string;
  errorMessage: string;
}>;

/** Notifies holders of `business_rules.rules.edit` of a failed rule. Each rule has at most one active notification. */
export async function notifyOfFailedRule(event: FailedRuleEvent, nowMs: number): Promise<void> {
  const { tenantId, organizationId, data } = event;
  if (tenantId === null || organizationId === null) return;
  await notify(
    {
      scope: { tenantId, organizationId },
      to: { feature: 'business_rules.rules.edit' },
      type: failedRuleType,
      severity: 'error',
      title: `The rule “${data.ruleName}” failed`,
      body: data.errorMessage,
      titleKey: `${failedRuleType}.title`,
      bodyKey: `${failedRuleType}.body`,
      variables: { ruleName: data.ruleName, entityType: data.entityType, errorMessage: data.errorMessage },
      icon: 'rule',
      source: { module: 'business_rules', entityType: 'business_rules.rule', entityId: data.id },
      groupKey: data.id,
    },
    { nowMs, causes: [event.id] },
  );
}
