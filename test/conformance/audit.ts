import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { AuditAction as Entry } from '../../shared/modules/audit/contract.ts';
import { aRule, type TestCaller } from '../support/builders/tenants.ts';
import type { Api, Page } from '../support/clients/api.ts';
import { conformance } from './support/conformance.ts';
import { aRole, aSession, aUser } from './support/people.ts';
import { aCaller, aKey, aName, aSibling, aSuperAdmin, aTenant, unique } from './support/stage.ts';

const { proves } = conformance('audit');

const path = '/api/audit_logs/actions';
const rules = '/api/business_rules/rules';
const scopeForbidden = { status: 403, body: { code: 'scope_forbidden' } };

async function list({ api }: { api: Api }, query = ''): Promise<Page<Entry>> {
  const { status, body } = await api.get<Page<Entry>>(`${path}?${query}`);
  expect(status).toBe(200);
  return body;
}
const idsOf = async (caller: { api: Api }, query: string) =>
  (await list(caller, query)).items.map(({ resourceId }) => resourceId);

async function aNewRule({ api }: TestCaller): Promise<string> {
  const { body } = await api.post<{ id: string }>(rules, { body: aRule({ ruleId: unique('R') }) });
  return body.id;
}

proves('entry', async () => {
  const caller = await aCaller();
  const id = await aNewRule(caller);
  const changed = await caller.api.put(rules, { body: { id, enabled: false } });
  const { items } = await list(caller, `resourceId=${id}`);
  expect(items.map(({ action }) => action)).toEqual(['updated', 'created']);
  expect(items[0]).toEqual({
    ...{ id: expect.any(String), action: 'updated', resource: 'business_rules.rule', resourceId: id },
    ...{ actorType: 'api_key', actorId: caller.keyId, method: 'key', factors: ['key'] },
    ...{ tenantId: caller.tenantId, organizationId: caller.organizationId },
    requestId: changed.headers.get('x-request-id'),
    changes: { enabled: { before: true, after: false } },
    createdAt: expect.stringMatching(/\.\d{3}Z$/),
  });
});

proves('whole-things', async () => {
  const caller = await aCaller();
  const name = aName();
  const { body } = await caller.api.post<{ id: string }>('/api/api_keys/keys', { body: { name } });
  await caller.api.delete(`/api/api_keys/keys?id=${body.id}`);
  const { items } = await list(caller, `resourceId=${body.id}`);
  expect(items).toMatchObject([
    { action: 'deleted', changes: { name: { before: name } } },
    { action: 'created', changes: { name: { after: name } } },
  ]);
});

proves('actor-sign-in', async () => {
  const caller = await aCaller();
  const { id: roleId } = await aRole(caller, { features: ['business_rules.*'] });
  const session = await aSession(await aUser(caller, { roles: [roleId] }));
  const { body } = await session.api.post<{ id: string }>(rules, { body: aRule({ ruleId: unique('R') }) });
  const { items } = await list(caller, `resourceId=${body.id}`);
  expect(items).toMatchObject([{ actorType: 'user', method: 'password', factors: ['password'] }]);
});

proves('order', async () => {
  const caller = await aCaller();
  const ids = [await aNewRule(caller), await aNewRule(caller), await aNewRule(caller)].toReversed();
  const query = 'resource=business_rules.rule&pageSize=2';
  const pages = [await list(caller, query), await list(caller, `${query}&page=2`)];
  expect(pages.flatMap(({ items }) => items.map(({ resourceId }) => resourceId))).toEqual(ids);
  expect(pages[0]).toMatchObject({ total: 3, totalIsExact: true, totalPages: 2 });
  expect(await list(caller, 'resource=none')).toMatchObject({ items: [], total: 0, totalPages: 0 });
});

proves('filters', async () => {
  const caller = await aCaller();
  const [first, second] = [await aNewRule(caller), await aNewRule(caller)];
  await caller.api.delete(`${rules}?id=${first}`);
  const cases: [string, string[]][] = [
    [`resourceId=${first}&action=deleted`, [first]],
    ['action=deleted', [first]],
    ['resource=business_rules.rule&action=created', [second, first]],
    ['resource=business_rules', []],
    [`actorId=${caller.keyId}&resourceId=${second}`, [second]],
    [`search=${second.toUpperCase()}`, [second]],
    ['search=%25', []],
  ];
  for (const [query, expected] of cases)
    expect([query, await idsOf(caller, query)]).toEqual([query, expected]);
});

proves('time-range', async () => {
  const caller = await aCaller();
  const ids = [await aNewRule(caller), await aNewRule(caller), await aNewRule(caller)];
  const times = new Map(
    (await list(caller)).items.map(({ resourceId, createdAt }) => [resourceId, createdAt]),
  );
  const [first = '', second = '', third = ''] = ids.map((id) => times.get(id));
  const expected = (from: string, to: string) =>
    ids.filter((id) => from <= (times.get(id) ?? '') && (times.get(id) ?? '') <= to).toReversed();
  const found = (from: string, to: string) =>
    idsOf(caller, `resource=business_rules.rule&from=${from}&to=${to}`);
  for (const from of [first, second])
    for (const to of [second, third]) expect(await found(from, to)).toEqual(expected(from, to));
  const day = first.slice(0, 10);
  expect(await found(day, third.slice(0, 10))).toEqual(ids.toReversed());
  expect(await found('2020-01-01', '2020-01-01')).toEqual([]);
  const backwards = await caller.api.get(`${path}?from=2026-03-02&to=2026-03-01`);
  expect(backwards).toMatchObject({ status: 400, body: { details: [{ field: 'to' }] } });
});

proves('scope', async () => {
  const owner = await aTenant();
  const sibling = await aSibling(owner);
  const admin = await aKey({ ...owner, organizations: null });
  const [here, there] = [await aNewRule(owner), await aNewRule(sibling)];
  const { body } = await owner.api.post<{ id: string }>('/api/auth/roles', { body: { name: unique('r') } });
  const found = async (caller: { api: Api }, query = '') => {
    const ids = await idsOf(caller, `action=created&${query}`);
    return ids.filter((id) => [here, there, body.id].includes(id));
  };
  expect(await found(owner)).toEqual([here]);
  expect(await found(admin)).toEqual([body.id, there, here]);
  const narrow = `organizationId=${sibling.organizationId}`;
  expect(await found(admin, narrow)).toEqual([there]);
  expect(await owner.api.get(`${path}?${narrow}`)).toMatchObject(scopeForbidden);
});

proves('isolation', async () => {
  const owner = await aTenant();
  const id = await aNewRule(owner);
  const stranger = await aKey({ ...(await aTenant()), organizations: null });
  for (const query of ['', `search=${id}`, `resourceId=${id}`, `actorId=${owner.keyId}`])
    expect(await idsOf(stranger, query)).not.toContain(id);
  const entered = await stranger.api.get(`${path}?tenantId=${owner.tenantId}`);
  expect(entered).toMatchObject(scopeForbidden);
});

proves('platform', async () => {
  const admin = await aSuperAdmin();
  const { body } = await admin.api.post<{ id: string }>('/api/directory/tenants', {
    body: { name: aName('tenant') },
  });
  expect((await list(admin, `platform=true&resourceId=${body.id}`)).items).toMatchObject([
    { action: 'created', resource: 'directory.tenant', tenantId: null, actorId: admin.keyId },
  ]);
  await admin.api.delete(`/api/directory/tenants?id=${body.id}`);
  const refused = await (await aCaller()).api.get(`${path}?platform=true`);
  expect(refused).toMatchObject(scopeForbidden);
});

const secretRule = (secret: string) => {
  const config = { url: 'https://hooks.example.com/', headers: { authorization: secret, 'x-team': secret } };
  const actions = [{ type: 'CALL_WEBHOOK', config }];
  return aRule({ ruleId: unique('R'), successActions: actions, failureActions: actions });
};
const secretJob = (secret: string) => ({
  ...{ name: aName('job'), scopeType: 'organization', scheduleType: 'interval', scheduleValue: '1h' },
  ...{ targetType: 'queue', targetQueue: 'jobs', targetPayload: { nested: [{ text: secret }] } },
});
const secretWebhook = (secret: string) => ({
  ...{ name: aName('webhook'), url: 'https://hooks.example.com/', subscribedEvents: ['a.b.c'] },
  customHeaders: { 'x-team': secret },
});

/** Creates a resource with one secret, replaces it by another, and deletes the resource. */
const changes: [string, (secret: string) => object, (path: string, id: string) => string][] = [
  [rules, secretRule, (of) => of],
  ['/api/scheduler/jobs', secretJob, (of) => of],
  ['/api/webhooks', secretWebhook, (of, id) => `${of}/${id}`],
];

proves('secrets', changes, async ([of, bodyOf, pathOf]) => {
  const { api } = await aCaller();
  const secrets = [`canary-${randomBytes(12).toString('hex')}`, `canary-${randomBytes(12).toString('hex')}`];
  const [first = '', second = ''] = secrets;
  const { body } = await api.post<{ id: string }>(of, { body: bodyOf(first) });
  const { id } = body;
  const changed = await api.put(pathOf(of, id), { body: { ...bodyOf(second), id } });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await api.delete(`${pathOf(of, id)}?id=${id}`, { body: { id } });
  const { items } = await list({ api }, 'pageSize=100');
  expect(items.filter(({ resourceId }) => resourceId === id)).toHaveLength(3);
  for (const secret of secrets) expect(JSON.stringify(items)).not.toContain(secret);
});
