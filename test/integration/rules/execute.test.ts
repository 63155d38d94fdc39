import { describe, expect, it } from 'vitest';
import {
  aStoredRule,
  type Executed,
  execute,
  executed,
  executePath,
  getRule,
  listLogs,
  logsPath,
  nestedGroups,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aKey, aRule, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';

const always = { field: 'nothing', operator: 'IS_EMPTY' };
const never = { field: 'nothing', operator: 'IS_NOT_EMPTY' };
const setStatus = (value: unknown) => [{ type: 'SET_FIELD', config: { field: 'status', value } }];
const idsOf = ({ executedRules }: Executed) => executedRules.map(({ ruleId }) => ruleId);

describe('which rules are executed', () => {
  it('those of the entity type that are enabled and in effect, the highest priority first, then by ruleId', async () => {
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
  ])('of the event %j: its own and those without an event', async (eventType, expected) => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'ANY' });
    await aStoredRule(caller, { ruleId: 'CREATED', eventType: 'created' });
    await aStoredRule(caller, { ruleId: 'DELETED', eventType: 'deleted' });
    expect(idsOf(await executed(caller, { eventType }))).toEqual(expected);
  });

  it('never those of another tenant or organization', async () => {
    const owner = await aTenant();
    await aStoredRule(owner, { ruleId: 'OWNED' });
    for (const stranger of [await aTenant(), await aSibling(owner)]) {
      await aStoredRule(stranger, { ruleId: 'OTHER' });
      expect(idsOf(await executed(stranger))).toEqual(['OTHER']);
    }
    expect(idsOf(await executed(owner))).toEqual(['OWNED']);
  });

  it('as they are now: changed, switched off, moved and deleted at once, in spite of what a warm function keeps', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const rule = await aStoredRule(caller, { conditionExpression: always, successActions: setStatus('one') });
    const { id } = rule;
    expect((await executed(caller)).fields).toEqual({ status: 'one' });
    // Not even a new version of the client's.
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

  it('none when more than a hundred match, and nothing is allowed then', async () => {
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

describe('what executing answers', () => {
  it('whether all guards hold, what each rule did, and the values of fields', async () => {
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

  it('truthfully what had no effect: no user to notify, nothing that could be sent', async () => {
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
        { type: 'NOTIFY', success: false, error: 'No user is behind unknown.' },
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
  ])('the truth about a condition %s', async (_, conditionExpression) => {
    const caller = await aTenant();
    await aStoredRule(caller, { conditionExpression });
    const answer = await executed(caller, { data: { number: 'SO-1001' } });
    expect(answer.executedRules).toMatchObject([{ conditionResult: true, result: 'SUCCESS' }]);
  });

  it('what placeholders know of a person, asking for no more than the id of a key', async () => {
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
  ])('on the data %j', async (data, conditionResult) => {
    const caller = await aTenant();
    await aStoredRule(caller, { conditionExpression: always });
    expect((await executed(caller, { data })).executedRules).toMatchObject([{ conditionResult }]);
  });

  it('on the largest data with rules that repeat it, in an answer that fits', async () => {
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
    expect(answer.body.executedRules[0]).toMatchObject({ error: expect.stringMatching(/were not taken/) });
  });
});

describe('effects', () => {
  const flagging = {
    conditionExpression: always,
    successActions: [
      { type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged', payload: { total: '{{total}}' } } },
    ],
  };

  it('are carried out: an emitted event is published, marked as one rule deep', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const { executedRules } = await executed(caller);
    const [event, ...others] = (await eventsSince()).filter(({ type }) => type === 'sales.offer.flagged');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: executedRules[0]?.actionsExecuted?.results[0]?.eventId,
      depth: 1,
      organizationId: caller.organizationId,
      data: { total: 5, tenantId: caller.tenantId, organizationId: caller.organizationId },
    });
  });

  it('notify the users behind addresses and ids, of this tenant alone', async () => {
    const caller = await aTenant();
    const [ada, bob, gone] = await Promise.all([
      aUser(caller),
      aUser(caller),
      aUser(caller, { isActive: false }),
    ]);
    const stranger = await aUser(await aTenant());
    const recipients = [
      ada.email.toUpperCase(),
      bob.id,
      gone.email,
      stranger.email,
      'unknown@example.com',
      ada.email,
    ];
    await aStoredRule(caller, {
      conditionExpression: always,
      successActions: [
        {
          type: 'NOTIFY',
          config: { recipients: recipients.join(', '), subject: 'Large', message: 'Order {{entityId}}' },
        },
      ],
    });
    const { executedRules } = await executed(caller, { entityId: 'SO-1' });
    expect(executedRules[0]?.actionsExecuted?.results).toMatchObject([
      {
        type: 'NOTIFY',
        success: true,
        notified: 2,
        unknownRecipients: [gone.email, stranger.email, 'unknown@example.com'],
      },
    ]);
    const inboxOf = async (user: typeof ada) => {
      const { token } = await aSession(user);
      const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
      const { body } = await caller.api.get<{ items: object[] }>('/api/notifications', { headers });
      return body.items;
    };
    for (const user of [ada, bob])
      expect(await inboxOf(user)).toMatchObject([
        { type: 'business_rules.rule.notified', title: 'Large', body: 'Order SO-1', sourceEntityId: 'SO-1' },
      ]);
  });

  it('accept addresses of people who are no users, and name them', async () => {
    const caller = await aTenant();
    const config = { recipients: 'ops@example.com, sales@example.com', message: 'm' };
    await aStoredRule(caller, { conditionExpression: always, successActions: [{ type: 'NOTIFY', config }] });
    const { executedRules, errors } = await executed(caller);
    expect(executedRules[0]?.actionsExecuted).toMatchObject({
      success: true,
      results: [
        {
          type: 'NOTIFY',
          success: true,
          notified: 0,
          unknownRecipients: ['ops@example.com', 'sales@example.com'],
        },
      ],
    });
    expect(errors ?? []).toEqual([]);
  });

  it('are not in a dry run: it evaluates and plans, and leaves nothing behind', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const answer = await execute(caller, { dryRun: true });
    expect(answer.body).toMatchObject({
      allowed: true,
      executedRules: [
        {
          actionsPlanned: ['EMIT_EVENT'],
          actionsExecuted: { success: true, results: [{ type: 'EMIT_EVENT' }] },
        },
      ],
    });
    expect(answer.body).not.toHaveProperty('logIds');
    expect(answer.body.executedRules[0]).not.toHaveProperty('logId');
    expect((await listLogs(caller)).total).toBe(0);
    expect(await eventsSince()).toEqual([]);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
  });
});

describe('a request to execute', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ data: undefined }, 'data'],
    [{ entityType: undefined }, 'entityType'],
    [{ entityType: '' }, 'entityType'],
    [{ entityType: 'x'.repeat(51) }, 'entityType'],
    [{ entityType: 5 }, 'entityType'],
    [{ eventType: 'x'.repeat(51) }, 'eventType'],
    [{ entityId: 5 }, 'entityId'],
    [{ dryRun: 'yes' }, 'dryRun'],
    [{ explain: 1 }, 'explain'],
  ])('with %j is refused', async (body, field) => {
    const answer = await execute(await aTenant(), body);
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { details: object }).details).toHaveProperty(field);
  });

  it('that is no JSON, or uses a prototype as a key, is refused', async () => {
    const { api } = await aTenant();
    for (const body of ['{', '{"entityType":"a.b","data":{"__proto__":{"x":1}}}']) {
      expect((await api.post(executePath, { body })).status).toBe(400);
    }
  });

  it('needs business_rules.rules.execute, and nothing else', async () => {
    const owner = await aTenant();
    await aStoredRule(owner);
    const without = await aKey({
      ...owner,
      features: ['business_rules.rules.view', 'business_rules.logs.view'],
    });
    expect(await execute(without)).toMatchObject({
      status: 403,
      body: { required: ['business_rules.rules.execute'] },
    });
    const only = await aKey({ ...owner, features: ['business_rules.rules.execute'] });
    expect(idsOf(await executed(only))).toEqual(['ORDER-LIMIT']);
  });
});

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
    [{ effectiveFrom: '2999-01-01' }, /from 2999-01-01 on/],
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

  it('returns 404 in the same shape for an unknown, a deleted and a foreign rule alike, and 400 for no id', async () => {
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

  it('knows the person who asks', async () => {
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

  it('leaves the rule as it was', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    await executeOne(caller, rule.id);
    expect((await getRule(caller, rule.id)).body).toEqual(rule);
  });
});

describe('a guard on a field that the data does not have', () => {
  it('passes, unless its rule says that missing fields fail', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller, { ruleId: 'LIMIT' });
    expect(rule.missingFieldPolicy).toBe('ignore');
    const run = async (more: Record<string, unknown> = {}) =>
      executed(caller, { data: { totl: 1 }, ...more });
    const [lenient] = (await run({ explain: true })).executedRules;
    expect(lenient).toMatchObject({ result: 'SUCCESS', trace: { missingFields: ['total'] } });
    expect(lenient).not.toHaveProperty('missingFields');

    await caller.api.put(rulesPath, { body: { id: rule.id, missingFieldPolicy: 'fail' } });
    const strict = await run();
    expect(strict).toMatchObject({
      allowed: false,
      executedRules: [{ result: 'FAILURE', conditionResult: false, missingFields: ['total'] }],
    });
    expect((await run({ data: { total: 1 } })).allowed).toBe(true);
    const { items } = await listLogs(caller, 'executionResult=FAILURE');
    expect(items).toMatchObject([{ outputContext: { missingFields: ['total'] } }]);
  });

  it('is refused a policy that does not exist', async () => {
    const { api } = await aTenant();
    const { status, body } = await api.post(rulesPath, { body: aRule({ missingFieldPolicy: 'warn' }) });
    expect([status, body.details]).toEqual([400, { missingFieldPolicy: expect.any(String) }]);
  });
});

describe('the figures of the log', () => {
  it('count an ACTION rule that does not apply as not applied', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'ACT', ruleType: 'ACTION' });
    await executed(caller, { data: { total: 1 } });
    await executed(caller, { data: { total: 1_000_000 } });
    const { body } = await caller.api.get(`${logsPath}/stats`);
    expect(body).toMatchObject({ executions: 2, success: 1, failure: 0, notApplied: 1, successRate: 1 });
  });
});
