import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aStoredRule,
  assertNothingHalfWritten,
  getRule,
  itemsOf,
  listRules,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

const remove = ({ api }: TestCaller, id: string, headers: Record<string, string> = {}) =>
  api.delete<Record<string, unknown> | undefined>(`${rulesPath}?id=${id}`, { headers });

describe('DELETE /api/business_rules/rules', () => {
  it('returns 204 without a body; afterwards every endpoint returns 404', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const { status, body } = await remove(caller, rule.id);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await getRule(caller, rule.id)).status).toBe(404);
    expect((await caller.api.put(rulesPath, { body: { id: rule.id, priority: 1 } })).status).toBe(404);
    expect(await remove(caller, rule.id)).toMatchObject({ status: 404, body: { error: 'Rule not found.' } });
  });

  it('removes the rule from the list, filters, search and total', async () => {
    const caller = await aTenant();
    const gone = await aStoredRule(caller, { ruleId: 'GONE' });
    const kept = await aStoredRule(caller, { ruleId: 'KEPT' });
    await remove(caller, gone.id);
    for (const query of ['', 'search=block', 'entityType=sales.order', 'sortField=ruleName']) {
      expect(await listRules(caller, query)).toMatchObject({ data: [kept], pagination: { total: 1 } });
    }
    expect((await listRules(caller, 'ruleId=GONE')).pagination).toMatchObject({ total: 0, totalPages: 0 });
  });

  it('frees the ruleId for a new rule with another id', async () => {
    const caller = await aTenant();
    const first = await aStoredRule(caller);
    await remove(caller, first.id);
    const second = await aStoredRule(caller);
    expect(second.ruleId).toBe(first.ruleId);
    expect(second.id).not.toBe(first.id);
    expect((await getRule(caller, first.id)).status).toBe(404);
    expect((await listRules(caller)).data).toEqual([second]);
  });

  it('only marks the row with user and time', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    await remove(caller, rule.id);
    const rows = itemsOf(caller.tenantId).filter(({ sk }) => sk === `RULE#${rule.id}`);
    expect(rows).toEqual([
      expect.objectContaining({
        ruleName: rule.ruleName,
        deletedAt: expect.stringMatching(/Z$/),
        deletedBy: `api_key:${caller.keyId}`,
      }),
    ]);
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual([]);
  });

  it.each([
    ['', 'is required'],
    ['?id=', 'is required'],
    ['?id=not-a-uuid', 'must be a UUID'],
  ])('returns 400 for the query %j', async (query, message) => {
    const { api } = await aTenant();
    const { status, body } = await api.delete(`${rulesPath}${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: { id: message } });
  });

  it('returns 404 for unknown and foreign ids, and keeps the foreign rule', async () => {
    const caller = await aTenant();
    const foreign = await aTenant();
    const rule = await aStoredRule(foreign);
    for (const id of [randomUUID(), rule.id]) {
      expect(await remove(caller, id)).toMatchObject({
        status: 404,
        body: { error: 'Rule not found.', code: 'not_found' },
      });
    }
    expect((await getRule(foreign, rule.id)).body).toEqual(rule);
  });

  it('heeds If-Match', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    expect(await remove(caller, rule.id, { 'if-match': '"999"' })).toMatchObject({
      status: 412,
      body: { code: 'stale' },
    });
    const read = await getRule(caller, rule.id);
    expect(read.body).toEqual(rule);
    expect((await remove(caller, rule.id, { 'if-match': `W/${read.headers.get('etag')}` })).status).toBe(204);
  });

  it('succeeds once for parallel requests', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(caller, rule.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(404)]);
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual([]);
  });
});
