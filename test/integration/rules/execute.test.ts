import { describe, expect, it } from 'vitest';
import {
  aStoredRule,
  type Executed,
  execute,
  executed,
  executePath,
  listLogs,
  nestedGroups,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';

const always = { field: 'nothing', operator: 'IS_EMPTY' };
const never = { field: 'nothing', operator: 'IS_NOT_EMPTY' };
const setStatus = (value: unknown) => [{ type: 'SET_FIELD', config: { field: 'status', value } }];
const idsOf = ({ executedRules }: Executed) => executedRules.map(({ ruleId }) => ruleId);

describe('the executed rules', () => {
  it('are those of the entity type that are enabled and in effect, the highest priority first, then by ruleId', async () => {
    const caller = await aTenant();
    const base = { ruleType: 'VALIDATION', conditionExpression: always };
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
    await Promise.all(rules.map((rule) => aStoredRule(caller, { ...base, ...rule })));
    expect(idsOf(await executed(caller))).toEqual(['HIGH', 'A', 'B', 'LOW', 'NOW']);
    expect(await executed(caller, { entityType: 'unknown.knows' })).toMatchObject({
      allowed: true,
      executedRules: [],
      errors: [],
      logIds: [],
    });
  });

  it.each([
    [undefined, ['ANY', 'CREATED', 'DELETED']],
    [null, ['ANY', 'CREATED', 'DELETED']],
    ['', ['ANY', 'CREATED', 'DELETED']],
    ['created', ['ANY', 'CREATED']],
    ['Created', ['ANY']],
    ['shipped', ['ANY']],
  ])('for the event %j are its own and those without an event', async (eventType, expected) => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'ANY' });
    await aStoredRule(caller, { ruleId: 'CREATED', eventType: 'created' });
    await aStoredRule(caller, { ruleId: 'DELETED', eventType: 'deleted' });
    expect(idsOf(await executed(caller, { eventType }))).toEqual(expected);
  });

  it('are never those of another tenant or organization', async () => {
    const owner = await aTenant();
    await aStoredRule(owner, { ruleId: 'OWNED' });
    for (const stranger of [await aTenant(), await aSibling(owner)]) {
      await aStoredRule(stranger, { ruleId: 'OTHER' });
      expect(idsOf(await executed(stranger))).toEqual(['OTHER']);
    }
    expect(idsOf(await executed(owner))).toEqual(['OWNED']);
  });

  it('are current: changes, disabling, moves and deletions apply at once, in spite of caches', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const rule = await aStoredRule(caller, { conditionExpression: always, successActions: setStatus('one') });
    const { id } = rule;
    expect((await executed(caller)).fields).toEqual({ status: 'one' });
    // Not even the new rule of the client.
    await api.put(rulesPath, { body: { id, successActions: setStatus('two') } });
    expect((await executed(caller)).fields).toEqual({ status: 'two' });
    await api.put(rulesPath, { body: { id, enabled: false } });
    expect(idsOf(await executed(caller))).toEqual([]);
    await api.put(rulesPath, { body: { id, enabled: true, priority: 5, ruleId: 'RENAMED' } });
    expect(idsOf(await executed(caller))).toEqual(['RENAMED']);
    await api.put(rulesPath, { body: { id, entityType: 'sales.offer' } });
    expect(idsOf(await executed(caller))).toEqual([]);
    expect(idsOf(await executed(caller, { entityType: 'sales.offer' }))).toEqual(['RENAMED']);
    await api.delete(`${rulesPath}?id=${id}`);
    expect(idsOf(await executed(caller, { entityType: 'sales.offer' }))).toEqual([]);
  });

  it('are none if more than a hundred match, and nothing is allowed then', async () => {
    const caller = await aTenant();
    const create = (index: number) => aStoredRule(caller, { ruleId: `R-${index}` });
    await Promise.all(Array.from({ length: 100 }, (_, index) => create(index)));
    expect(idsOf(await executed(caller))).toHaveLength(100);
    expect((await listLogs(caller, 'pageSize=1')).total).toBe(100);
    await create(100);
    expect(await executed(caller)).toMatchObject({
      allowed: false,
      executedRules: [],
      errors: [expect.stringMatching(/More than 100 rules/)],
      logIds: [],
    });
    expect((await listLogs(caller, 'pageSize=1')).total).toBe(100);
  });
});

describe('the result of an execution', () => {
  it('contains whether all guards hold, the result of each rule, and the values of fields', async () => {
    const caller = await aTenant();
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
    await aStoredRule(caller, {
      ruleId: 'PLAIN',
      priority: 1,
      ruleType: 'ACTION',
      conditionExpression: never,
    });
    const answer = await executed(caller, { entityId: 'SO-1', data: { total: 250 }, explain: true });
    expect(answer).toMatchObject({
      allowed: false,
      fields: { status: 'review', total: 250 },
      errors: [],
      logIds: [expect.stringMatching(/^\d{27}$/), expect.any(String)],
    });
    expect(answer.executedRules).toMatchObject([
      {
        id: guard.id,
        ruleId: 'GUARD',
        ruleType: 'GUARD',
        result: 'FAILURE',
        conditionResult: false,
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
      { ruleId: 'PLAIN', conditionResult: false, actionsExecuted: null },
    ]);
    for (const { executionTime } of answer.executedRules) expect(Number.isInteger(executionTime)).toBe(true);
  });

  it('reports actions without effect: no user to notify, no valid URL', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, {
      conditionExpression: always,
      successActions: [
        { type: 'NOTIFY', config: { recipients: 'unknown', message: 'm' } },
        { type: 'CALL_WEBHOOK', config: { url: 'ftp://{{tenantId}}' } },
        { type: 'LOG', config: { message: 'm' } },
      ],
    });
    const { executedRules, errors, allowed } = await executed(caller);
    expect(executedRules[0]?.actionsExecuted).toMatchObject({
      success: false,
      results: [
        {
          type: 'NOTIFY',
          success: false,
          error: 'No message was sent, because these are no addresses or active users: unknown.',
        },
        { type: 'CALL_WEBHOOK', success: false, error: 'The url must begin with https:// or http://.' },
        { type: 'LOG', success: true },
      ],
    });
    expect(errors).toHaveLength(2);
    expect(allowed).toBe(true);
    const { items } = await listLogs(caller);
    expect(items[0]).toMatchObject({
      executionResult: 'SUCCESS',
      errorMessage: expect.stringMatching(/NOTIFY.*CALL_WEBHOOK/),
    });
  });

  it.each([
    ['5 000 groups deep', nestedGroups(5_000, always)],
    [
      'of 200 KB',
      { operator: 'AND', rules: [always, { field: 'a', operator: 'NOT_IN', value: ['x'.repeat(200_000)] }] },
    ],
    ['with a pattern', { field: 'number', operator: 'MATCHES', value: '^SO-\\d+$' }],
  ])('is correct for a condition %s', async (_, conditionExpression) => {
    const caller = await aTenant();
    await aStoredRule(caller, { conditionExpression });
    const answer = await executed(caller, { data: { number: 'SO-1001' } });
    expect(answer.executedRules).toMatchObject([{ conditionResult: true, result: 'SUCCESS' }]);
  });

  it('has placeholders of the user, and only the id of a key', async () => {
    const caller = await aTenant();
    const values = {
      id: '{{user.id}}',
      email: '{{user.email}}',
      name: '{{user.name}}',
      role: '{{user.role}}',
    };
    await aStoredRule(caller, {
      conditionExpression: { field: 'owner', operator: '=', value: '{{user.email}}' },
      successActions: setStatus(values),
      failureActions: setStatus(values),
    });
    expect((await executed(caller)).fields.status).toEqual({ ...values, id: caller.keyId });

    const { body: role } = await caller.api.post<{ id: string }>('/api/auth/roles', {
      body: { name: 'buyers' },
    });
    const user = await aUser(caller, {
      name: 'Ada',
      roleIds: [role.id],
      acl: { features: ['business_rules.rules.execute'], isSuperAdmin: false, organizations: null },
    });
    const { token } = await aSession(user);
    const answer = await caller.api.post<Executed>(executePath, {
      body: { entityType: 'sales.order', data: { owner: user.email } },
      headers: { 'x-api-key': '', authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.executedRules[0]?.conditionResult).toBe(true);
    expect(answer.body.fields.status).toEqual({
      id: user.id,
      email: user.email,
      name: 'Ada',
      role: 'buyers',
    });
  });

  it.each<[unknown, boolean]>([
    [null, true],
    ['text', true],
    [[1, 2], true],
    [{}, true],
  ])('is returned for the data %j', async (data, conditionResult) => {
    const caller = await aTenant();
    await aStoredRule(caller, { conditionExpression: always });
    expect((await executed(caller, { data })).executedRules).toMatchObject([{ conditionResult }]);
  });

  it('fits into the response for the largest data, with rules that repeat it', async () => {
    const caller = await aTenant();
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
});
