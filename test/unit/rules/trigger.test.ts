import { describe, expect, it } from 'vitest';
import { factsOf, triggerOf } from '../../../shared/modules/rules/execution/trigger.ts';

const event = (type: string, more: Record<string, unknown> = {}) => ({
  type,
  tenantId: 't',
  organizationId: 'o',
  data: { id: 'SO-1' },
  ...more,
});

describe('an event', () => {
  it.each<[string, string, string[]]>([
    ['sales.order.created', 'sales.order', ['created', 'afterCreate', 'afterSave']],
    ['sales.order.updated', 'sales.order', ['updated', 'afterUpdate', 'afterSave']],
    ['sales.order.deleted', 'sales.order', ['deleted', 'afterDelete']],
    ['sales.order.shipped', 'sales.order', ['shipped']],
    ['sales.order.toString', 'sales.order', ['toString']],
    ['sales.order.line.added', 'sales.order.line', ['added']],
    ['webhooks.webhook.disabled', 'webhooks.webhook', ['disabled']],
  ])('%s has the entity type %s and triggers rules of %j', (type, entityType, events) => {
    const home = { tenantId: 't', organizationId: 'o', entityId: 'SO-1' };
    expect(triggerOf(event(type))).toEqual({ ...home, entityType, eventType: events[0], events });
  });

  it.each([
    'business_rules.rule.created',
    'business_rules.rule.execution_failed',
    'notifications.notification.created',
    'webhooks.delivery.failed',
    'order.created',
    'created',
    '',
  ])('%s triggers nothing', (type) => {
    expect(triggerOf(event(type))).toBeUndefined();
  });

  it('without a tenant or organization triggers nothing', () => {
    expect(triggerOf(event('sales.order.created', { tenantId: null }))).toBeUndefined();
    expect(triggerOf(event('sales.order.created', { organizationId: null }))).toBeUndefined();
  });

  it.each([
    [{ id: 5 }, '5'],
    [{ id: { a: 1 } }, null],
    [{}, null],
  ])('with the data %j has the entity %j', (data, entityId) => {
    expect(triggerOf(event('sales.order.created', { data }))?.entityId).toBe(entityId);
  });
});

describe('the input of rules', () => {
  it('is a record with its fields, which record properties override', () => {
    const values = { fields: { total: 5, id: 'own' }, customFields: { priority: 'high' } };
    const record = { id: 'r1', entityType: 'sales.order', ...values };
    expect(factsOf(record)).toEqual({ ...record, total: 5, cf_priority: 'high', id: 'r1' });
  });

  it('is the unchanged data of other events', () => {
    const data = { total: 5, fields: ['a'] };
    expect(factsOf(data)).toBe(data);
  });
});
