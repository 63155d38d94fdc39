import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aStoredRule, getRule, listRules, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aKey, aRule, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { RequestOptions, TestResponse } from '../../support/clients/api.ts';

const strangers: [string, (owner: TestCaller) => Promise<TestCaller>][] = [
  ['another tenant', () => aTenant()],
  ['another organization of the tenant', (owner) => aSibling(owner)],
];

/** Every request about a rule by its id. */
const reaches: [string, (caller: TestCaller, rule: Rule, more?: RequestOptions) => Promise<TestResponse>][] =
  [
    ['read', ({ api }, { id }, more) => api.get(rulePath(id), more)],
    [
      'change',
      ({ api }, { id }, more) => api.put(rulesPath, { body: { id, ruleName: 'taken over' }, ...more }),
    ],
    ['delete', ({ api }, { id }, more) => api.delete(`${rulesPath}?id=${id}`, more)],
  ];

describe.each(strangers)('%s', (_, aStranger) => {
  it.each(reaches)('cannot %s a rule, and receives the response for unknown ids', async (_, reach) => {
    const owner = await aTenant();
    const rule = await aStoredRule(owner);
    const stranger = await aStranger(owner);
    const foreign = await reach(stranger, rule);
    const unknown = await reach(stranger, { ...rule, id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' });
    expect(foreign).toMatchObject({ status: 404, body: unknown.body });
    expect(unknown.status).toBe(404);
    expect((await getRule(owner, rule.id)).body).toEqual(rule);
  });

  it('lists and finds only its own rules', async () => {
    const owner = await aTenant();
    await aStoredRule(owner, { ruleId: 'OWNED' });
    const stranger = await aStranger(owner);
    const own = await aStoredRule(stranger, { ruleId: 'OTHER' });
    for (const query of ['', 'search=block', 'ruleType=GUARD', 'sortField=ruleName']) {
      expect(await listRules(stranger, query)).toMatchObject({ data: [own], pagination: { total: 1 } });
    }
    expect((await listRules(stranger, 'ruleId=OWNED')).pagination.total).toBe(0);
  });

  it('cannot select the owner’s scope by query, body or cookie', async () => {
    const owner = await aTenant();
    const { tenantId, organizationId } = owner;
    const rule = await aStoredRule(owner);
    const stranger = await aStranger(owner);
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const cookie = { cookie: `svc_selected_org=${organizationId}` };
    const { api } = stranger;
    const answers = await Promise.all([
      api.get(`${rulesPath}?${scope}`),
      api.get(`${rulesPath}?organizationId=${organizationId}`),
      api.get(rulesPath, { headers: cookie }),
      api.get(`${rulePath(rule.id)}?${scope}`),
      api.delete(`${rulesPath}?id=${rule.id}&${scope}`),
      api.post(rulesPath, { body: aRule({ ruleId: 'X', tenantId, organizationId }) }),
      api.post(`${rulesPath}?${scope}`, { body: aRule({ ruleId: 'X' }) }),
      api.post(rulesPath, { body: aRule({ ruleId: 'X' }), headers: cookie }),
      api.put(rulesPath, { body: { id: rule.id, tenantId, organizationId, priority: 1 } }),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    expect(await listRules(owner)).toMatchObject({ data: [rule], pagination: { total: 1 } });
    expect((await listRules(stranger)).pagination.total).toBe(0);
  });
});

describe('the selected tenant and organization', () => {
  it('are accepted in any case', async () => {
    const owner = await aTenant();
    const rule = await aStoredRule(owner);
    const { api } = owner;
    const [tenantId, organizationId] = [owner.tenantId.toUpperCase(), owner.organizationId.toUpperCase()];
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}&organizationId=${owner.organizationId}`;
    const cookie = { cookie: `svc_selected_org=${organizationId}` };
    for (const answer of [
      await api.get(`${rulePath(rule.id)}?${scope}`),
      await api.get(rulePath(rule.id), { headers: cookie }),
      await api.put(rulesPath, { body: { id: rule.id, tenantId, organizationId, priority: 1 } }),
    ])
      expect(answer.body).toMatchObject({ id: rule.id, organizationId: owner.organizationId });
  });

  it('return 400 with the field if they are not UUIDs', async () => {
    const { api } = await aTenant();
    const answers = [
      await api.get(`${rulesPath}?tenantId=acme`),
      await api.post(rulesPath, { body: aRule({ tenantId: 7 }) }),
    ];
    for (const { status, body } of answers)
      expect([status, body.details]).toEqual([400, { tenantId: 'must be a UUID' }]);
  });
});

describe('a tenant that is not the caller’s', () => {
  it('is refused with 403 if only the tenant is selected', async () => {
    const { tenantId } = await aTenant();
    const { api } = await aTenant();
    const answers = await Promise.all([
      api.get(`${rulesPath}?tenantId=${tenantId}`),
      api.post(rulesPath, { body: aRule({ tenantId }) }),
      api.post(`${rulesPath}?tenantId=${tenantId}`, { body: aRule() }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([403, 'scope_forbidden']),
    );
  });
});

describe('a key of the same organization', () => {
  it('sees and changes what another key created', async () => {
    const owner = await aTenant();
    const rule = await aStoredRule(owner);
    const colleague = await aKey(owner);
    expect((await listRules(colleague)).data).toEqual([rule]);
    for (const [name, reach] of reaches)
      expect((await reach(colleague, rule)).status, name).toBeLessThan(300);
  });
});

describe('a caller without the feature', () => {
  const calls: [string, (caller: TestCaller, rule: Rule) => Promise<TestResponse>][] = [
    ['view', ({ api }) => api.get(rulesPath)],
    ['view', ({ api }, { id }) => api.get(rulePath(id))],
    ['create', ({ api }) => api.post(rulesPath, { body: aRule({ ruleId: 'NEW' }) })],
    ['edit', ({ api }, { id }) => api.put(rulesPath, { body: { id, priority: 1 } })],
    ['delete', ({ api }, { id }) => api.delete(`${rulesPath}?id=${id}`)],
  ];
  const all = ['view', 'create', 'edit', 'delete'].map((name) => `business_rules.rules.${name}`);

  it.each(calls)(
    'receives 403 with business_rules.rules.%s, and succeeds with only this feature',
    async (name, call) => {
      const owner = await aTenant();
      const rule = await aStoredRule(owner);
      const needed = `business_rules.rules.${name}`;
      const without = await aKey({ ...owner, features: all.filter((feature) => feature !== needed) });
      expect(await call(without, rule)).toMatchObject({
        status: 403,
        body: { error: expect.any(String), required: [needed], requiredFeatures: [needed] },
      });
      expect(await listRules(owner)).toMatchObject({ data: [rule], pagination: { total: 1 } });
      for (const grant of [needed, 'business_rules.*', 'business_rules.rules.*', '*']) {
        const granted = await aKey({ ...owner, features: [grant] });
        const answer = await call(granted, rule);
        expect([200, 201, 204, 404, 409], grant).toContain(answer.status);
      }
    },
  );

  it('receives 403 before the request is validated', async () => {
    const caller = await aTenant({ features: [] });
    expect((await caller.api.post(rulesPath, { body: 'not json' })).status).toBe(403);
    expect((await caller.api.get(`${rulesPath}?page=0`)).status).toBe(403);
    expect((await caller.api.get(rulePath('no-uuid'))).status).toBe(403);
  });
});
