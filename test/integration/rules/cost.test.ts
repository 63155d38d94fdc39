import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aStoredRule,
  execute,
  executePath,
  logsPath,
  rulePath,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

/** Every request starts with the update that authenticates and counts the key. */
const costs: [string, string[], (caller: TestCaller, id: string) => Promise<TestResponse>][] = [
  ['reading a rule', ['GetItem'], ({ api }, id) => api.get(rulePath(id))],
  [
    'creating a rule',
    ['TransactWriteItems'],
    ({ api }) => api.post(rulesPath, { body: aRule({ ruleId: 'NEW' }) }),
  ],
  ['an existing ruleId', ['TransactWriteItems'], ({ api }) => api.post(rulesPath, { body: aRule() })],
  ['the first page', ['Query', 'BatchGetItem'], ({ api }) => api.get(rulesPath)],
  ['a search', ['Query', 'BatchGetItem'], ({ api }) => api.get(`${rulesPath}?search=block&enabled=true`)],
  ['a search without matches', ['Query'], ({ api }) => api.get(`${rulesPath}?search=nothing`)],
  [
    'another sort',
    ['Query', 'BatchGetItem'],
    ({ api }) => api.get(`${rulesPath}?sortField=ruleName&sortDir=asc`),
  ],
  [
    'an update',
    ['GetItem', 'TransactWriteItems'],
    ({ api }, id) => api.put(rulesPath, { body: { id, ruleId: 'RENAMED', priority: 1 } }),
  ],
  [
    'a stale update',
    ['GetItem'],
    ({ api }, id) => api.put(rulesPath, { body: { id, priority: 1 }, headers: { 'if-match': '"999"' } }),
  ],
  ['a deletion', ['GetItem', 'TransactWriteItems'], ({ api }, id) => api.delete(`${rulesPath}?id=${id}`)],
  ['the revisions of a new rule', ['GetItem'], ({ api }, id) => api.get(`${rulePath(id)}/revisions`)],
  ['its revision', ['GetItem'], ({ api }, id) => api.get(`${rulePath(id)}/revisions/1`)],
  [
    'a comparison of revisions',
    ['GetItem'],
    ({ api }, id) => api.get(`${rulePath(id)}/revisions/compare?from=1&to=1`),
  ],
  [
    'restoring a revision',
    ['GetItem', 'TransactWriteItems'],
    ({ api }, id) => api.post(`${rulePath(id)}/revisions/1/restore`),
  ],
  [
    'disabling a rule with others',
    ['BatchGetItem', 'TransactWriteItems'],
    ({ api }, id) => api.post(`${rulesPath}/bulk-update`, { body: { ids: [id], enabled: false } }),
  ],
  [
    'an execution, its log included',
    ['Query', 'PutItem'],
    ({ api }) => api.post(executePath, { body: { entityType: 'sales.order', data: { total: 1 } } }),
  ],
  [
    'an execution without rules',
    ['Query'],
    ({ api }) => api.post(executePath, { body: { entityType: 'sales.offer', data: { total: 1 } } }),
  ],
  [
    'an execution of one rule',
    ['GetItem', 'PutItem'],
    ({ api }, id) => api.post(`${executePath}/${id}`, { body: { data: { total: 1 } } }),
  ],
  [
    'a dry run',
    ['Query'],
    ({ api }) =>
      api.post(executePath, { body: { entityType: 'sales.order', data: { total: 1 }, dryRun: true } }),
  ],
  [
    'a validation on data',
    [],
    ({ api }) => api.post(`${rulesPath}/validate`, { body: { ...aRule(), data: { total: 1 } } }),
  ],
  ['a page of the log', ['Query'], ({ api }) => api.get(logsPath)],
  ['an invalid body', [], ({ api }) => api.post(rulesPath, { body: {} })],
];

describe('the DynamoDB requests of', () => {
  it.each(costs)('%s: authentication and %j', async (_, actions, call) => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const calls = await callsOf(await call(caller, rule.id));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', ...actions]);
  });

  it('an unknown key: one', async () => {
    const { api } = await aTenant();
    const headers = { 'x-api-key': `pmk_00000000.${'0'.repeat(48)}` };
    const answer = await api.get(rulesPath, { headers });
    expect(answer.status).toBe(401);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem']);
  });
});

describe('an execution of twenty rules', () => {
  it('takes four requests for large rules, and three once they are cached', async () => {
    const caller = await aTenant();
    const long = { field: 'sku', operator: 'NOT_IN', value: ['x'.repeat(3_000)] };
    const create = (_: unknown, index: number) =>
      aStoredRule(caller, { ruleId: `R-${index}`, ...(index % 2 === 0 && { conditionExpression: long }) });
    await Promise.all(Array.from({ length: 20 }, create));
    const actionsOf = async () => {
      const answer = await execute(caller);
      expect(answer.body.executedRules).toHaveLength(20);
      return (await callsOf(answer)).map(({ action }) => action);
    };
    const seen = [await actionsOf(), await actionsOf(), await actionsOf()];
    expect(seen[0]).toEqual(['UpdateItem', 'Query', 'BatchGetItem', 'PutItem']);
    // A test cannot choose the instance of the function.
    for (const actions of seen) expect(actions.length).toBeLessThanOrEqual(4);
  });
});

describe('a list by ruleId', () => {
  it('reads the rule by key, strongly consistent, for any number of rules', async () => {
    const caller = await aTenant();
    const { id } = await aStoredRule(caller, { ruleId: 'WANTED', priority: 7 });
    await aStoredRule(caller, { ruleId: 'OTHER' });
    const actionsOf = async (query: string) => {
      const answer = await caller.api.get(`${rulesPath}?${query}`);
      expect(answer.body).toMatchObject({ data: [{ id }], pagination: { total: 1, totalPages: 1 } });
      return (await callsOf(answer)).map(({ action }) => action);
    };
    expect(await actionsOf('ruleId=WANTED')).toEqual(['UpdateItem', 'GetItem', 'BatchGetItem']);
    expect(await actionsOf(`id=${id}`)).toEqual(['UpdateItem', 'BatchGetItem']);
  });
});

describe('the read units of', () => {
  it('a first page grow with the page, not with the list', async () => {
    const caller = await aTenant();
    const readUnits = async () => {
      const calls = await callsOf(await caller.api.get(`${rulesPath}?pageSize=2`));
      return calls.reduce((sum, call) => sum + call.readUnits, 0);
    };
    const create = (count: number) =>
      Promise.all(Array.from({ length: count }, () => aStoredRule(caller, { ruleId: randomUUID() })));
    await create(3);
    // The first one of an instance checks whether the counters are initialized.
    await readUnits();
    const before = await readUnits();
    await create(17);
    expect(await readUnits()).toBe(before);
  });

  it('a search do not grow with the size of the rules', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'SMALL' });
    const description = 'x'.repeat(5_000);
    const successActions = [{ type: 'LOG', config: { message: 'x'.repeat(100_000) } }];
    await aStoredRule(caller, { ruleId: 'LARGE', description, successActions });
    const [, query] = await callsOf(await caller.api.get(`${rulesPath}?search=nothing`));
    expect(query).toMatchObject({ action: 'Query', readUnits: 0.5 });
  });
});
