/** Conformance cases of rules: the log of executions. */
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import {
  executed,
  executePath,
  type LogRow,
  listLogs,
  logsPath,
  rulesPath,
} from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { always, aStoredRule } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aTenant } from '../support/stage.ts';

const { proves } = casesOf('rules');

proves('log-entry', async () => {
  const caller = await aCaller();
  const message = 'Order {{entityId}} of {{customer.password}}';
  const rule = await aStoredRule(caller, {
    conditionExpression: { field: 'total', operator: '<', value: 3 },
    failureActions: [{ type: 'LOG', config: { message, level: 'warn' } }],
  });
  const data = { total: 5, customer: { name: 'Ada', password: 'hunter2' } };
  const { logIds } = await executed(caller, { entityId: 'SO-1', eventType: 'created', data });
  const { items, ...page } = await listLogs(caller);
  expect(page).toEqual({ total: 1, totalIsExact: true, page: 1, pageSize: 50, totalPages: 1 });
  const { id, ruleId, ruleName } = rule;
  const logged = { type: 'LOG', success: true, level: 'warn', message: 'Order SO-1 of [REDACTED]' };
  const ofRule = { ruleName, ruleType: 'GUARD', entityType: 'sales.order' };
  const row = {
    ...ofRule,
    id: logIds?.[0],
    ruleId: id,
    ...{ entityId: 'SO-1', eventType: 'created', executionResult: 'FAILURE' },
    inputContext: {
      data: { total: 5, customer: { name: 'Ada', password: '[REDACTED]' } },
      eventType: 'created',
      user: { id: caller.keyId, role: null },
    },
    outputContext: {
      conditionResult: false,
      decidedBy: { path: '', field: 'total', operator: '<', expected: 3, actual: 5, result: false },
      actionsExecuted: [{ ...logged, timestamp: expect.any(String) }],
    },
    errorMessage: null,
    executionTimeMs: expect.any(Number),
    executedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    executedBy: `api_key:${caller.keyId}`,
    eventId: null,
    tenantId: caller.tenantId,
    organizationId: caller.organizationId,
  };
  expect(items).toEqual([row]);
  const path = `${logsPath}/${logIds?.[0]}`;
  expect((await caller.api.get(path)).body).toMatchObject({ ...row, rule: { ...ofRule, id, ruleId } });
  await caller.api.delete(`${rulesPath}?id=${id}`);
  expect((await caller.api.get(path)).body).toMatchObject({ ruleName });
});

proves('log-trace', async () => {
  const caller = await aCaller();
  await aStoredRule(caller);
  await executed(caller, { explain: true });
  const trace = [{ field: 'total', result: true }];
  expect((await listLogs(caller)).items[0]?.outputContext).toMatchObject({ trace });
});

proves('log-per-rule', async () => {
  const caller = await aCaller();
  await Promise.all(Array.from({ length: 20 }, () => aStoredRule(caller)));
  expect(new Set((await executed(caller)).logIds).size).toBe(20);
  expect((await listLogs(caller)).total).toBe(20);
});

proves('log-hidden', async () => {
  const owner = await aCaller();
  await aStoredRule(owner);
  const id = (await executed(owner)).logIds?.[0] ?? '';
  const read = ({ api }: TestCaller, logId: string) => api.get(`${logsPath}/${logId}`);
  const refusal = { status: 404, body: { error: 'Log entry not found.' } };
  for (const stranger of [await aTenant(), await aSibling(owner)]) {
    expect(await read(stranger, id)).toMatchObject(refusal);
    expect((await listLogs(stranger)).items).toEqual([]);
  }
  for (const unknown of ['1'.repeat(27), `${id.slice(0, -3)}999`, '5'])
    expect(await read(owner, unknown), unknown).toMatchObject(refusal);
  for (const invalid of ['abc', randomUUID()]) expect((await read(owner, invalid)).status).toBe(400);
});

/** An organization with five known entries; its tests only read. */
const diary = once(async () => {
  const caller = await aCaller();
  const other = await aKey(caller);
  const a = await aStoredRule(caller, { ruleName: 'A', entityType: 'sales.offer' });
  const b = await aStoredRule(caller, { ruleName: 'B' });
  const run = ({ api }: TestCaller, { id }: { id: string }, body: object) =>
    api.post(`${executePath}/${id}`, { body });
  await run(caller, a, { entityId: 'OF-1', data: { total: 1 } });
  await run(caller, a, { data: { total: 1e9 } });
  await run(caller, b, { data: { total: 1 } });
  await run(other, b, { data: { total: 1 } });
  await run(caller, a, { eventType: 'deleted', data: { total: 1 } });
  return { caller, other, a, b };
});
const all = ['A SUCCESS', 'B SUCCESS', 'B SUCCESS', 'A FAILURE', 'A SUCCESS'];

async function expectRows(rows: readonly (readonly [string, readonly string[]])[]): Promise<void> {
  const { caller } = await diary();
  for (const [query, expected] of rows) {
    const { items } = await listLogs(caller, query);
    const found = items.map(({ ruleName, executionResult }) => `${ruleName} ${executionResult}`);
    expect(found, query).toEqual(expected);
  }
}

proves('log-filters', async () => {
  const { a, b, other, caller } = await diary();
  await expectRows([
    ['', all],
    [`ruleId=${b.id}`, ['B SUCCESS', 'B SUCCESS']],
    [`ruleId=${b.id.toUpperCase()}`, ['B SUCCESS', 'B SUCCESS']],
    [`ruleId=${randomUUID()}`, []],
    ['executionResult=FAILURE', ['A FAILURE']],
    ['executionResult=ERROR', []],
    ['entityType=sales.order', ['B SUCCESS', 'B SUCCESS']],
    ['entityId=OF-1', ['A SUCCESS']],
    ['eventType=deleted', ['A SUCCESS']],
    [`executedBy=api_key:${other.keyId}`, ['B SUCCESS']],
    ['executedAtFrom=2h', all],
    ['executedAtTo=2h', []],
    [`ruleId=${a.id}&executionResult=SUCCESS&executedAtFrom=1d`, ['A SUCCESS', 'A SUCCESS']],
    ['ruleId=&executionResult=&sortField=', all],
  ]);
  const [first, second] = (await listLogs(caller)).items;
  expect((await listLogs(caller, `id=${second?.id}`)).items).toEqual([second]);
  expect(BigInt(first?.id ?? 0) > BigInt(second?.id ?? 0)).toBe(true);
});

proves('log-order', async () => {
  await expectRows([
    ['sortDir=asc', all.toReversed()],
    ['pageSize=2&page=2', all.slice(2, 4)],
    ['pageSize=2&page=4', []],
    ['sortDir=asc&pageSize=2&page=2', ['B SUCCESS', 'B SUCCESS']],
    [
      'sortField=executionResult&sortDir=asc',
      ['A FAILURE', 'A SUCCESS', 'B SUCCESS', 'B SUCCESS', 'A SUCCESS'],
    ],
    ['sortField=id&sortDir=asc&pageSize=2', ['A SUCCESS', 'A FAILURE']],
  ]);
  const { caller } = await diary();
  const page = { total: 5, totalPages: 3, totalIsExact: true };
  expect(await listLogs(caller, 'pageSize=2&page=2')).toMatchObject(page);
  expect(await listLogs(await aCaller())).toMatchObject({ items: [], total: 0, totalPages: 0 });
});

proves('log-query', async () => {
  const { caller } = await diary();
  const refused = [
    ...['pageSize=x', 'ruleId=ORDER-LIMIT', 'executionResult=success', 'executedAtFrom=yesterday'],
    ...[
      'executedAtTo=2026-02-30',
      'executedAtFrom=7y',
      'executedAtFrom=1d&executedAtTo=2d',
      'sortField=message',
    ],
  ];
  for (const query of refused) {
    const { status, body } = await caller.api.get(`${logsPath}?${query}`);
    expect(status, query).toBe(400);
    expect(body).toHaveProperty('details');
  }
});

proves('log-organizations', async () => {
  const owner = await aTenant();
  const sibling = await aSibling(owner);
  for (const [caller, ruleName] of [
    [owner, 'one'],
    [sibling, 'two'],
    [owner, 'three'],
  ] as const) {
    const { id } = await aStoredRule(caller, { ruleName });
    await caller.api.post(`${executePath}/${id}`, { body: { data: {} } });
  }
  const { api } = await aKey({ ...owner, isSuperAdmin: true });
  const headers = { cookie: 'svc_selected_org=__all__' };
  for (const [query, expected] of [
    ['', ['three', 'two', 'one']],
    ['sortDir=asc', ['one', 'two', 'three']],
    ['pageSize=1&page=2', ['two']],
  ] as const) {
    const { body } = await api.get<{ items: LogRow[] }>(`${logsPath}?${query}`, { headers });
    const found = body.items.map(({ ruleName }) => ruleName);
    expect(found, query).toEqual(expected);
  }
});

proves('log-stats', async () => {
  const { caller } = await diary();
  const statsOf = async (query = '') => (await caller.api.get(`${logsPath}/stats?${query}`)).body;
  expect(await statsOf()).toMatchObject({ executions: 5, success: 4, successRate: 0.8, isExact: true });
  expect(await statsOf()).not.toHaveProperty('groups');
  const failures = { executions: 1, success: 0, successRate: 0 };
  expect(await statsOf('executionResult=FAILURE')).toMatchObject(failures);
  const groups = {
    rule: ['A 3 1', 'B 2 0'],
    result: ['SUCCESS 4 0', 'FAILURE 1 1'],
    entityType: ['sales.offer 3 1', 'sales.order 2 0'],
  };
  for (const [groupBy, expected] of Object.entries(groups)) {
    const { groups: found } = await statsOf(`groupBy=${groupBy}`);
    const rows = found as { name: string; executions: number; failure: number }[];
    expect(rows.map(({ name, executions, failure }) => `${name} ${executions} ${failure}`)).toEqual(expected);
  }
});

proves('not-applied', async () => {
  const caller = await aCaller();
  await aStoredRule(caller, { ruleType: 'ACTION' });
  await executed(caller, { data: { total: 1 } });
  await executed(caller, { data: { total: 1_000_000 } });
  const { body } = await caller.api.get(`${logsPath}/stats`);
  expect(body).toMatchObject({ executions: 2, success: 1, failure: 0, notApplied: 1, successRate: 1 });
});

proves('log-export', async () => {
  const { caller } = await diary();
  const textOf = async (path: string) => {
    const headers = { 'x-api-key': caller.key };
    const response = await fetch(`${inject('baseUrl')}${logsPath}${path}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="rule_logs\./);
    return response.text();
  };
  for (const format of ['csv', 'json', 'xml', 'markdown']) {
    const text = await textOf(`?format=${format}&executionResult=FAILURE`);
    expect(text).toContain('FAILURE');
    expect(text).not.toContain('SUCCESS');
  }
  expect((await textOf('?format=csv&pageSize=1')).trim().split('\n')).toHaveLength(6);
});

proves('log-deletion', async () => {
  const owner = await aCaller();
  const sibling = await aSibling(owner);
  for (const caller of [owner, sibling]) {
    await aStoredRule(caller, { conditionExpression: always });
    await executed(caller);
  }
  const remove = ({ api }: TestCaller, olderThan: string) => api.delete(`${logsPath}?olderThan=${olderThan}`);
  const ok = { ok: true, finished: true };
  expect(await remove(owner, '90d')).toMatchObject({ status: 200, body: { ...ok, deleted: 0 } });
  expect(await remove(owner, '0m')).toMatchObject({ body: { ...ok, deleted: 1 } });
  expect([(await listLogs(owner)).total, (await listLogs(sibling)).total]).toEqual([0, 1]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const olderThan of ['', 'old', '90', '90y', '2026-02-30', tomorrow])
    expect((await remove(owner, olderThan)).status, olderThan).toBe(400);
  const { body } = await owner.api.get('/api/audit_logs/actions?resource=business_rules.log');
  const changes = { entries: { before: 1, after: 0 } };
  expect(body).toMatchObject({ items: [{ action: 'deleted', changes }] });
});
