/** Conformance cases of rules: expressions and conditions that are evaluated without a rule. */
import { expect } from 'vitest';
import type { Evaluated } from '../../../shared/modules/rules/authoring/playground-contract.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('rules');
const author = once(() => aCaller());
const path = '/api/business_rules/expressions/evaluate';

async function evaluated(body: Record<string, unknown>): Promise<Evaluated> {
  const { api } = await author();
  const answer = await api.post<Evaluated>(path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const order = { total: 100, lines: [{ price: 19.99, quantity: 2 }] };

proves('playground', async () => {
  expect(await evaluated({ expression: 'total * 0.23 > 20', data: order })).toEqual({
    value: true,
    steps: [
      { expression: 'total', position: 1, value: 100 },
      { expression: 'total * 0.23', position: 1, value: 23 },
      { expression: 'total * 0.23 > 20', position: 1, value: true },
    ],
    error: null,
  });
  const sum = await evaluated({ expression: ' {{sum(lines.map(l, l.price * l.quantity))}}', data: order });
  expect(sum).toMatchObject({ value: 39.98, error: null });
  expect(sum.steps[0]).toEqual({ expression: 'lines', position: 8, value: order.lines });
  const condition = {
    operator: 'AND',
    rules: [
      { field: 'total', operator: '>', value: '{{lines[0].price * 5}}' },
      { field: 'lines', operator: 'ANY', condition: { field: 'quantity', operator: '>', value: 1 } },
    ],
  };
  const held = await evaluated({ conditionExpression: condition, data: order });
  expect(held).toMatchObject({ value: true, steps: [], error: null, trace: { made: 2, missingFields: [] } });
  expect(held.trace?.comparisons[0]).toMatchObject({ path: 'rules[0]', expected: 99.95, actual: 100 });
  expect(await evaluated({ expression: '1 + 1' })).toMatchObject({ value: 2 });
  const { tenantId } = await author();
  const named = { 'order-no': 7, user: { email: 'forged@example.com' } };
  for (const [expression, value] of [
    ['{{order-no}}', 7],
    ['tenant.id', tenantId],
    ['user.email', null],
  ] as const)
    expect(await evaluated({ expression, data: named }), expression).toMatchObject({ value, error: null });
});

proves('playground-errors', async () => {
  const above = { field: 'total', operator: '>' };
  const rows: [body: Record<string, unknown>, message: RegExp, position: number | null][] = [
    [{ expression: 'total * ' }, /./, 9],
    [{ expression: '1 + rond(total)' }, /^there is no function rond/, 5],
    [{ expression: '{{ 1 / 0 }}' }, /^division by zero/, 4],
    [{ expression: 'absent + 1' }, /^absent has no value/, 1],
    [{ conditionExpression: { field: 'total', operator: 'LIKE', value: 1 } }, /^unknown operator/, null],
    [{ conditionExpression: { ...above, value: '{{1 / 0}}' } }, /division by zero/, null],
    [{ conditionExpression: { ...above, value: '{{1 +}}' } }, /^value, position/, null],
  ];
  for (const [body, message, position] of rows) {
    const { value, error } = await evaluated({ ...body, data: order });
    const problem = { message: expect.stringMatching(message), position };
    expect([value, error], JSON.stringify(body)).toEqual([null, problem]);
  }
  const { api } = await author();
  for (const body of [{}, { expression: '1', conditionExpression: { field: 'a', operator: 'IS_EMPTY' } }])
    expect((await api.post(path, { body })).status).toBe(400);
});

proves('playground-limits', async () => {
  const tooMuch = await evaluated({ expression: 'range(0, 1000).map(a, range(0, 1000).map(b, a * b))' });
  expect(tooMuch.error?.message).toMatch(/more than 100000 steps/);
  const long = await evaluated({ expression: '1 + '.repeat(600) });
  expect(long.error?.message).toMatch(/more than 2000 characters/);
  const data = { lines: [1, 2], text: 'x'.repeat(9_000) };
  const large = await evaluated({ expression: 'lines.map(l, text)', data });
  expect(large).toMatchObject({ value: '[OMITTED]', error: null });
  expect(JSON.stringify(large).length).toBeLessThan(5_000);
});
