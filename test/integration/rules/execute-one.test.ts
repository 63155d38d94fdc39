import { describe, expect, it } from 'vitest';
import { aStoredRule, executePath, getRule, listLogs, rulesPath } from '../../support/builders/rules.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';

const never = { field: 'nothing', operator: 'IS_NOT_EMPTY' };
const setStatus = (value: unknown) => [{ type: 'SET_FIELD', config: { field: 'status', value } }];

describe('POST /api/business_rules/execute/{ruleId}', () => {
  const executeOne = (
    { api }: Awaited<ReturnType<typeof aTenant>>,
    id: string,
    body: Record<string, unknown> = {},
  ) => api.post<Record<string, unknown>>(`${executePath}/${id}`, { body: { data: { total: 5 }, ...body } });

  it('runs one rule of any type and event', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller, {
      eventType: 'deleted',
      successActions: setStatus('{{entityType}} {{entityId}}'),
    });
    const answer = await executeOne(caller, rule.id, { entityId: 'SO-1', explain: true });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        id: rule.id,
        ruleId: 'ORDER-LIMIT',
        ruleName: rule.ruleName,
        allowed: true,
        conditionResult: true,
        actionsExecuted: { success: true },
        fields: { status: 'sales.order SO-1' },
        trace: { made: 1 },
        logId: expect.stringMatching(/^\d+$/),
      },
    });
    const { items } = await listLogs(caller);
    expect(items).toMatchObject([{ id: answer.body.logId, ruleId: rule.id, entityId: 'SO-1' }]);
    const other = await executeOne(caller, rule.id, { entityType: 'sales.offer', dryRun: true });
    expect(other.body).toMatchObject({
      fields: { status: 'sales.offer {{entityId}}' },
      actionsPlanned: ['SET_FIELD'],
    });
    expect(other.body).not.toHaveProperty('logId');
    expect((await listLogs(caller)).total).toBe(1);
  });

  it.each([
    [{ enabled: false }, /disabled/],
    [{ effectiveFrom: '2999-01-01' }, /takes effect at 2999-01-01/],
    [{ effectiveTo: '2001-01-01' }, /until 2001-01-01/],
  ])('returns 200 without success for a rule with %j, and does not run it', async (overrides, error) => {
    const caller = await aTenant();
    const { id } = await aStoredRule(caller, {
      ...overrides,
      conditionExpression: never,
      failureActions: setStatus(1),
    });
    const answer = await executeOne(caller, id);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: false,
        error: expect.stringMatching(error),
        conditionResult: false,
        actionsExecuted: null,
        fields: {},
      },
    });
    expect((await listLogs(caller)).total).toBe(0);
  });

  it('returns the same 404 for an unknown, a deleted and a foreign rule, and 400 for an invalid id', async () => {
    const caller = await aTenant();
    const deleted = await aStoredRule(caller, { ruleId: 'DELETED' });
    await caller.api.delete(`${rulesPath}?id=${deleted.id}`);
    const foreign = await aStoredRule(await aTenant());
    const sibling = await aStoredRule(await aSibling(caller));
    const unknown = await executeOne(caller, '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10');
    expect(unknown).toMatchObject({ status: 404, body: { success: false, error: 'Rule not found.' } });
    for (const { id } of [deleted, foreign, sibling]) {
      expect(await executeOne(caller, id)).toMatchObject({ status: 404, body: unknown.body });
    }
    expect((await executeOne(caller, 'ORDER-LIMIT')).status).toBe(400);
    expect((await caller.api.post(`${executePath}/${foreign.id}`, { body: {} })).status).toBe(400);
  });

  it('has placeholders of the calling user', async () => {
    const caller = await aTenant();
    const { id } = await aStoredRule(caller, { successActions: setStatus('{{user.email}} {{user.role}}') });
    const { body: role } = await caller.api.post<{ id: string }>('/api/auth/roles', {
      body: { name: 'buyers' },
    });
    const user = await aUser(caller, {
      roleIds: [role.id],
      acl: { features: ['business_rules.*'], isSuperAdmin: false, organizations: null },
    });
    const { token } = await aSession(user);
    const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
    const answer = await caller.api.post(`${executePath}/${id}`, { body: { data: { total: 5 } }, headers });
    expect(answer.body.fields).toEqual({ status: `${user.email} buyers` });
  });

  it('does not change the rule', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    await executeOne(caller, rule.id);
    expect((await getRule(caller, rule.id)).body).toEqual(rule);
  });
});
