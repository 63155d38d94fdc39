/** Conformance cases of rules: executions and their results. */
import { expect } from 'vitest';
import {
  execute,
  executed,
  executePath,
  getRule,
  listLogs,
  nestedGroups,
  rulesPath,
} from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { always, aStoredRule, expectHidden, idsOf, never, setStatus } from '../support/rules.ts';
import { aCaller, aName, aSibling, aTenant, created } from '../support/stage.ts';
import { aLoggedInUser } from '../support/users.ts';

const { proves } = casesOf('rules');

proves('executed-rules', async () => {
  const caller = await aCaller();
  const rules: Record<string, unknown>[] = [
    { ruleId: 'LOW', priority: 1 },
    { ruleId: 'B', priority: 10 },
    { ruleId: 'A', priority: 10 },
    { ruleId: 'HIGH', priority: 9_999 },
    { ruleId: 'OFF', enabled: false },
    { ruleId: 'OTHER', entityType: 'sales.orders' },
    { ruleId: 'CASE', entityType: 'Sales.order' },
    { ruleId: 'FUTURE', effectiveFrom: '2999-01-01' },
    { ruleId: 'PAST', effectiveTo: '2001-01-01' },
    { ruleId: 'NOW', priority: 0, effectiveFrom: '2001-01-01', effectiveTo: '2999-01-01' },
  ];
  await Promise.all(rules.map((rule) => aStoredRule(caller, { ruleType: 'VALIDATION', ...rule })));
  expect(idsOf(await executed(caller))).toEqual(['HIGH', 'A', 'B', 'LOW', 'NOW']);
  const none = { allowed: true, executedRules: [], errors: [], logIds: [] };
  expect(await executed(caller, { entityType: 'unknown.knows' })).toMatchObject(none);
});

proves('event-types', async () => {
  const caller = await aCaller();
  for (const eventType of [undefined, 'created', 'deleted'])
    await aStoredRule(caller, { ruleId: String(eventType ?? 'any'), eventType });
  const rows: [unknown, string[]][] = [
    [undefined, ['any', 'created', 'deleted']],
    [null, ['any', 'created', 'deleted']],
    ['', ['any', 'created', 'deleted']],
    ['created', ['any', 'created']],
    ['Created', ['any']],
    ['shipped', ['any']],
  ];
  for (const [eventType, expected] of rows)
    expect(idsOf(await executed(caller, { eventType })), String(eventType)).toEqual(expected);
});

const order = {
  total: 100,
  lines: [
    { qty: 3, price: 0.1 },
    { qty: 1, price: 0.2 },
  ],
  paidAt: '2026-10-25T00:30:00Z',
};
const setTax = (value: unknown) => [{ type: 'SET_FIELD', config: { field: 'tax', value } }];

proves('calculated', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller, { ruleType: 'CALCULATION', successActions: setTax(0) });
  const rows: [text: string, value: unknown][] = [
    ['{{total * 0.23}}', 23],
    ['{{0.1 + 0.2}}', 0.3],
    ['{{lines.map(l, l.qty * l.price).sum()}}', 0.5],
    ['{{money(total / 3, "EUR")}}', 33.33],
    ['{{total > 50 ? "large" : "small"}}', 'large'],
    ['{{lines.filter(l, l.qty > 1)}}', [{ qty: 3, price: 0.1 }]],
    ['{{dateText(paidAt, "America/New_York")}}', '2026-10-24'],
    ['Tax {{fixed(total * 0.23, "EUR")}} of {{total}}', 'Tax 23.00 of 100'],
    ['{{total}}', 100],
    ['{{order-no}} {{customer.name}}', '{{order-no}} {{customer.name}}'],
  ];
  for (const [text, value] of rows) {
    const saved = await caller.api.put(rulesPath, { body: { id, successActions: setTax(text) } });
    expect(saved.status, text).toBe(200);
    expect((await executed(caller, { data: order })).fields, text).toEqual({ tax: value });
  }
  const later = [
    ...setTax('{{total * 0.23}}'),
    { type: 'SET_FIELD', config: { field: 'gross', value: '{{total + tax}}' } },
  ];
  await caller.api.put(rulesPath, { body: { id, successActions: later } });
  expect((await executed(caller, { data: order })).fields).toEqual({ tax: 23, gross: 123 });
});

proves('calculated-values', async () => {
  const caller = await aCaller();
  const condition = { field: 'total', operator: '>', value: '{{limit * 2}}' };
  await aStoredRule(caller, { ruleType: 'GUARD', conditionExpression: condition });
  expect((await executed(caller, { data: { total: 21, limit: 10 } })).allowed).toBe(true);
  expect((await executed(caller, { data: { total: 20, limit: 10 } })).allowed).toBe(false);
  const { allowed, executedRules } = await executed(caller, { data: { total: 20 } });
  const error = expect.stringMatching(
    /^Rule R\w*, conditionExpression, \{\{limit \* 2\}\}, position 1: limit has no value\.$/,
  );
  expect([allowed, executedRules[0]]).toMatchObject([false, { conditionResult: false, error }]);
});

proves('failed-expressions', async () => {
  const caller = await aCaller();
  const successActions = [...setTax('{{ totl * 2}}'), { type: 'LOG', config: { message: 'after' } }];
  await aStoredRule(caller, { ruleType: 'CALCULATION', successActions });
  const { executedRules, fields } = await executed(caller, { data: order });
  const error = expect.stringMatching(/^Rule R\w*, config\.value, position 4: totl has no value\.$/);
  expect(executedRules[0]?.actionsExecuted?.results).toMatchObject([
    { type: 'SET_FIELD', success: false, error },
    { type: 'LOG', success: true },
  ]);
  expect(fields).toEqual({});
});

proves('own-rules', async () => {
  const owner = await aCaller();
  await aStoredRule(owner, { ruleId: 'OWNED' });
  for (const stranger of [await aTenant(), await aSibling(owner)]) {
    await aStoredRule(stranger, { ruleId: 'OTHER' });
    expect(idsOf(await executed(stranger))).toEqual(['OTHER']);
  }
  expect(idsOf(await executed(owner))).toEqual(['OWNED']);
});

proves('current-rules', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller, { conditionExpression: always, successActions: setStatus('one') });
  const change = (changes: object) => caller.api.put(rulesPath, { body: { id, ...changes } });
  expect((await executed(caller)).fields).toEqual({ status: 'one' });
  await change({ successActions: setStatus('two') });
  expect((await executed(caller)).fields).toEqual({ status: 'two' });
  await change({ enabled: false });
  expect(idsOf(await executed(caller))).toEqual([]);
  await change({ enabled: true, priority: 5, entityType: 'sales.offer' });
  expect(idsOf(await executed(caller))).toEqual([]);
  expect(idsOf(await executed(caller, { entityType: 'sales.offer' }))).toEqual(['R']);
  await caller.api.delete(`${rulesPath}?id=${id}`);
  expect(idsOf(await executed(caller, { entityType: 'sales.offer' }))).toEqual([]);
});

proves('at-most-100', async () => {
  const caller = await aCaller();
  await Promise.all(Array.from({ length: 100 }, () => aStoredRule(caller)));
  expect(idsOf(await executed(caller))).toHaveLength(100);
  await aStoredRule(caller);
  expect(await executed(caller)).toMatchObject({
    ...{ allowed: false, executedRules: [], logIds: [] },
    errors: [expect.stringMatching(/More than 100 rules/)],
  });
  expect((await listLogs(caller, 'pageSize=1')).total).toBe(100);
});

proves('result', async () => {
  const caller = await aCaller();
  const guard = await aStoredRule(caller, {
    ruleId: 'GUARD',
    priority: 2,
    conditionExpression: { field: 'total', operator: '<', value: 100 },
    failureActions: [
      { type: 'BLOCK_TRANSITION', config: { message: 'Order {{entityId}} of {{total}} needs {{who}}.' } },
      { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
      { type: 'SET_FIELD', config: { field: 'total', value: '{{total}}' } },
    ],
  });
  await aStoredRule(caller, { ruleId: 'PLAIN', priority: 1, ruleType: 'ACTION', conditionExpression: never });
  const answer = await executed(caller, { entityId: 'SO-1', data: { total: 250 }, explain: true });
  expect(answer).toMatchObject({ allowed: false, fields: { status: 'review', total: 250 }, errors: [] });
  expect(answer.logIds).toEqual([expect.stringMatching(/^\d{27}$/), expect.any(String)]);
  expect(answer.executedRules).toMatchObject([
    {
      ...{ id: guard.id, ruleId: guard.ruleId, ruleType: 'GUARD', result: 'FAILURE', conditionResult: false },
      message: 'Order SO-1 of 250 needs {{who}}.',
      actionsExecuted: {
        success: true,
        results: [
          { type: 'BLOCK_TRANSITION', success: true, allowed: false },
          { type: 'SET_FIELD', success: true, field: 'status', value: 'review' },
          { type: 'SET_FIELD', success: true, field: 'total', value: 250 },
        ],
      },
      logId: answer.logIds?.[0],
      trace: {
        made: 1,
        decidedBy: { field: 'total', operator: '<', expected: 100, actual: 250, result: false },
      },
    },
    { conditionResult: false, actionsExecuted: null },
  ]);
  for (const { executionTime } of answer.executedRules) expect(Number.isInteger(executionTime)).toBe(true);
});

proves('failed-actions', async () => {
  const caller = await aCaller();
  await aStoredRule(caller, {
    conditionExpression: always,
    successActions: [
      { type: 'NOTIFY', config: { recipients: 'unknown', message: 'm' } },
      { type: 'CALL_WEBHOOK', config: { url: 'ftp://{{tenantId}}' } },
      { type: 'LOG', config: { message: 'm' } },
    ],
  });
  const { executedRules, errors, allowed } = await executed(caller);
  const refused = 'No message was sent, because these are no addresses or active users: unknown.';
  expect(executedRules[0]?.actionsExecuted).toMatchObject({
    success: false,
    results: [
      { type: 'NOTIFY', success: false, error: refused },
      { type: 'CALL_WEBHOOK', success: false, error: 'The url must begin with https:// or http://.' },
      { type: 'LOG', success: true },
    ],
  });
  expect([errors.length, allowed]).toEqual([2, true]);
  expect((await listLogs(caller)).items[0]).toMatchObject({
    ...{ executionResult: 'SUCCESS', errorMessage: expect.stringMatching(/NOTIFY.*CALL_WEBHOOK/) },
  });
});

proves('kept-blocks', async () => {
  const caller = await aCaller();
  const block = { type: 'BLOCK_TRANSITION', config: { message: 'At most {{limit * 2}}.' } };
  const { id } = await aStoredRule(caller, { ruleType: 'VALIDATION', failureActions: [block] });
  const isAllowed = async (data: object) => (await executed(caller, { data })).allowed;
  const change = (changes: object) => caller.api.put(rulesPath, { body: { id, ...changes } });
  await change({ conditionExpression: never });
  expect(await isAllowed({ total: 1 })).toBe(false);
  const large = { type: 'SET_FIELD', config: { field: 'copy', value: '{{text}}{{text}}' } };
  await change({ failureActions: [large, block] });
  expect(await isAllowed({ text: 'x'.repeat(600_000), limit: 1 })).toBe(false);
  await change({ conditionExpression: { field: 'total', operator: '<=', value: '{{limit * 2}}' } });
  expect(await isAllowed({ total: 1 })).toBe(false);
  expect(await isAllowed({ total: 1, limit: 1 })).toBe(true);
});

proves('any-condition', async () => {
  const caller = await aCaller();
  const conditions = [
    nestedGroups(5_000, always),
    { operator: 'AND', rules: [always, { field: 'a', operator: 'NOT_IN', value: ['x'.repeat(200_000)] }] },
    { field: 'number', operator: 'MATCHES', value: '^SO-\\d+$' },
  ];
  for (const conditionExpression of conditions) await aStoredRule(caller, { conditionExpression });
  const answer = await executed(caller, { data: { number: 'SO-1001' } });
  expect(answer.executedRules.map(({ conditionResult }) => conditionResult)).toEqual([true, true, true]);
});

proves('list-conditions', async () => {
  const caller = await aCaller();
  const onLine = { field: 'qty', operator: '>', compareToField: '$data.limit' };
  const conditionExpression = { field: 'lines', operator: 'ANY', condition: onLine };
  await aStoredRule(caller, { conditionExpression });
  const data = { limit: 10, lines: [{ qty: 4 }, { qty: 12 }] };
  const { executedRules } = await executed(caller, { data, explain: true });
  const decisive = { path: '', field: 'qty', operator: '>', expected: 10, actual: 12, result: true };
  const elements = [
    { index: 0, result: false },
    { index: 1, decidedBy: decisive },
  ];
  expect(executedRules).toMatchObject([{ conditionResult: true, trace: { decidedBy: { elements } } }]);
  const other = await executed(caller, { data: { limit: 20, lines: data.lines } });
  expect(other.executedRules).toMatchObject([{ conditionResult: false }]);
});

proves('any-data', [null, 'text', [1, 2], {}], async (data) => {
  const caller = await aCaller();
  await aStoredRule(caller, { conditionExpression: always });
  expect((await executed(caller, { data })).executedRules).toMatchObject([{ conditionResult: true }]);
});

proves('execution-input', async () => {
  const caller = await aCaller();
  const refused: [object, string][] = [
    [{ data: undefined }, 'data'],
    [{ entityType: 5 }, 'entityType'],
    [{ entityId: 5 }, 'entityId'],
    [{ dryRun: 'yes' }, 'dryRun'],
    [{ explain: 1 }, 'explain'],
  ];
  for (const [body, field] of refused) {
    const answer = await execute(caller, { ...body });
    expect(answer, field).toMatchObject({ status: 400, body: { details: { [field]: expect.any(String) } } });
  }
  for (const body of ['{', '{"entityType":"a.b","data":{"__proto__":{"x":1}}}'])
    expect((await caller.api.post(executePath, { body })).status).toBe(400);
});

proves('response-size', async () => {
  const caller = await aCaller();
  await aStoredRule(caller, {
    conditionExpression: { field: 'text', operator: 'CONTAINS', value: 'y' },
    failureActions: [
      { type: 'SET_FIELD', config: { field: 'a', value: '{{text}}' } },
      { type: 'SET_FIELD', config: { field: 'b', value: '{{text}}' } },
      { type: 'LOG', config: { message: '{{text}}' } },
    ],
  });
  const answer = await execute(caller, { data: { text: 'x'.repeat(1_000_000) }, explain: true });
  expect(answer.status).toBe(200);
  expect(answer.body.executedRules[0]).toMatchObject({ error: expect.stringMatching(/were not run/) });
});

proves('user-placeholders', async () => {
  const caller = await aCaller();
  const values = { id: '{{user.id}}', email: '{{user.email}}', name: '{{user.name}}', role: '{{user.role}}' };
  const { id } = await aStoredRule(caller, {
    conditionExpression: { field: 'owner', operator: '=', value: '{{coalesce(user.email, "unknown")}}' },
    ...{ successActions: setStatus(values), failureActions: setStatus(values) },
  });
  expect((await executed(caller)).fields.status).toEqual({ ...values, id: caller.keyId });
  const owner = 'owner@example.com';
  const claimed = { id: 'x', email: owner, name: 'x', role: 'x' };
  const forged = await executed(caller, { data: { owner, user: claimed } });
  expect(forged).toMatchObject({
    executedRules: [{ conditionResult: false }],
    fields: { status: { ...values, id: caller.keyId } },
  });
  const role = aName('role');
  await created(caller.api.post('/api/auth/roles', { body: { name: role } }));
  const user = await aLoggedInUser(caller, { features: ['business_rules.rules.execute'], roles: [role] });
  const data = { owner: user.email };
  const { body } = await user.api.post(executePath, { body: { entityType: 'sales.order', data } });
  const seen = { id: user.id, email: user.email, name: user.name, role };
  expect(body).toMatchObject({ executedRules: [{ conditionResult: true }], fields: { status: seen } });
  const one = await user.api.post(`${executePath}/${id}`, { body: { data } });
  expect(one.body.fields).toMatchObject({ status: seen });
  const bound = await aStoredRule(caller, { successActions: setStatus('{{cel.bind(u, user, u.email)}}') });
  const other = await user.api.post(`${executePath}/${bound.id}`, { body: { data: { total: 1 } } });
  expect(other.body.fields).toMatchObject({ status: user.email });
});

proves('missing-fields', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  expect(rule.missingFieldPolicy).toBe('ignore');
  const run = (more = {}) => executed(caller, { data: { totl: 1 }, ...more });
  const [lenient] = (await run({ explain: true })).executedRules;
  expect(lenient).toMatchObject({ result: 'SUCCESS', trace: { missingFields: ['total'] } });
  expect(lenient).not.toHaveProperty('missingFields');
  await caller.api.put(rulesPath, { body: { id: rule.id, missingFieldPolicy: 'fail' } });
  expect(await run()).toMatchObject({
    allowed: false,
    executedRules: [{ result: 'FAILURE', conditionResult: false, missingFields: ['total'] }],
  });
  expect((await run({ data: { total: 1 } })).allowed).toBe(true);
  const { items } = await listLogs(caller, 'executionResult=FAILURE');
  expect(items).toMatchObject([{ outputContext: { missingFields: ['total'] } }]);
});

const executeOne = ({ api }: TestCaller, id: string, body: object = {}) =>
  api.post(`${executePath}/${id}`, { body: { data: { total: 5 }, ...body } });

proves('one-rule', async () => {
  const caller = await aCaller();
  const successActions = setStatus('{{entityType}} {{entityId}}');
  const rule = await aStoredRule(caller, { eventType: 'deleted', successActions });
  const { id, ruleId, ruleName } = rule;
  const { status, body } = await executeOne(caller, id, { entityId: 'SO-1', explain: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ success: true, id, ruleId, ruleName, allowed: true, conditionResult: true, trace: { made: 1 } },
    ...{ actionsExecuted: { success: true }, fields: { status: 'sales.order SO-1' } },
    logId: expect.stringMatching(/^\d+$/),
  });
  expect((await listLogs(caller)).items).toMatchObject([{ id: body.logId, ruleId: id, entityId: 'SO-1' }]);
  const planned = await executeOne(caller, id, { entityType: 'sales.offer', dryRun: true });
  const fields = { status: 'sales.offer {{entityId}}' };
  expect(planned.body).toMatchObject({ fields, actionsPlanned: ['SET_FIELD'] });
  expect(planned.body).not.toHaveProperty('logId');
  expect((await listLogs(caller)).total).toBe(1);
  expect((await getRule(caller, id)).body).toEqual(rule);
});

proves(
  'one-rule-inactive',
  [
    { given: { enabled: false }, error: 'disabled' },
    { given: { effectiveFrom: '2999-01-01' }, error: 'takes effect at 2999-01-01' },
    { given: { effectiveTo: '2001-01-01' }, error: 'until 2001-01-01' },
  ],
  async ({ given, error }) => {
    const caller = await aCaller();
    const rule = { ...given, conditionExpression: never, failureActions: setStatus(1) };
    const { id } = await aStoredRule(caller, rule);
    const { status, body } = await executeOne(caller, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, conditionResult: false, actionsExecuted: null, fields: {} });
    expect(body.error).toContain(error);
    expect((await listLogs(caller)).total).toBe(0);
  },
);

proves('one-rule-hidden', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller);
  await expectHidden([await aTenant(), await aSibling(caller)], [executeOne], id);
  await caller.api.delete(`${rulesPath}?id=${id}`);
  const gone = { status: 404, body: { success: false, error: 'Rule not found.' } };
  expect(await executeOne(caller, id)).toMatchObject(gone);
  expect((await executeOne(caller, 'ORDER-LIMIT')).status).toBe(400);
  expect((await caller.api.post(`${executePath}/${id}`, { body: {} })).status).toBe(400);
});
