import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { applyConditions } from '../../../shared/modules/webhooks/deliveries/condition.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
const event = {
  type: 'sales.order.shipped',
  timestamp: '2026-03-01T09:29:59.000Z',
  data: { total: 250, lines: [{ sku: 'A-1' }], placedOn: '2026-03-01' },
};
const aSubscription = (webhookId: string, condition?: object) => ({
  organizationId: 'organization',
  webhookId,
  patterns: ['sales.*'],
  url: 'https://example.com/',
  maxAttempts: 1,
  createdAtMs: 0,
  ...(condition && { conditionText: JSON.stringify(condition) }),
});

describe('the condition of a webhook', () => {
  it.each<[string, object, boolean]>([
    ['a field of the data', { field: 'data.total', operator: '>', value: 100 }, true],
    ['another value', { field: 'data.total', operator: '>', value: 250 }, false],
    ['the type', { field: 'type', operator: 'ENDS_WITH', value: '.shipped' }, true],
    ['an element of a list', { field: 'data.lines[0].sku', operator: 'MATCHES', value: '^A-' }, true],
    ['a moment', { field: 'data.placedOn', operator: '=', value: '{{today}}' }, true],
    ['a missing field of the event', { field: 'data.country', operator: '=', value: 'NO' }, false],
    ['a group', { operator: 'NOT', rules: [{ field: 'data.total', operator: 'IS_NOT_EMPTY' }] }, false],
  ])('evaluates %s', async (_, condition, holds) => {
    const subscription = aSubscription('webhook', condition);
    const { selected, heldBack } = await applyConditions([subscription], event, nowMs);
    expect([selected, heldBack]).toEqual(holds ? [[subscription], []] : [[], [subscription]]);
  });

  it('is evaluated per webhook, and accepts everything by default', async () => {
    const all = [
      aSubscription('large', { field: 'data.total', operator: '>', value: 1_000 }),
      aSubscription('every'),
      aSubscription('small', { field: 'data.total', operator: '<', value: 1_000 }),
    ];
    const { selected, heldBack } = await applyConditions(all, event, nowMs);
    expect(selected.map(({ webhookId }) => webhookId)).toEqual(['every', 'small']);
    expect(heldBack.map(({ webhookId }) => webhookId)).toEqual(['large']);
  });

  it('accepts events if it cannot be evaluated', async () => {
    const broken = { ...aSubscription('broken'), conditionText: '{"field":' };
    expect(await applyConditions([broken], event, nowMs)).toEqual({ selected: [broken], heldBack: [] });
  });

  it('accepts events if the conditions of other webhooks took two seconds', async () => {
    let clockMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      clockMs += 50;
      return clockMs;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const fails = { field: 'data.total', operator: '>', value: 1_000 };
    const all = Array.from({ length: 30 }, (_, index) => aSubscription(`webhook-${index}`, fails));
    const { selected, heldBack } = await applyConditions(all, event, nowMs);
    expect(heldBack).toEqual(all.slice(0, 20));
    expect(selected).toEqual(all.slice(20));
  });
});
