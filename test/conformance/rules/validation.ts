/** Conformance cases of rules: checks of a rule before it is saved. */
import { expect } from 'vitest';
import type { Validation } from '../../../shared/modules/rules/authoring/authoring-contract.ts';
import { conditionExample } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { ruleLimits } from '../../../shared/modules/rules/authoring/rule-limits.ts';
import { aFullRule, listRules, rulesPath } from '../../support/builders/rules.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('rules');
const author = once(() => aCaller());

async function validated(body: Record<string, unknown>): Promise<Validation> {
  const { api } = await author();
  const answer = await api.post<Validation>(`${rulesPath}/validate`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const save = async (body: Record<string, unknown>) =>
  (await author()).api.post(rulesPath, { body: aRule(body) });

proves('valid', async () => {
  const { conditionExpression } = aRule();
  for (const body of [{}, aRule(), aFullRule(), { conditionExpression }, { successActions: null }])
    expect(await validated(body)).toEqual({ valid: true, errors: {}, warnings: [], evaluation: null });
});

proves('same-errors', async () => {
  const bad = {
    ruleId: '',
    priority: -1,
    conditionExpression: { operator: 'AND', rules: [{ field: 'total', operator: 'LIKE', value: 1 }] },
    successActions: [{ type: 'SHOUT' }],
  };
  const answer = await validated(bad);
  expect(answer).toMatchObject({ valid: false, warnings: [], evaluation: null });
  expect(Object.keys(answer.errors).toSorted()).toEqual(Object.keys(bad).toSorted());
  expect((await save(bad)).body.details).toMatchObject(answer.errors);
  const period = { effectiveFrom: '2026-01-02', effectiveTo: '2026-01-01' };
  expect((await validated(period)).errors).toEqual((await save(period)).body.details);
  expect(await validated({ effectiveTo: '2026-01-01' })).toMatchObject({ valid: true });
  const room = ruleLimits.bytes - Buffer.byteLength('{"conditionExpression":}');
  const sized = (bytes: number) => {
    const condition = { field: 'a', operator: '=', value: '' };
    return { ...condition, value: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(condition))) };
  };
  expect(await validated({ conditionExpression: sized(room) })).toMatchObject({ valid: true, errors: {} });
  const tooLarge = { conditionExpression: sized(room + 1) };
  const errors = { body: 'must have at most 262144 bytes of JSON' };
  expect(await validated(tooLarge)).toMatchObject({ valid: false, errors });
  expect((await save(tooLarge)).status).toBe(413);
});

proves('warnings', async () => {
  const { valid, warnings } = await validated({
    conditionExpression: {
      operator: 'AND',
      rules: [
        { field: 'status', operator: 'IN', value: 'open' },
        { field: 'number', operator: 'MATCHES', value: '(?=x)' },
        { field: 'total', operator: '>', value: '{{limit}}' },
      ],
    },
    failureActions: [{ type: 'EMIT_EVENT', config: { eventName: 'auth.user.created' } }],
  });
  expect(valid).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(/^rules\[0\]: IN needs a list/),
    expect.stringMatching(/^rules\[1\]: The pattern is not a valid RE2 pattern/),
    expect.stringMatching(/^rules\[2\]: \{\{limit\}\} is unknown/),
    expect.stringMatching(/^failureActions\[0\]: the name of the event/),
  ]);
});

proves('refused-expressions', async () => {
  const set = (value: unknown) => ({ type: 'SET_FIELD', config: { field: 'tax', value } });
  const rows: [body: Record<string, unknown>, details: Record<string, RegExp>][] = [
    [{ successActions: [set('{{total * }}')] }, { successActions: /^\[0\]\.config\.value, position \d+: / }],
    [
      { failureActions: [set(1), set({ a: ['x {{rond(total)}}'] })] },
      { failureActions: /^\[1\]\.config\.value\.a\[0\], position 5: there is no function rond/ },
    ],
    [
      { successActions: [set('{{no expression}}')] },
      { successActions: /is neither a name nor an expression/ },
    ],
    [
      { conditionExpression: { field: 'a', operator: '=', value: '{{b ** 2}}' } },
      { conditionExpression: /^value, position 6: / },
    ],
  ];
  for (const [body, details] of rows) {
    const refused = await save(body);
    expect(refused.status, JSON.stringify(body)).toBe(400);
    const expected = Object.fromEntries(
      Object.entries(details).map(([field, text]) => [field, expect.stringMatching(text)]),
    );
    expect(refused.body.details).toEqual(expected);
    expect((await validated(body)).errors).toEqual(refused.body.details);
  }
  const successActions = [set('{{total}} {{a.b[0]}} {{order-no}} {{ open')];
  const saved = await save({ ruleId: 'NAMES', successActions });
  expect(saved.status).toBe(201);
});

proves('setting-types', async () => {
  const log = [{ type: 'LOG', config: { message: 'm' } }];
  const set = [{ type: 'SET_FIELD', config: { field: 'tax', value: 1 } }];
  for (const ruleType of ['CALCULATION', 'ASSIGNMENT']) {
    const refused = await save({ ruleId: `NO-${ruleType}`, ruleType, successActions: log });
    const details = { ruleType: `a ${ruleType} rule needs a SET_FIELD action` };
    expect([refused.status, refused.body.details]).toEqual([400, details]);
    const empty = await save({ ruleId: `EMPTY-${ruleType}`, ruleType, successActions: null });
    const warning = `ruleType: a ${ruleType} rule needs a SET_FIELD action; without one, it has no effect.`;
    expect(empty.status).toBe(201);
    expect((await validated({ ruleType })).warnings).toEqual([warning]);
    const saved = await save({ ruleId: `SETS-${ruleType}`, ruleType, failureActions: [...log, ...set] });
    expect(saved.status).toBe(201);
    const { api } = await author();
    const update = (changes: object) => api.put(rulesPath, { body: { id: saved.body.id, ...changes } });
    expect((await update({ failureActions: log })).body).toMatchObject({ details });
    expect((await update({ ruleType: 'ACTION', failureActions: log })).status).toBe(200);
    expect((await update({ ruleType })).body).toMatchObject({ details });
  }
});

proves('missing-fields-named', async () => {
  const body = { ruleType: 'GUARD', conditionExpression: conditionExample, data: { totl: 50 } };
  const missingFields = ['total', 'customer.creditLimit'];
  const { warnings, evaluation } = await validated(body);
  expect(warnings).toEqual(missingFields.map((field) => `The data has no field ${field}.`));
  expect(evaluation).toMatchObject({ allowed: true, missingFields, trace: { missingFields } });
  const strict = await validated({ ...body, missingFieldPolicy: 'fail' });
  expect(strict.evaluation).toMatchObject({ allowed: false, conditionResult: false });
});

proves('tried-on-data', async () => {
  const caller = await author();
  const { total } = (await listRules(caller)).pagination;
  const { evaluation } = await validated({
    ruleType: 'GUARD',
    conditionExpression: { field: 'total', operator: '<', value: 100 },
    failureActions: [
      { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
      { type: 'NOTIFY', config: { recipients: 'a@example.com', message: '{{total}}' } },
    ],
    data: { total: 250 },
  });
  expect(evaluation).toMatchObject({
    conditionResult: false,
    allowed: false,
    fields: { status: 'review' },
    actionsExecuted: { success: true, results: [{ type: 'SET_FIELD' }, { type: 'NOTIFY', message: '250' }] },
    trace: { made: 1, decidedBy: { field: 'total', expected: 100, actual: 250, result: false } },
  });
  expect((await listRules(caller)).pagination.total).toBe(total);
  expect((await caller.api.get('/api/business_rules/logs')).body).toMatchObject({ total: 0 });
  expect((await validated({ data: null })).evaluation).toMatchObject({ conditionResult: true });
  const pattern = { conditionExpression: { field: 'a', operator: 'MATCHES', value: 'x' }, data: { a: 'x' } };
  expect((await validated(pattern)).evaluation).toMatchObject({ conditionResult: true });
});
