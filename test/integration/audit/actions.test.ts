import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditLimits } from '../../../shared/kernel/audit/limits.ts';
import { type Change, recordChange } from '../../../shared/kernel/audit/record.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import type { AuditAction } from '../../../shared/modules/audit/contract.ts';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import { aNewKey } from '../../support/builders/api-keys.ts';
import { tenantsPath } from '../../support/builders/directory.ts';
import { aRule, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { type Api, callsOf } from '../../support/clients/api.ts';

const actionsPath = '/api/audit_logs/actions';

interface ActionPage {
  items: AuditAction[];
  total: number;
  totalIsExact: boolean;
  totalPages: number;
}

async function actionsOf({ api }: { api: Api }, query = ''): Promise<ActionPage> {
  const answer = await api.get<ActionPage>(`${actionsPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const day = (number: number) => Date.UTC(2026, 10, number);

/** Writes the entry of a change at the given time. */
async function anEntry(change: Partial<Change> & { tenantId: string }, nowMs: number): Promise<void> {
  const full: Change = {
    organizationId: null,
    resource: 'tests.thing',
    resourceId: randomUUID(),
    action: 'updated',
    version: 1,
    data: {},
    ...change,
  };
  await transact(recordChange(full, { principal: { subject: 'user:ada' }, nowMs }));
}

describe('GET /api/audit_logs/actions', () => {
  it('shows who changed what, and the request', async () => {
    const caller = await aTenant();
    const created = await caller.api.post('/api/business_rules/rules', { body: aRule() });
    const { id } = created.body;
    const changed = await caller.api.put('/api/business_rules/rules', { body: { id, enabled: false } });
    const { items } = await actionsOf(caller, `resourceId=${id}`);
    expect(items.map(({ action }) => action)).toEqual(['updated', 'created']);
    expect(items[0]).toEqual({
      id: expect.any(String),
      action: 'updated',
      resource: 'business_rules.rule',
      resourceId: id,
      actorType: 'api_key',
      actorId: caller.keyId,
      tenantId: caller.tenantId,
      organizationId: caller.organizationId,
      requestId: changed.headers.get('x-request-id'),
      changes: { enabled: { before: true, after: false } },
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
    });
  });

  it('lists newest entries first, in pages with an exact total', async () => {
    const caller = await aTenantAdmin(await aTenant());
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    for (const number of [2, 4, 1, 3]) await anEntry({ tenantId, resourceId: `r${number}` }, day(number));
    const query = 'resource=tests.thing&pageSize=3';
    const [first, second] = [await actionsOf(admin, query), await actionsOf(admin, `${query}&page=2`)];
    expect([...first.items, ...second.items].map(({ resourceId }) => resourceId)).toEqual([
      'r4',
      'r3',
      'r2',
      'r1',
    ]);
    expect(first).toMatchObject({ total: 4, totalIsExact: true, totalPages: 2 });
    expect(await actionsOf(caller, query)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it('filters and searches', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    await anEntry({ tenantId, resource: 'tests.one', resourceId: 'Alpha-1', action: 'created' }, day(1));
    await anEntry({ tenantId, resource: 'tests.two', resourceId: 'beta%', action: 'deleted' }, day(2));
    const found = async (query: string) =>
      (await actionsOf(admin, query)).items.map(({ resourceId }) => resourceId);
    expect(await found('resource=tests.one')).toEqual(['Alpha-1']);
    expect(await found('resource=tests')).toEqual([]);
    expect(await found('action=deleted')).toEqual(['beta%']);
    expect(await found('actorId=ada')).toEqual(['beta%', 'Alpha-1']);
    expect(await found('resourceId=Alpha-1&actorId=ada')).toEqual(['Alpha-1']);
    expect(await found('search=ALPHA')).toEqual(['Alpha-1']);
    expect(await found('search=tests.')).toEqual(['beta%', 'Alpha-1']);
    expect(await found('search=%25')).toEqual(['beta%']);
  });

  it('is limited to a time range, bounds included', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    for (const number of [1, 2, 3]) await anEntry({ tenantId, resourceId: `r${number}` }, day(number));
    const found = async (query: string) =>
      (await actionsOf(admin, `resource=tests.thing&${query}`)).items.map(({ resourceId }) => resourceId);
    const time = (number: number) => new Date(day(number)).toISOString();
    expect(await found(`from=${time(2)}`)).toEqual(['r3', 'r2']);
    expect(await found(`to=${time(2)}`)).toEqual(['r2', 'r1']);
    expect(await found(`from=${time(2)}&to=${time(2)}`)).toEqual(['r2']);
    expect(await found('from=2026-11-02&to=2026-11-02')).toEqual(['r2']);
    expect(await found('from=2026-11-03T00:00:00.001Z')).toEqual([]);
    const backwards = await admin.api.get(`${actionsPath}?from=${time(3)}&to=${time(1)}`);
    expect(backwards).toMatchObject({ status: 400, body: { details: [{ field: 'to' }] } });
  });

  it('reads only the requested time range', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    // Random data, which does not compress.
    const changes = { text: { after: randomBytes(6_000).toString('base64') } };
    for (let number = 1; number <= 12; number++) await anEntry({ tenantId, changes }, day(number));
    const cost = async (query: string) => {
      const calls = await callsOf(await admin.api.get(`${actionsPath}?${query}`));
      expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
      return calls[1]?.readUnits ?? 0;
    };
    const all = await cost('to=2026-11-30');
    const one = await cost('from=2026-11-05&to=2026-11-05T12:00:00Z');
    expect(all).toBeGreaterThan(15);
    expect(one).toBeLessThan(4);
  });

  it('omits expired entries', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    const dayMs = 86_400_000;
    await anEntry({ tenantId, resourceId: 'old' }, Date.now() - (auditLimits.retentionDays + 1) * dayMs);
    await anEntry({ tenantId, resourceId: 'kept' }, Date.now() - (auditLimits.retentionDays - 1) * dayMs);
    const { items, total } = await actionsOf(admin, 'resource=tests.thing');
    expect({ ids: items.map(({ resourceId }) => resourceId), total }).toEqual({ ids: ['kept'], total: 1 });
  });

  it('never contains secrets', async () => {
    const caller = await aTenant();
    const { secret, id } = await aNewKey(caller);
    await caller.api.post(`/api/api_keys/keys/${id}/rotate`);
    const { items } = await actionsOf(caller, 'resource=api_keys.key');
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items)).not.toContain(secret.split('.')[1]);
    expect(JSON.stringify(items)).not.toMatch(/sha256/i);
  });

  it.each(['from=yesterday', 'to=2026-02-30', 'page=0', 'pageSize=201', 'platform=maybe'])(
    'returns 400 for %s',
    async (query) => {
      const { api } = await aTenant();
      expect((await api.get(`${actionsPath}?${query}`)).status).toBe(400);
    },
  );

  it('needs the feature audit_logs.view', async () => {
    const { api } = await aTenant({ features: ['business_rules.*'] });
    expect(await api.get(actionsPath)).toMatchObject({
      status: 403,
      body: { required: ['audit_logs.view'] },
    });
  });
});

describe('the audit trail', () => {
  it('shows callers of one organization its entries, and callers of all organizations all entries', async () => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    const admin = await aTenantAdmin(owner);
    const { tenantId } = owner;
    await anEntry({ tenantId, organizationId: owner.organizationId, resourceId: 'main' }, day(1));
    await anEntry({ tenantId, organizationId: sibling.organizationId, resourceId: 'sibling' }, day(2));
    await anEntry({ tenantId, resourceId: 'tenant' }, day(3));
    const found = async (caller: { api: Api }, query = '') =>
      (await actionsOf(caller, `resource=tests.thing&${query}`)).items.map(({ resourceId }) => resourceId);
    expect(await found(owner)).toEqual(['main']);
    expect(await found(sibling)).toEqual(['sibling']);
    expect(await found(admin)).toEqual(['tenant', 'sibling', 'main']);
    expect(await found(admin, `organizationId=${sibling.organizationId}`)).toEqual(['sibling']);
    const outside = await owner.api.get(`${actionsPath}?organizationId=${sibling.organizationId}`);
    expect(outside).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });

  it('never shows another tenant’s entries', async () => {
    const owner = await aTenant();
    const stranger = await aTenantAdmin(await aTenant());
    await anEntry({ tenantId: owner.tenantId, resourceId: 'secret' }, day(1));
    for (const query of ['', 'search=secret', `actorId=${owner.keyId}`])
      expect(JSON.stringify(await actionsOf(stranger, query))).not.toMatch(
        new RegExp(`secret|${owner.keyId}`),
      );
    const entered = await stranger.api.get(`${actionsPath}?tenantId=${owner.tenantId}`);
    expect(entered).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });

  it('of the platform is visible to super admins only', async () => {
    const owner = await aTenant();
    const superAdmin = await aSuperAdmin();
    const { body } = await superAdmin.api.post(tenantsPath, { body: { name: 'new' } });
    const query = `platform=true&tenantId=${owner.tenantId}&resourceId=${body.id}`;
    expect((await actionsOf(superAdmin, query)).items).toMatchObject([
      { action: 'created', resource: 'directory.tenant', tenantId: null, actorId: superAdmin.keyId },
    ]);
    const refused = await (await aTenantAdmin(owner)).api.get(`${actionsPath}?platform=true`);
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });
});
