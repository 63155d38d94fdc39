import { describe, expect, it } from 'vitest';
import { matchesAny, patternProblem } from '../../../shared/modules/webhooks/endpoints/patterns.ts';

describe('subscription patterns', () => {
  it.each(['*', 'sales.*', 'sales.order.created', 'sales.staff.rota.published', 'my_module.*'])(
    '%s is valid',
    (pattern) => {
      expect(patternProblem(pattern)).toBeUndefined();
    },
  );

  it.each([
    ...['', '**', '*.created', 'sales.*.created', 'sales.order.*', 'sales.', 'sales*', 'a b'],
    ...['sales..order', 'sales', 'sales.order', 'Sales.order.created'],
  ])('"%s" is invalid', (pattern) => {
    expect(patternProblem(pattern)).toContain('must be');
  });

  it.each(['webhooks.*', 'webhooks.delivery.failed'])('"%s" is refused, as it never matches', (pattern) => {
    expect(patternProblem(pattern)).toContain('never to webhooks');
  });

  it.each([
    [['*'], 'sales.order.created', true],
    [['sales.*'], 'sales.order.created', true],
    [['sales.*'], 'sales.staff.rota.published', true],
    [['sales.*'], 'salesforce.lead.created', false],
    [['sales.order.created'], 'sales.order.created', true],
    [['sales.order.created'], 'sales.order.updated', false],
    [['sales.order'], 'sales.order.created', false],
    [['auth.*', 'sales.order.created'], 'sales.order.created', true],
    [['*'], 'webhooks.delivery.failed', false],
    [['webhooks.*'], 'webhooks.delivery.failed', false],
    [['webhooks.delivery.failed'], 'webhooks.delivery.failed', false],
  ])('%j matches %s: %s', (patterns, type, matches) => {
    expect(matchesAny(patterns, type)).toBe(matches);
  });
});
