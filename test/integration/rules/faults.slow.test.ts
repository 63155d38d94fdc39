import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import {
  aStoredRule,
  assertNothingHalfWritten,
  execute,
  getRule,
  listLogs,
  listRules,
  rulePath,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { during } from '../../support/fault-injection/faults.ts';

const calls: [string, (caller: TestCaller, id: string) => Promise<TestResponse>][] = [
  ['list', ({ api }) => api.get(rulesPath)],
  ['search', ({ api }) => api.get(`${rulesPath}?search=x`)],
  ['read', ({ api }, id) => api.get(rulePath(id))],
  ['create', ({ api }) => api.post(rulesPath, { body: aRule({ ruleId: 'NEW' }) })],
  [
    'update',
    ({ api }, id) => api.put(rulesPath, { body: { id, ruleId: 'RENAMED', priority: 1, ruleName: 'x' } }),
  ],
  ['delete', ({ api }, id) => api.delete(`${rulesPath}?id=${id}`)],
];

function expectUnavailable({ status, headers, body }: TestResponse): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body).toEqual({ error: 'The service is busy; repeat the request shortly.', code: 'unavailable' });
}

async function expectUntouched(caller: TestCaller, rule: { id: string; ruleId: string }): Promise<void> {
  expect((await getRule(caller, rule.id)).body).toEqual(rule);
  expect(await listRules(caller)).toMatchObject({ data: [rule], pagination: { total: 1 } });
  expect(await assertNothingHalfWritten(caller.tenantId)).toEqual([rule.ruleId]);
}

describe.concurrent.each(calls)('%s', (_, call) => {
  it.each(['throttle', 'error'] as const)(
    'returns 503 while DynamoDB returns %s, and changes nothing',
    async (effect) => {
      const caller = await aTenant();
      const rule = await aStoredRule(caller);
      const answer = await during({ effect, bodyContains: caller.tenantId }, () => call(caller, rule.id));
      expectUnavailable(answer);
      await expectUntouched(caller, rule);
      expect((await call(caller, rule.id)).status).toBeLessThan(300);
      await assertNothingHalfWritten(caller.tenantId);
    },
  );

  it('succeeds if only one request to DynamoDB fails', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const fault = { effect: 'error', times: 1, bodyContains: caller.tenantId } as const;
    expect((await during(fault, () => call(caller, rule.id))).status).toBeLessThan(300);
    await assertNothingHalfWritten(caller.tenantId);
  });
});

describe.concurrent('writes', () => {
  it.each(calls.slice(3))('%s changes nothing if only its transaction fails', async (_, call) => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const fault = { effect: 'error', action: 'TransactWriteItems', bodyContains: caller.tenantId } as const;
    expectUnavailable(await during(fault, () => call(caller, rule.id)));
    await expectUntouched(caller, rule);
  });

  it('are applied once if a response of DynamoDB is lost', async () => {
    const caller = await aTenant();
    const fault = {
      effect: 'timeout',
      times: 1,
      action: 'TransactWriteItems',
      bodyContains: caller.tenantId,
    } as const;
    const { status } = await during(fault, () => caller.api.post(rulesPath, { body: aRule() }));
    expect(status).toBe(201);
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual(['ORDER-LIMIT']);
  });

  it('under random failures succeed or return 503, and the list counts exactly the successful ones', async () => {
    const caller = await aTenant();
    const create = (_: unknown, index: number) =>
      caller.api.post(rulesPath, { body: aRule({ ruleId: `RULE-${index}` }) });
    const answers = await during({ effect: 'error', rate: 0.6, bodyContains: caller.tenantId }, () =>
      Promise.all(Array.from({ length: 10 }, create)),
    );
    const done = answers.filter(({ status }) => status === 201).map(({ body }) => body.ruleId);
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    expect((await assertNothingHalfWritten(caller.tenantId)).toSorted()).toEqual(done.toSorted());
    expect((await listRules(caller)).pagination.total).toBe(done.length);
  });
});

describe.concurrent('an execution', () => {
  const flagging = {
    conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' },
    successActions: [{ type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged' } }],
  };

  it.each(['throttle', 'error'] as const)(
    'returns 503 while DynamoDB returns %s for its transaction: no event, no log',
    async (effect) => {
      const caller = await aTenant();
      await aStoredRule(caller, flagging);
      const eventsSince = await watchEvents(caller.tenantId);
      const fault = { effect, action: 'TransactWriteItems', bodyContains: caller.tenantId } as const;
      expectUnavailable((await during(fault, () => execute(caller))) as unknown as TestResponse);
      expect(await eventsSince()).toEqual([]);
      expect((await listLogs(caller)).total).toBe(0);
    },
  );

  it('has its effects once if a response of DynamoDB is lost', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const fault = {
      effect: 'timeout',
      times: 1,
      action: 'TransactWriteItems',
      bodyContains: caller.tenantId,
    } as const;
    expect((await during(fault, () => execute(caller))).status).toBe(200);
    expect(await eventsSince()).toHaveLength(1);
    expect((await listLogs(caller)).total).toBe(1);
  });
});

describe('authentication', () => {
  it('returns 503, not 401, while the keys cannot be read', async () => {
    const caller = await aTenant();
    const fault = { effect: 'error', bodyContains: hashApiKey(caller.key) } as const;
    expectUnavailable(await during(fault, () => caller.api.get(rulesPath)));
  });
});
