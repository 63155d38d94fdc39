import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import { newExecutionName } from '../../../shared/modules/rules/log/logged-execution.ts';
import { logWrites } from '../../../shared/modules/rules/log/rule-log.ts';
import {
  aStoredRule,
  executed,
  executePath,
  type LogRow,
  listLogs,
  logsPath,
} from '../../support/builders/rules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { anExecutableRule, anInput, fails, logMessage, run } from '../../support/runtime/executions.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
const now = Date.now();

interface Past {
  agoMs: number;
  rules?: Parameters<typeof anExecutableRule>[0][];
  by?: string;
  input?: Parameters<typeof anInput>[0];
}

/** Writes the log of an earlier execution. */
async function anOldExecution(
  { tenantId, organizationId }: TestCaller,
  { agoMs, rules = [{}], by = 'user:ada', input = {} }: Past,
): Promise<string[]> {
  const place = { tenantId, organizationId };
  const at = { principal: { subject: by }, nowMs: now - agoMs };
  const made = anInput({ place, context: at, ...input });
  const executable = rules.map((rule) => anExecutableRule({ id: randomUUID(), ...rule }));
  const execution = await run(executable, made, { clock: () => 0 });
  const { writes, logIds } = logWrites(execution, made, {
    execution: newExecutionName(),
    executedBy: by,
    eventId: null,
  });
  await transact(writes);
  return logIds;
}

describe('the log', () => {
  it('has every rule of every execution: input without secrets, outcome, user and time', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller, {
      conditionExpression: { field: 'total', operator: '<', value: 3 },
      failureActions: [
        { type: 'LOG', config: { message: 'Order {{entityId}} of {{customer.password}}', level: 'warn' } },
      ],
    });
    const data = { total: 5, customer: { name: 'Ada', password: 'hunter2' } };
    const { logIds } = await executed(caller, { entityId: 'SO-1', eventType: 'created', data });
    const { items, ...page } = await listLogs(caller);
    expect(page).toEqual({ total: 1, totalIsExact: true, page: 1, pageSize: 50, totalPages: 1 });
    const row = {
      id: logIds?.[0],
      ruleId: rule.id,
      ruleName: rule.ruleName,
      ruleType: 'GUARD',
      entityType: 'sales.order',
      entityId: 'SO-1',
      eventType: 'created',
      executionResult: 'FAILURE',
      inputContext: {
        data: { total: 5, customer: { name: 'Ada', password: '[REDACTED]' } },
        eventType: 'created',
        user: { id: caller.keyId, role: null },
      },
      outputContext: {
        conditionResult: false,
        decidedBy: { path: '', field: 'total', operator: '<', expected: 3, actual: 5, result: false },
        actionsExecuted: [
          {
            type: 'LOG',
            success: true,
            level: 'warn',
            message: 'Order SO-1 of [REDACTED]',
            timestamp: expect.any(String),
          },
        ],
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
    const detail = await caller.api.get(`${logsPath}/${logIds?.[0]}`);
    expect(detail).toMatchObject({
      status: 200,
      body: {
        ...row,
        rule: {
          id: rule.id,
          ruleId: 'ORDER-LIMIT',
          ruleName: rule.ruleName,
          ruleType: 'GUARD',
          entityType: 'sales.order',
        },
      },
    });
  });

  it('keeps the comparisons of an execution with explain', async () => {
    const caller = await aTenant();
    await aStoredRule(caller);
    await executed(caller, { explain: true });
    const { items } = await listLogs(caller);
    expect(items[0]?.outputContext).toMatchObject({ trace: [{ field: 'total', result: true }] });
  });

  it('is kept after the rule is deleted', async () => {
    const caller = await aTenant();
    const { id } = await aStoredRule(caller);
    const { logIds } = await executed(caller);
    await caller.api.delete(`/api/business_rules/rules?id=${id}`);
    expect((await caller.api.get(`${logsPath}/${logIds?.[0]}`)).body).toMatchObject({
      ruleName: 'Block large orders',
    });
  });

  it('returns the same 404 for unknown and foreign entries, and 400 for an invalid id', async () => {
    const owner = await aTenant();
    await aStoredRule(owner);
    const { logIds } = await executed(owner);
    const path = `${logsPath}/${logIds?.[0]}`;
    const unknown = await owner.api.get(`${logsPath}/${'1'.repeat(27)}`);
    expect(unknown).toMatchObject({ status: 404, body: { error: 'Log entry not found.' } });
    for (const stranger of [await aTenant(), await aSibling(owner)]) {
      expect(await stranger.api.get(path)).toMatchObject({ status: 404, body: unknown.body });
      expect((await listLogs(stranger)).items).toEqual([]);
    }
    expect((await owner.api.get(`${path.slice(0, -3)}999`)).status).toBe(404);
    expect((await owner.api.get(`${logsPath}/5`)).status).toBe(404);
    expect((await owner.api.get(`${logsPath}/abc`)).status).toBe(400);
    expect((await owner.api.get(`${logsPath}/${randomUUID()}`)).status).toBe(400);
  });
});

/** One tenant with known entries; the tests of this file only read. */
let caller: TestCaller;
const [ruleA, ruleB] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  caller = await aTenant();
  await anOldExecution(caller, {
    agoMs: 3 * dayMs,
    rules: [{ id: ruleA, ruleName: 'A', entityType: 'sales.offer' }],
    input: { entityType: 'sales.offer', entityId: 'OF-1', eventType: null },
  });
  await anOldExecution(caller, {
    agoMs: 2 * dayMs,
    rules: [
      { id: ruleA, ruleName: 'A', condition: fails },
      { id: ruleB, ruleName: 'B' },
    ],
  });
  await anOldExecution(caller, {
    agoMs: 90 * minuteMs,
    rules: [{ id: ruleB, ruleName: 'B' }],
    by: 'user:bob',
  });
  await anOldExecution(caller, {
    agoMs: minuteMs,
    rules: [{ id: ruleA, ruleName: 'A' }],
    input: { eventType: 'deleted' },
  });
});

const namesOf = (items: readonly LogRow[]) =>
  items.map(({ ruleName, executionResult }) => `${ruleName} ${executionResult}`);
const all = ['A SUCCESS', 'B SUCCESS', 'B SUCCESS', 'A FAILURE', 'A SUCCESS'];
const ago = (ms: number): string => encodeURIComponent(new Date(now - ms).toISOString());

describe('GET /api/business_rules/logs', () => {
  it.each([
    ['', all],
    ['sortDir=asc', [...all].reverse()],
    ['pageSize=2', all.slice(0, 2)],
    ['pageSize=2&page=2', all.slice(2, 4)],
    ['pageSize=2&page=3', all.slice(4)],
    ['pageSize=2&page=4', []],
    ['sortDir=asc&pageSize=2&page=2', ['B SUCCESS', 'B SUCCESS']],
    [`ruleId=${ruleB}`, ['B SUCCESS', 'B SUCCESS']],
    [`ruleId=${ruleB.toUpperCase()}`, ['B SUCCESS', 'B SUCCESS']],
    [`ruleId=${randomUUID()}`, []],
    ['executionResult=FAILURE', ['A FAILURE']],
    ['executionResult=ERROR', []],
    ['entityType=sales.offer', ['A SUCCESS']],
    ['entityId=OF-1', ['A SUCCESS']],
    ['eventType=deleted', ['A SUCCESS']],
    ['executedBy=user:bob', ['B SUCCESS']],
    ['executedAtFrom=2h', ['A SUCCESS', 'B SUCCESS']],
    ['executedAtFrom=30m', ['A SUCCESS']],
    ['executedAtFrom=1w', all],
    ['executedAtTo=1d', ['B SUCCESS', 'A FAILURE', 'A SUCCESS']],
    [`executedAtFrom=${ago(2 * dayMs)}&executedAtTo=${ago(2 * dayMs)}`, ['B SUCCESS', 'A FAILURE']],
    [`executedAtFrom=${ago(2 * dayMs - 1)}&executedAtTo=1d`, []],
    [`ruleId=${ruleA}&executionResult=SUCCESS&executedAtFrom=1d`, ['A SUCCESS']],
    [
      'sortField=executionResult&sortDir=asc',
      ['A FAILURE', 'A SUCCESS', 'B SUCCESS', 'B SUCCESS', 'A SUCCESS'],
    ],
    ['sortField=entityType&sortDir=asc&pageSize=1', ['A SUCCESS']],
    ['sortField=executionTimeMs&sortDir=desc', all],
    ['sortField=id&sortDir=asc&pageSize=2', ['A SUCCESS', 'A FAILURE']],
    ['ruleId=&executionResult=&sortField=', all],
  ])('%s', async (query, expected) => {
    const { items } = await listLogs(caller, query);
    expect(namesOf(items)).toEqual(expected);
  });

  it('counts all that match', async () => {
    expect(await listLogs(caller, 'pageSize=2&page=2')).toMatchObject({
      total: 5,
      totalPages: 3,
      totalIsExact: true,
    });
    expect(await listLogs(caller, `ruleId=${ruleB}&pageSize=1`)).toMatchObject({ total: 2, totalPages: 2 });
    expect(await listLogs(await aTenant())).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it('reads at most 10 MB for a page far beyond the end', async () => {
    const owner = await aTenant();
    const success = Array.from({ length: 8 }, () => logMessage('x'.repeat(1_000)));
    const rules = Array.from({ length: 100 }, () => ({ success }));
    for (let minute = 1; minute <= 14; minute++)
      await anOldExecution(owner, { agoMs: minute * minuteMs, rules });
    const answer = await owner.api.get(`${logsPath}?page=1000000&pageSize=200`);
    expect(answer).toMatchObject({ status: 200, body: { items: [], totalIsExact: false } });
    const queries = (await callsOf(answer)).filter(({ action }) => action === 'Query');
    expect(queries.length).toBeLessThanOrEqual(10);
  });

  it('finds one entry by its id', async () => {
    const [first, second] = (await listLogs(caller)).items;
    expect((await listLogs(caller, `id=${second?.id}`)).items).toEqual([second]);
    expect(Number(BigInt(first?.id ?? 0) > BigInt(second?.id ?? 0))).toBe(1);
  });

  it.each([
    'page=0',
    'pageSize=201',
    'pageSize=x',
    'ruleId=ORDER-LIMIT',
    'executionResult=success',
    'executedAtFrom=yesterday',
    'executedAtTo=2026-02-30',
    'executedAtFrom=7y',
    'executedAtFrom=1d&executedAtTo=2d',
    'sortField=message',
    'sortDir=up',
  ])('refuses %s', async (query) => {
    const { status, body } = await caller.api.get(`${logsPath}?${query}`);
    expect(status).toBe(400);
    expect(body).toHaveProperty('details');
  });

  it('lists several organizations together, the latest first', async () => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    await anOldExecution(owner, { agoMs: 3_000, rules: [{ ruleName: 'one' }] });
    await anOldExecution(sibling, { agoMs: 2_000, rules: [{ ruleName: 'two' }] });
    await anOldExecution(owner, { agoMs: 1_000, rules: [{ ruleName: 'three' }] });
    const everywhere = await aKey({ ...owner, isSuperAdmin: true });
    const headers = { cookie: 'svc_selected_org=__all__' };
    for (const [query, expected] of [
      ['', ['three', 'two', 'one']],
      ['sortDir=asc', ['one', 'two', 'three']],
      ['pageSize=1&page=2', ['two']],
    ] as const) {
      const { body } = await everywhere.api.get<{ items: LogRow[] }>(`${logsPath}?${query}`, { headers });
      expect(
        body.items.map(({ ruleName }) => ruleName),
        query,
      ).toEqual(expected);
    }
  });

  it('omits expired entries that are still in the table', async () => {
    const owner = await aTenant();
    const [id] = await anOldExecution(owner, { agoMs: 91 * dayMs });
    await anOldExecution(owner, { agoMs: 89 * dayMs, rules: [{ ruleName: 'kept' }] });
    expect((await listLogs(owner)).items.map(({ ruleName }) => ruleName)).toEqual(['kept']);
    expect((await owner.api.get(`${logsPath}/${id}`)).status).toBe(404);
  });
});

describe('the statistics of the log', () => {
  interface Stats {
    executions: number;
    success: number;
    successRate: number;
    isExact: boolean;
    groups?: { key: string; name: string; executions: number; failure: number }[];
  }
  const statsOf = async (query = '') => (await caller.api.get<Stats>(`${logsPath}/stats?${query}`)).body;

  it('count matching entries, of the last seven days by default', async () => {
    expect(await statsOf()).toMatchObject({ executions: 5, success: 4, successRate: 0.8, isExact: true });
    expect(await statsOf()).not.toHaveProperty('groups');
    expect(await statsOf('executedAtFrom=1d')).toMatchObject({ executions: 2 });
    expect(await statsOf('executionResult=FAILURE')).toMatchObject({
      executions: 1,
      success: 0,
      successRate: 0,
    });
  });

  it('are distinguished', async () => {
    const groups = async (groupBy: string) =>
      (await statsOf(`groupBy=${groupBy}`)).groups?.map(({ name, executions, failure }) => [
        name,
        executions,
        failure,
      ]);
    expect(await groups('rule')).toEqual([
      ['A', 3, 1],
      ['B', 2, 0],
    ]);
    expect(await groups('result')).toEqual([
      ['SUCCESS', 4, 0],
      ['FAILURE', 1, 1],
    ]);
    expect(await groups('entityType')).toEqual([
      ['sales.order', 4, 1],
      ['sales.offer', 1, 0],
    ]);
    expect((await groups('day'))?.length).toBeGreaterThanOrEqual(3);
    expect((await caller.api.get(`${logsPath}/stats?groupBy=user`)).status).toBe(400);
  });
});

describe('the log as a file', () => {
  it.each(['csv', 'json', 'xml', 'markdown'])(
    'is exported as %s, filtered, without secrets',
    async (format) => {
      const path = `${inject('baseUrl')}${logsPath}/export?format=${format}&executionResult=FAILURE`;
      const response = await fetch(path, { headers: { 'x-api-key': caller.key } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="rule_logs\./);
      const text = await response.text();
      expect(text).toContain('FAILURE');
      expect(text).not.toContain('SUCCESS');
    },
  );

  it('is CSV by default, the same as the list with format=csv', async () => {
    const headers = { 'x-api-key': caller.key };
    const [own, list] = await Promise.all(
      [`${logsPath}/export`, `${logsPath}?format=csv`].map(async (path) =>
        (await fetch(`${inject('baseUrl')}${path}`, { headers })).text(),
      ),
    );
    expect(own?.split('\n')).toHaveLength(7);
    expect(own).toBe(list);
  });

  it('is complete and sorted for any number of entries', async () => {
    const owner = await aTenant();
    const rules = Array.from({ length: 60 }, (_, index) => ({
      ruleName: `rule ${String(index).padStart(2, '0')}`,
    }));
    for (const agoMs of [1_000, 2_000, 3_000]) await anOldExecution(owner, { agoMs, rules });
    const fetchNames = async (query: string) => {
      const response = await fetch(`${inject('baseUrl')}${logsPath}?format=json&${query}`, {
        headers: { 'x-api-key': owner.key },
      });
      return ((await response.json()) as Record<string, string>[]).map(
        (row) => `${row.executedAt} ${row.id}`,
      );
    };
    for (const [query, isDescending] of [
      ['', true],
      ['sortDir=asc', false],
    ] as const) {
      const names = await fetchNames(query);
      expect(names).toHaveLength(180);
      expect(names).toEqual(isDescending ? names.toSorted().reverse() : names.toSorted());
    }
    expect(await fetchNames('sortField=ruleId')).toHaveLength(180);
  });
});

describe('DELETE /api/business_rules/logs', () => {
  const remove = (from: TestCaller, olderThan: string) =>
    from.api.delete(`${logsPath}?olderThan=${olderThan}`);

  it('deletes older entries of the own organization, and returns their number', async () => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    for (const each of [owner, sibling]) {
      await anOldExecution(each, { agoMs: 3 * dayMs, rules: [{}, {}] });
      await anOldExecution(each, { agoMs: minuteMs, rules: [{ ruleName: 'kept' }] });
    }
    expect(await remove(owner, '90d')).toMatchObject({
      status: 200,
      body: { ok: true, deleted: 0, finished: true },
    });
    expect(await remove(owner, '2d')).toMatchObject({ body: { ok: true, deleted: 2, finished: true } });
    expect((await listLogs(owner)).items.map(({ ruleName }) => ruleName)).toEqual(['kept']);
    expect((await listLogs(sibling)).total).toBe(3);
    expect(await remove(owner, new Date(now + dayMs - 1).toISOString())).toMatchObject({ status: 400 });
    expect(await remove(owner, '0m')).toMatchObject({ body: { deleted: 1 } });
  });

  it('deletes hundreds of executions at once, and writes an audit entry', async () => {
    const owner = await aTenant();
    await Promise.all(
      Array.from({ length: 230 }, (_, index) => anOldExecution(owner, { agoMs: dayMs + index })),
    );
    expect(await remove(owner, '1d')).toMatchObject({ body: { deleted: 230, finished: true } });
    expect((await listLogs(owner)).total).toBe(0);
    const { body } = await owner.api.get('/api/audit_logs/actions?resource=business_rules.log');
    expect(body).toMatchObject({
      items: [{ action: 'deleted', changes: { entries: { before: 230, after: 0 } } }],
    });
  });

  it('needs its own feature and an age', async () => {
    const owner = await aTenant();
    const viewer = await aKey({ ...owner, features: ['business_rules.logs.view'] });
    expect(await remove(viewer, '90d')).toMatchObject({
      status: 403,
      body: { required: ['business_rules.logs.delete'] },
    });
    for (const olderThan of ['', 'old', '90', '90y', '2026-02-30'])
      expect((await remove(owner, olderThan)).status, olderThan).toBe(400);
  });
});

describe('executions and their log', () => {
  it('are written in one request, and a dry run in none', async () => {
    const owner = await aTenant();
    await Promise.all(Array.from({ length: 20 }, (_, index) => aStoredRule(owner, { ruleId: `R-${index}` })));
    const { logIds } = await executed(owner);
    expect(new Set(logIds).size).toBe(20);
    expect((await listLogs(owner)).total).toBe(20);
    await owner.api.post(executePath, { body: { entityType: 'sales.order', data: {}, dryRun: true } });
    expect((await listLogs(owner)).total).toBe(20);
  });
});
