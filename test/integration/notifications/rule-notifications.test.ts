import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type FailedRuleEvent,
  failedRuleType,
  notifyOfFailedRule,
} from '../../../shared/modules/notifications/rule-notifications.ts';
import { listOf, notifyHolders, titlesOf } from '../../support/builders/notifications.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a rule that fails', () => {
  it('notifies users who may change rules once, for repeated failures', async () => {
    const owner = await aTenant();
    const { tenantId, organizationId } = owner;
    const id = randomUUID();
    const event = (): FailedRuleEvent => ({
      v: 1,
      id: randomUUID(),
      type: failedRuleType,
      ...{ tenantId, organizationId, idempotencyKey: randomUUID() },
      data: {
        ...{ id, ruleId: 'SLOW', ruleName: 'Slow rule', entityType: 'sales.order' },
        errorMessage: 'It took too long.',
      },
    });
    const first = event();
    for (const one of [first, first, event(), event()]) await notifyOfFailedRule(one, Date.now());
    const features = ['notifications.view', 'business_rules.rules.edit'];
    const editor = await aKey({ ...owner, features });
    const title = 'The rule “Slow rule” failed';
    expect((await listOf(editor)).items).toMatchObject([
      {
        ...{ type: failedRuleType, severity: 'error', title, body: 'It took too long.' },
        ...{ occurrences: 3, sourceEntityId: id },
      },
    ]);
    const forged = { type: failedRuleType, groupKey: id, title: 'All is well' };
    await notifyHolders(owner, 'business_rules.rules.edit', forged);
    expect((await titlesOf(editor)).toSorted()).toEqual(['All is well', title]);
    const viewer = await aKey({ ...owner, features: ['notifications.view', 'business_rules.rules.view'] });
    expect(await titlesOf(viewer)).toEqual([]);
  });
});
