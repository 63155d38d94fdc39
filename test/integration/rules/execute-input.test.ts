import { describe, expect, it } from 'vitest';
import {
  aStoredRule,
  type Executed,
  execute,
  executed,
  executePath,
  listLogs,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aKey, aRule, aTenant } from '../../support/builders/tenants.ts';

const idsOf = ({ executedRules }: Executed) => executedRules.map(({ ruleId }) => ruleId);

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

  it('that is not JSON, or has __proto__ as a key, is refused', async () => {
    const { api } = await aTenant();
    for (const body of ['{', '{"entityType":"a.b","data":{"__proto__":{"x":1}}}']) {
      expect((await api.post(executePath, { body })).status).toBe(400);
    }
  });

  it('needs only business_rules.rules.execute', async () => {
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

describe('a guard on a field that is missing in the data', () => {
  it('passes, unless its rule fails on missing fields', async () => {
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

  it('is refused with an unknown policy', async () => {
    const { api } = await aTenant();
    const { status, body } = await api.post(rulesPath, { body: aRule({ missingFieldPolicy: 'warn' }) });
    expect([status, body.details]).toEqual([400, { missingFieldPolicy: expect.any(String) }]);
  });
});
