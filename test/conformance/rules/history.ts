/** Conformance cases of rules: revisions, and the restoration of revisions and deleted rules. */
import { expect } from 'vitest';
import type { RuleRevisionHead } from '../../../shared/modules/rules/authoring/history-contract.ts';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { executed, getRule, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { receiveEvents } from '../support/events.ts';
import { aStoredRule, expectHidden } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, aTenantWithEvents, created, unique } from '../support/stage.ts';

const { proves } = casesOf('rules');

const revisionsPath = (id: string): string => `${rulePath(id)}/revisions`;
const revisions = async ({ api }: TestCaller, id: string, query = '') =>
  (
    await api.get<{ items: RuleRevisionHead[]; total: number; totalPages: number }>(
      `${revisionsPath(id)}?${query}`,
    )
  ).body;
const change = ({ api }: TestCaller, id: string, changes: object): Promise<Rule> =>
  created(api.put<Rule>(rulesPath, { body: { id, ...changes } }));
const remove = ({ api }: TestCaller, id: string) => api.delete(`${rulesPath}?id=${id}`);
const restore = ({ api }: TestCaller, id: string) => api.post<Rule>(`${rulePath(id)}/restore`);

proves('revisions', async () => {
  const owner = await aCaller();
  const colleague = await aKey(owner);
  const { id, createdAt, createdBy } = await aStoredRule(owner);
  const { updatedAt } = await change(colleague, id, { enabled: false, priority: 7 });
  const changedBy = `api_key:${colleague.keyId}`;
  const first = { revision: 1, action: 'created', changedAt: createdAt, changedBy: createdBy };
  const second = { revision: 2, action: 'updated', changedAt: updatedAt, changedBy };
  expect(await revisions(owner, id)).toMatchObject({
    total: 2,
    items: [
      { ...second, changedFields: ['enabled', 'priority'], restoredFrom: null },
      { ...first, changedFields: [], restoredFrom: null },
    ],
  });
  await remove(owner, id);
  expect((await revisions(owner, id)).items[0]).toMatchObject({ revision: 3, action: 'deleted' });
  expect((await owner.api.get(`${revisionsPath(id)}/1`)).status).toBe(200);
});

proves('compared-revisions', async () => {
  const owner = await aCaller();
  const before = await aStoredRule(owner);
  const { id } = before;
  const condition = { field: 'total', operator: '>', value: 1 };
  const after = await change(owner, id, { conditionExpression: condition, enabled: false });
  const read = async (revision: number) =>
    (await owner.api.get(`${revisionsPath(id)}/${revision}`)).body.rule;
  expect([await read(1), await read(2)]).toEqual([before, after]);
  const compared = async (query: string) =>
    (await owner.api.get(`${revisionsPath(id)}/compare?${query}`)).body;
  const body = await compared('from=1&to=2');
  expect(body).toMatchObject({
    from: { revision: 1, action: 'created' },
    to: { revision: 2, action: 'updated' },
  });
  expect(body.changes).toEqual({
    enabled: { from: true, to: false },
    conditionExpression: { from: before.conditionExpression, to: condition },
  });
  expect((await compared('from=2&to=2')).changes).toEqual({});
});

proves('revision-pages', async () => {
  const owner = await aCaller();
  const { id } = await aStoredRule(owner);
  for (const priority of [1, 2, 3, 4]) await change(owner, id, { priority });
  for (const [query, expected] of [
    ['pageSize=2', [5, 4]],
    ['pageSize=2&page=3', [1]],
    ['pageSize=2&page=4', []],
  ] as const) {
    const { items, ...page } = await revisions(owner, id, query);
    expect(items.map(({ revision }) => revision)).toEqual(expected);
    expect(page).toMatchObject({ total: 5, totalPages: 3 });
  }
});

proves('revisions-hidden', async () => {
  const owner = await aCaller();
  const { id } = await aStoredRule(owner);
  const reaches = ['', '/1', '/compare?from=1&to=1'].map(
    (more) =>
      ({ api }: TestCaller, ruleId: string) =>
        api.get(`${revisionsPath(ruleId)}${more}`),
  );
  const again = ({ api }: TestCaller, ruleId: string) => api.post(`${revisionsPath(ruleId)}/1/restore`);
  await expectHidden([await aSibling(owner), await aTenant()], [...reaches, again, restore], id);
  for (const [revision, status] of [
    ['2', 404],
    ['0', 400],
    ['x', 400],
    ['-1', 400],
    ['compare?from=1', 400],
  ])
    expect((await owner.api.get(`${revisionsPath(id)}/${revision}`)).status, String(revision)).toBe(status);
});

proves('restored-revision', async () => {
  const owner = await aTenantWithEvents();
  const eventsOf = await receiveEvents(owner, ['business_rules.rule.updated']);
  const original = await aStoredRule(owner, { description: 'As it was.' });
  const { id } = original;
  await change(owner, id, { ruleId: unique('N'), description: null, enabled: false });
  const path = `${revisionsPath(id)}/1/restore`;
  expect(await owner.api.post(path, { headers: { 'if-match': '"1"' } })).toMatchObject({
    ...{ status: 412, body: { code: 'stale' } },
  });
  const answer = await owner.api.post<Rule>(path);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"3"']);
  expect(answer.body).toEqual({ ...original, updatedAt: answer.body.updatedAt });
  expect((await getRule(owner, id)).body).toEqual(answer.body);
  expect((await revisions(owner, id)).items[0]).toMatchObject({
    ...{ revision: 3, action: 'restored', restoredFrom: 1 },
    changedFields: expect.arrayContaining(['ruleId', 'description', 'enabled']),
  });
  expect((await executed(owner, { data: { total: 1 } })).executedRules).toHaveLength(1);
  expect((await eventsOf(2)).map(({ data }) => data.id)).toEqual([id, id]);
  await remove(owner, id);
  expect((await owner.api.post(path)).status).toBe(404);
});

proves('restored-rule', async () => {
  const owner = await aTenantWithEvents();
  const eventsOf = await receiveEvents(owner, ['business_rules.rule.restored']);
  const rule = await aStoredRule(owner);
  const { id } = rule;
  await remove(owner, id);
  expect((await executed(owner, { data: { total: 1 } })).executedRules).toEqual([]);
  const answer = await restore(owner, id);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"3"']);
  expect(answer.body).toEqual({ ...rule, updatedAt: answer.body.updatedAt });
  expect((await executed(owner, { data: { total: 1 } })).executedRules).toHaveLength(1);
  const { items } = await revisions(owner, id);
  expect(items.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created']);
  expect(await eventsOf(1)).toMatchObject([{ data: { id } }]);
  expect((await restore(owner, id)).status).toBe(404);
});

proves('restored-taken', async () => {
  const owner = await aCaller();
  const { id, ruleId } = await aStoredRule(owner);
  const renamed = await change(owner, id, { ruleId: unique('N') });
  const other = await owner.api.post<Rule>(rulesPath, { body: aRule({ ruleId }) });
  const taken = { status: 409, body: { code: 'rule_id_taken' } };
  expect(await owner.api.post(`${revisionsPath(id)}/1/restore`)).toMatchObject(taken);
  expect((await getRule(owner, id)).body).toEqual(renamed);
  await remove(owner, other.body.id);
  await owner.api.post(`${revisionsPath(id)}/1/restore`);
  await remove(owner, id);
  const third = await owner.api.post<Rule>(rulesPath, { body: aRule({ ruleId }) });
  expect(await restore(owner, id)).toMatchObject(taken);
  expect((await getRule(owner, id)).status).toBe(404);
  await remove(owner, third.body.id);
  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(owner, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
});
