import { describe, expect, it } from 'vitest';
import { aStoredRule, assertNothingHalfWritten, listRules, rulesPath } from '../../support/builders/rules.ts';
import { aRule, aSibling, aTenant } from '../../support/builders/tenants.ts';

describe('a ruleId', () => {
  it('is unique in the whole tenant, across its organizations', async () => {
    const caller = await aTenant();
    await aStoredRule(caller);
    for (const { api } of [caller, await aSibling(caller)]) {
      const { status, body } = await api.post(rulesPath, { body: aRule({ ruleName: 'other' }) });
      expect(status).toBe(409);
      expect(body).toEqual({
        error: 'The ruleId "ORDER-LIMIT" is taken.',
        code: 'rule_id_taken',
        details: { ruleId: 'is taken' },
      });
    }
    expect((await listRules(caller)).pagination.total).toBe(1);
    await assertNothingHalfWritten(caller.tenantId);
  });

  it('can be used in another tenant; another case is the same', async () => {
    const caller = await aTenant();
    await aStoredRule(caller);
    await aStoredRule(await aTenant());
    await aStoredRule(caller, { ruleId: 'ORDER-LIMIT#' });
    const again = await caller.api.post(rulesPath, { body: aRule({ ruleId: 'order-limit' }) });
    expect(again.status).toBe(409);
    expect((await listRules(caller)).pagination.total).toBe(2);
  });

  it('is assigned to exactly one of 20 parallel creates', async () => {
    const caller = await aTenant();
    const create = async () => (await caller.api.post(rulesPath, { body: aRule() })).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, create));
    expect(statuses.toSorted()).toEqual([201, ...Array(19).fill(409)]);
    expect((await listRules(caller)).pagination.total).toBe(1);
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual(['ORDER-LIMIT']);
  });

  it('is assigned to exactly one of parallel renames', async () => {
    const caller = await aTenant();
    const rules = await Promise.all(
      Array.from({ length: 6 }, (_, index) => aStoredRule(caller, { ruleId: `R${index}` })),
    );
    const answers = await Promise.all(
      rules.map(({ id }) => caller.api.put(rulesPath, { body: { id, ruleId: 'WANTED' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)]);
    expect(await assertNothingHalfWritten(caller.tenantId)).toHaveLength(6);
  });
});

describe('20 parallel creates of different rules', () => {
  it('all succeed, and the total is exact', async () => {
    const caller = await aTenant();
    const create = async (_: unknown, index: number) =>
      (await caller.api.post(rulesPath, { body: aRule({ ruleId: `RULE-${index}`, priority: index }) }))
        .status;
    expect(await Promise.all(Array.from({ length: 20 }, create))).toEqual(Array(20).fill(201));
    const { data, pagination } = await listRules(caller, 'pageSize=20');
    expect(pagination).toEqual({ page: 1, pageSize: 20, total: 20, totalPages: 1 });
    expect(data.map(({ priority }) => priority)).toEqual(
      Array.from({ length: 20 }, (_, index) => 19 - index),
    );
    expect(await assertNothingHalfWritten(caller.tenantId)).toHaveLength(20);
  });
});
