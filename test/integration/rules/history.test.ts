import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { RuleRevisionHead } from '../../../shared/modules/rules/authoring/history-contract.ts';
import { maxRuleRevisions } from '../../../shared/modules/rules/authoring/rule-change.ts';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { ruleKey, ruleRevisionKey } from '../../../shared/modules/rules/keys.ts';
import {
  aStoredRule,
  assertNothingHalfWritten,
  executed,
  getRule,
  rulePath,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aKey, aRule, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';

const revisionsPath = (id: string): string => `${rulePath(id)}/revisions`;

interface Page {
  items: RuleRevisionHead[];
  total: number;
  totalPages: number;
}

async function revisions({ api }: TestCaller, id: string, query = ''): Promise<Page> {
  const answer = await api.get<Page>(`${revisionsPath(id)}?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function change({ api }: TestCaller, id: string, changes: Record<string, unknown>): Promise<Rule> {
  const answer = await api.put<Rule>(rulesPath, { body: { id, ...changes } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const remove = async ({ api }: TestCaller, id: string) =>
  expect((await api.delete(`${rulesPath}?id=${id}`)).status).toBe(204);

describe('the history of a rule', () => {
  it('shows who changed which fields, the latest revision first', async () => {
    const owner = await aTenant();
    const colleague = await aKey(owner);
    const { id, createdAt, createdBy } = await aStoredRule(owner);
    const changed = await change(colleague, id, { enabled: false, priority: 7 });
    const { items, total } = await revisions(owner, id);
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        revision: 2,
        action: 'updated',
        changedAt: changed.updatedAt,
        changedBy: `api_key:${colleague.keyId}`,
        changedFields: ['enabled', 'priority'],
        restoredFrom: null,
      },
      {
        revision: 1,
        action: 'created',
        changedAt: createdAt,
        changedBy: createdBy,
        changedFields: [],
        restoredFrom: null,
      },
    ]);
  });

  it('shows the whole rule at each revision, and the differences between two', async () => {
    const owner = await aTenant();
    const before = await aStoredRule(owner);
    const { id } = before;
    const condition = { field: 'total', operator: '>', value: 1 };
    const after = await change(owner, id, { conditionExpression: condition, enabled: false });
    const read = async (revision: number) =>
      (await owner.api.get<{ rule: Rule }>(`${revisionsPath(id)}/${revision}`)).body.rule;
    expect([await read(1), await read(2)]).toEqual([before, after]);
    const { body } = await owner.api.get(`${revisionsPath(id)}/compare?from=1&to=2`);
    expect(body).toMatchObject({
      from: { revision: 1, action: 'created' },
      to: { revision: 2, action: 'updated' },
      changes: {
        enabled: { from: true, to: false },
        conditionExpression: { from: before.conditionExpression, to: condition },
      },
    });
    expect(Object.keys(Object(body.changes))).toHaveLength(2);
    const same = await owner.api.get(`${revisionsPath(id)}/compare?from=2&to=2`);
    expect(same.body.changes).toEqual({});
  });

  it('has a revision for a deletion, and is readable while the rule is deleted', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    await remove(owner, id);
    const { items } = await revisions(owner, id);
    expect(items.map(({ revision, action, changedBy }) => [revision, action, changedBy])).toEqual([
      [2, 'deleted', `api_key:${owner.keyId}`],
      [1, 'created', `api_key:${owner.keyId}`],
    ]);
    expect((await owner.api.get(`${revisionsPath(id)}/1`)).status).toBe(200);
  });

  it('is paged, and read by key: one read for the rule and one for the page', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    for (const priority of [1, 2, 3, 4]) await change(owner, id, { priority });
    const numbers = async (query: string) =>
      (await revisions(owner, id, query)).items.map(({ revision }) => revision);
    expect(await numbers('pageSize=2')).toEqual([5, 4]);
    expect(await numbers('pageSize=2&page=3')).toEqual([1]);
    expect(await numbers('pageSize=2&page=4')).toEqual([]);
    expect(await revisions(owner, id, 'pageSize=2')).toMatchObject({ total: 5, totalPages: 3 });
    const calls = await callsOf(await owner.api.get(`${revisionsPath(id)}?pageSize=3`));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'BatchGetItem']);
  });

  it('is hidden from other organizations and tenants, and has no unknown revision', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    for (const { api } of [await aSibling(owner), await aTenant()]) {
      expect((await api.get(revisionsPath(id))).status).toBe(404);
      expect((await api.get(`${revisionsPath(id)}/1`)).status).toBe(404);
      expect((await api.get(`${revisionsPath(id)}/compare?from=1&to=1`)).status).toBe(404);
      expect((await api.post(`${revisionsPath(id)}/1/restore`)).status).toBe(404);
    }
    const { api } = owner;
    const statuses = ['2', '0', 'x', '-1'].map(
      async (revision) => (await api.get(`${revisionsPath(id)}/${revision}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 400, 400, 400]);
    expect((await api.get(`${revisionsPath(id)}/compare?from=1`)).status).toBe(400);
    expect((await api.get(revisionsPath(randomUUID()))).status).toBe(404);
  });
});

describe('restoring a revision', () => {
  it('restores all fields of the rule as a new revision', async () => {
    const owner = await aTenant();
    const original = await aStoredRule(owner, { description: 'As it was.' });
    const { id } = original;
    await change(owner, id, { ruleId: 'RENAMED', description: null, enabled: false });
    const eventsSince = await watchEvents(owner.tenantId);
    const answer = await owner.api.post<Rule>(`${revisionsPath(id)}/1/restore`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('etag')).toBe('"3"');
    const { updatedAt } = answer.body;
    expect(answer.body).toEqual({ ...original, updatedAt });
    expect((await getRule(owner, id)).body).toEqual(answer.body);
    expect((await revisions(owner, id)).items[0]).toMatchObject({
      revision: 3,
      action: 'restored',
      restoredFrom: 1,
      changedFields: expect.arrayContaining(['ruleId', 'description', 'enabled']),
    });
    expect((await eventsSince()).map(({ type }) => type)).toEqual(['business_rules.rule.updated']);
    expect((await executed(owner, { data: { total: 1 } })).executedRules).toHaveLength(1);
    expect(await assertNothingHalfWritten(owner.tenantId)).toEqual([original.ruleId]);
  });

  it('is refused if another rule has the former ruleId', async () => {
    const owner = await aTenant();
    const { id, ruleId } = await aStoredRule(owner);
    const renamed = await change(owner, id, { ruleId: 'RENAMED' });
    await aStoredRule(owner, { ruleId });
    const { status, body } = await owner.api.post(`${revisionsPath(id)}/1/restore`);
    expect([status, body.code]).toEqual([409, 'rule_id_taken']);
    expect((await getRule(owner, id)).body).toEqual(renamed);
  });

  it('overwrites no newer version with If-Match, and no deleted rule', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    await change(owner, id, { priority: 1 });
    const path = `${revisionsPath(id)}/1/restore`;
    const stale = await owner.api.post(path, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.code]).toEqual([412, 'stale']);
    await remove(owner, id);
    expect((await owner.api.post(path)).status).toBe(404);
  });

  it('needs the feature to change rules', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    const viewer = await aKey({ ...owner, features: ['business_rules.rules.view'] });
    expect((await viewer.api.get(revisionsPath(id))).status).toBe(200);
    expect((await viewer.api.post(`${revisionsPath(id)}/1/restore`)).status).toBe(403);
    expect((await viewer.api.post(`${rulePath(id)}/restore`)).status).toBe(403);
  });
});

describe('a deleted rule', () => {
  it('is restored unchanged, with its history, and executed again', async () => {
    const owner = await aTenant();
    const rule = await aStoredRule(owner);
    const { id } = rule;
    await remove(owner, id);
    expect((await executed(owner, { data: { total: 1 } })).executedRules).toEqual([]);
    const eventsSince = await watchEvents(owner.tenantId);
    const answer = await owner.api.post<Rule>(`${rulePath(id)}/restore`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('etag')).toBe('"3"');
    expect(answer.body).toEqual({ ...rule, updatedAt: answer.body.updatedAt });
    expect((await executed(owner, { data: { total: 1 } })).executedRules).toHaveLength(1);
    const { items } = await revisions(owner, id);
    expect(items.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created']);
    const types = (await eventsSince()).map(({ type }) => type);
    expect(types).toEqual(['business_rules.rule.restored']);
    expect(await assertNothingHalfWritten(owner.tenantId)).toEqual([rule.ruleId]);
    expect((await owner.api.post(`${rulePath(id)}/restore`)).status).toBe(404);
  });

  it('is restored without its oldest revision if it has the maximum number', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner);
    await remove(owner, id);
    await updateItem({
      Key: ruleKey(owner, id),
      UpdateExpression: 'SET rev = :latest, oldestRevision = :oldest',
      ExpressionAttributeValues: { ':latest': maxRuleRevisions, ':oldest': 1 },
    });
    expect((await owner.api.post(`${rulePath(id)}/restore`)).headers.get('etag')).toBe(
      `"${maxRuleRevisions + 1}"`,
    );
    expect((await owner.api.get(`${revisionsPath(id)}/1`)).status).toBe(404);
    expect((await getItem(ruleRevisionKey(owner, id, 1))) ?? null).toBeNull();
  });

  it('is not restored while another rule has its ruleId', async () => {
    const owner = await aTenant();
    const { id, ruleId } = await aStoredRule(owner);
    await remove(owner, id);
    const { id: other } = await aStoredRule(owner, { ruleId });
    const taken = await owner.api.post(`${rulePath(id)}/restore`);
    expect([taken.status, taken.body.code]).toEqual([409, 'rule_id_taken']);
    expect((await getRule(owner, id)).status).toBe(404);
    await remove(owner, other);
    expect((await owner.api.post(`${rulePath(id)}/restore`)).status).toBe(200);
  });

  it('is restored once for parallel requests', async () => {
    const owner = await aTenant();
    const { id } = await aStoredRule(owner, aRule());
    await remove(owner, id);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.api.post(`${rulePath(id)}/restore`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(await assertNothingHalfWritten(owner.tenantId)).toHaveLength(1);
  });
});
