import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import { newExecutionName } from '../../../shared/modules/rules/log/logged-execution.ts';
import { logWrites } from '../../../shared/modules/rules/log/rule-log.ts';
import { type LogRow, listLogs, logsPath } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { anExecutableRule, anInput, fails, logMessage, run } from '../../support/runtime/executions.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
const now = Date.now();

interface Past {
  agoMs: number;
  rules?: Parameters<typeof anExecutableRule>[0][];
  input?: Parameters<typeof anInput>[0];
}

/** Writes the log of an earlier execution. */
async function anOldExecution(
  { tenantId, organizationId }: TestCaller,
  { agoMs, rules = [{}], input = {} }: Past,
): Promise<string[]> {
  const scope = { tenantId, organizationId };
  const by = 'user:ada';
  const at = { principal: { subject: by }, nowMs: now - agoMs };
  const made = anInput({ scope, context: at, ...input });
  const executable = rules.map((rule) => anExecutableRule({ id: randomUUID(), ...rule }));
  const execution = await run(executable, made, { clock: () => 0 });
  const options = { execution: newExecutionName(), executedBy: by, eventId: null };
  const { writes, logIds } = logWrites(execution, made, options);
  await transact(writes);
  return logIds;
}

/** One tenant with known entries; the tests of this file only read. */
let caller: TestCaller;
const [ruleA, ruleB] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  caller = await aTenant();
  await anOldExecution(caller, {
    agoMs: 3 * dayMs,
    rules: [{ id: ruleA, ruleName: 'A', entityType: 'sales.offer' }],
    input: { entityType: 'sales.offer' },
  });
  await anOldExecution(caller, {
    agoMs: 2 * dayMs,
    rules: [
      { id: ruleA, ruleName: 'A', condition: fails },
      { id: ruleB, ruleName: 'B' },
    ],
  });
  await anOldExecution(caller, { agoMs: 90 * minuteMs, rules: [{ id: ruleB, ruleName: 'B' }] });
  await anOldExecution(caller, { agoMs: minuteMs, rules: [{ id: ruleA, ruleName: 'A' }] });
});

const namesOf = (items: readonly LogRow[]) =>
  items.map(({ ruleName, executionResult }) => `${ruleName} ${executionResult}`);
const all = ['A SUCCESS', 'B SUCCESS', 'B SUCCESS', 'A FAILURE', 'A SUCCESS'];
const ago = (ms: number): string => encodeURIComponent(new Date(now - ms).toISOString());

describe('GET /api/business_rules/logs', () => {
  it.each([
    ['executedAtFrom=2h', ['A SUCCESS', 'B SUCCESS']],
    ['executedAtFrom=30m', ['A SUCCESS']],
    ['executedAtFrom=1w', all],
    ['executedAtTo=1d', ['B SUCCESS', 'A FAILURE', 'A SUCCESS']],
    [`executedAtFrom=${ago(2 * dayMs)}&executedAtTo=${ago(2 * dayMs)}`, ['B SUCCESS', 'A FAILURE']],
    [`executedAtFrom=${ago(2 * dayMs - 1)}&executedAtTo=1d`, []],
    ['sortField=entityType&sortDir=asc&pageSize=1', ['A SUCCESS']],
    ['sortField=executionTimeMs&sortDir=desc', all],
  ])('%s', async (query, expected) => {
    const { items } = await listLogs(caller, query);
    expect(namesOf(items)).toEqual(expected);
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

  it('omits expired entries that are still in the table', async () => {
    const owner = await aTenant();
    const [id] = await anOldExecution(owner, { agoMs: 91 * dayMs });
    await anOldExecution(owner, { agoMs: 89 * dayMs, rules: [{ ruleName: 'kept' }] });
    expect((await listLogs(owner)).items.map(({ ruleName }) => ruleName)).toEqual(['kept']);
    expect((await owner.api.get(`${logsPath}/${id}`)).status).toBe(404);
  });
});

it('the statistics of the log count entries of the last seven days by default', async () => {
  const statsOf = async (query = '') => (await caller.api.get(`${logsPath}/stats?${query}`)).body;
  expect(await statsOf()).toMatchObject({ executions: 5, isExact: true });
  expect(await statsOf('executedAtFrom=1d')).toMatchObject({ executions: 2 });
});

describe('the log as a file', () => {
  it('is complete and sorted for any number of entries', async () => {
    const owner = await aTenant();
    const rules = Array.from({ length: 60 }, (_, index) => ({ ruleName: `rule ${index}` }));
    for (const agoMs of [1_000, 2_000, 3_000]) await anOldExecution(owner, { agoMs, rules });
    const fetchNames = async (query: string) => {
      const headers = { 'x-api-key': owner.key };
      const response = await fetch(`${inject('baseUrl')}${logsPath}?format=json&${query}`, { headers });
      const rows = (await response.json()) as Record<string, string>[];
      return rows.map((row) => `${row.executedAt} ${row.id}`);
    };
    const names = await fetchNames('sortDir=asc');
    expect(names).toHaveLength(180);
    expect(names).toEqual(names.toSorted());
    expect(await fetchNames('')).toEqual(names.toReversed());
    expect(await fetchNames('sortField=ruleId')).toHaveLength(180);
  });
});

describe('DELETE /api/business_rules/logs', () => {
  it('deletes hundreds of older executions at once, and writes an audit entry', async () => {
    const owner = await aTenant();
    const olds = Array.from({ length: 230 }, (_, index) => anOldExecution(owner, { agoMs: dayMs + index }));
    await Promise.all([...olds, anOldExecution(owner, { agoMs: minuteMs, rules: [{ ruleName: 'kept' }] })]);
    const remove = (olderThan: string) => owner.api.delete(`${logsPath}?olderThan=${olderThan}`);
    expect(await remove('1d')).toMatchObject({ status: 200, body: { deleted: 230, finished: true } });
    expect((await listLogs(owner)).items.map(({ ruleName }) => ruleName)).toEqual(['kept']);
    expect(await remove(new Date(now + dayMs - 1).toISOString())).toMatchObject({ status: 400 });
    const { body } = await owner.api.get('/api/audit_logs/actions?resource=business_rules.log');
    const changes = { entries: { before: 230, after: 0 } };
    expect(body).toMatchObject({ items: [{ action: 'deleted', changes }] });
  });
});
