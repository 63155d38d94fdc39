import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type FailedRuleEvent,
  failedRuleType,
  notifyOfFailedRule,
} from '../../../shared/modules/notifications/rule-notifications.ts';
import { aNotification } from '../../support/builders/notifications.ts';
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
      tenantId,
      organizationId,
      idempotencyKey: randomUUID(),
      data: {
        id,
        ruleId: 'SLOW',
        ruleName: 'Slow rule',
        entityType: 'sales.order',
        errorMessage: 'It took too long.',
      },
    });
    const first = event();
    for (const one of [first, first, event(), event()]) await notifyOfFailedRule(one, Date.now());
    const features = ['notifications.view', 'business_rules.rules.edit'];
    const editor = await aKey({ ...owner, features });
    const { body } = await editor.api.get<{ items: object[]; total: number }>('/api/notifications');
    expect(body).toMatchObject({
      total: 1,
      items: [
        {
          type: failedRuleType,
          severity: 'error',
          title: 'The rule “Slow rule” failed',
          body: 'It took too long.',
          occurrences: 3,
          sourceEntityId: id,
        },
      ],
    });
    const forged = { type: failedRuleType, groupKey: id, requiredFeature: 'business_rules.rules.edit' };
    const asked = await owner.api.post('/api/notifications/feature', {
      body: aNotification({ ...forged, title: 'All is well' }),
    });
    expect(asked.status).toBe(201);
    const both = await editor.api.get<{ items: { title: string }[] }>('/api/notifications');
    expect(both.body.items.map(({ title }) => title).toSorted()).toEqual([
      'All is well',
      'The rule “Slow rule” failed',
    ]);
    const viewer = await aKey({ ...owner, features: ['notifications.view', 'business_rules.rules.view'] });
    expect((await viewer.api.get('/api/notifications')).body).toMatchObject({ total: 0 });
  });
});
