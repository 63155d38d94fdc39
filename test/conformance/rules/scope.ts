/** Conformance cases of rules: who reaches them, and the catalogue of operators. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { comparisonOperators, logicalOperators } from '../../../shared/kernel/conditions/operators.ts';
import { actionTypeNames } from '../../../shared/modules/rules/execution/action.ts';
import { getRule, listRules, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aStoredRule, changeRule, expectHidden, removeRule } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('rules');

proves('scope', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const [tenantId, organizationId] = [caller.tenantId.toUpperCase(), caller.organizationId.toUpperCase()];
  for (const answer of [
    await caller.api.get(`${rulePath(rule.id)}?tenantId=${tenantId}&organizationId=${organizationId}`),
    await caller.api.get(rulePath(rule.id), { headers: { cookie: `svc_selected_org=${organizationId}` } }),
    await changeRule(caller, { id: rule.id, tenantId, organizationId, priority: 1 }),
  ])
    expect(answer).toMatchObject({ status: 200, body: { organizationId: caller.organizationId } });
  for (const answer of [
    await caller.api.get(`${rulesPath}?tenantId=acme`),
    await caller.api.post(rulesPath, { body: aRule({ tenantId: 7 }) }),
  ])
    expect(answer).toMatchObject({ status: 400, body: { details: { tenantId: 'must be a UUID' } } });
});

proves('foreign-scope', async () => {
  const owner = await aCaller();
  const { tenantId, organizationId } = owner;
  const rule = await aStoredRule(owner);
  for (const stranger of [await aTenant(), await aSibling(owner)]) {
    const { api } = stranger;
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const cookie = { cookie: `svc_selected_org=${organizationId}` };
    const body = aRule({ ruleId: unique('X') });
    const answers = await Promise.all([
      api.get(`${rulesPath}?${scope}`),
      api.get(`${rulesPath}?organizationId=${organizationId}`),
      api.get(rulesPath, { headers: cookie }),
      api.get(`${rulePath(rule.id)}?${scope}`),
      api.delete(`${rulesPath}?id=${rule.id}&${scope}`),
      api.post(rulesPath, { body: { ...body, tenantId, organizationId } }),
      api.post(`${rulesPath}?${scope}`, { body }),
      api.post(rulesPath, { body, headers: cookie }),
      api.put(rulesPath, { body: { id: rule.id, tenantId, organizationId, priority: 1 } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    expect((await listRules(stranger)).pagination.total).toBe(0);
  }
  expect(await listRules(owner)).toMatchObject({ data: [rule], pagination: { total: 1 } });
});

proves('hidden', async () => {
  const owner = await aCaller();
  const rule = await aStoredRule(owner);
  const strangers = [await aSibling(owner), await aTenant()];
  const reaches = [
    getRule,
    (caller: TestCaller, id: string) => changeRule(caller, { id, ruleName: 'mine' }),
    (caller: TestCaller, id: string) => removeRule(caller, id),
  ];
  await expectHidden(strangers, reaches, rule.id);
  for (const stranger of strangers)
    for (const query of ['', 'search=block', `ruleId=${rule.ruleId}`])
      expect(await listRules(stranger, query)).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await getRule(owner, rule.id)).body).toEqual(rule);
  expect((await listRules(await aKey(owner))).data).toEqual([rule]);
});

proves('features', async () => {
  const owner = await aCaller();
  const { id } = await aStoredRule(owner);
  const calls: [string, (caller: TestCaller) => Promise<{ status: number }>][] = [
    ['view', ({ api }) => api.get(rulePath(id))],
    ['create', ({ api }) => api.post(rulesPath, { body: aRule({ ruleId: unique('R') }) })],
    ['edit', (caller) => changeRule(caller, { id, priority: 1 })],
    ['delete', (caller) => removeRule(caller, randomUUID())],
  ];
  for (const [name, call] of calls)
    for (const grant of [`business_rules.rules.${name}`, 'business_rules.*', 'business_rules.rules.*', '*'])
      expect((await call(await aKey({ ...owner, features: [grant] }))).status, grant).not.toBe(403);
  const { api } = await aKey({ ...owner, features: [] });
  for (const answer of [
    await api.post(rulesPath, { body: 'not json' }),
    await api.get(`${rulesPath}?page=0`),
    await api.get(rulePath('no-uuid')),
  ])
    expect(answer.status).toBe(403);
});

proves('operators', async () => {
  const { api } = await aCaller();
  const { body } = await api.get<Record<string, Record<string, unknown>[]>>('/api/business_rules/operators');
  const names = (list: string, key: string) => body[list]?.map((entry) => entry[key]);
  expect(names('comparisonOperators', 'operator')).toEqual([...comparisonOperators]);
  expect(names('logicalOperators', 'operator')).toEqual([...logicalOperators]);
  expect(names('actions', 'type')).toEqual(actionTypeNames);
  expect(names('placeholders', 'name')).toEqual(
    expect.arrayContaining(['now', 'today', 'user.email', 'ruleId']),
  );
  for (const { description } of Object.values(body).flat())
    expect(String(description).length).toBeGreaterThan(3);
});
