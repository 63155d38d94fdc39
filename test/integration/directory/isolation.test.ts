import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  anOrganization,
  manage,
  organizationsPath,
  rowOf,
  shapeOf,
} from '../../support/builders/directory.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';

const strangers: [string, (owner: TestCaller) => Promise<{ api: Api }>][] = [
  ['another tenant', () => aTenant()],
  ['another tenant’s administrator', async () => aTenantAdmin(await aTenant())],
  ['another organization of the tenant', (owner) => aSibling(owner)],
];

const reaches: [string, (api: Api, id: string) => ReturnType<Api['put']>][] = [
  ['rename', (api, id) => api.put(organizationsPath, { body: { id, name: 'taken over' } })],
  ['move', (api, id) => api.put(organizationsPath, { body: { id, parentId: null } })],
  ['close', (api, id) => api.put(organizationsPath, { body: { id, isActive: false } })],
  ['delete', (api, id) => api.delete(`${organizationsPath}?id=${id}`)],
];

describe.each(strangers)('%s', (_, aStranger) => {
  it.each(reaches)(
    'cannot %s an organization, and receives the response for unknown ids',
    async (_, reach) => {
      const owner = await aTenant();
      const { api } = await aStranger(owner);
      const before = await rowOf(owner, owner.organizationId);
      const [foreign, unknown] = [await reach(api, owner.organizationId), await reach(api, randomUUID())];
      expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect({ status: foreign.status, body: foreign.body }).toEqual({ status: 404, body: unknown.body });
      expect(await rowOf(owner, owner.organizationId)).toEqual(before);
    },
  );

  it('neither lists nor finds foreign organizations', async () => {
    const owner = await aTenant();
    const stranger = await aStranger(owner);
    for (const query of ['', 'search=main', `ids=${owner.organizationId}`]) {
      expect((await manage(stranger, query)).map(({ id }) => id)).not.toContain(owner.organizationId);
      const { body } = await stranger.api.get(`${organizationsPath}?view=tree&${query}`);
      expect(JSON.stringify(body)).not.toContain(owner.organizationId);
    }
  });

  it('cannot move its own organizations above or below foreign ones', async () => {
    const owner = await aTenant();
    const stranger = await aStranger(owner);
    const own = await anOrganization(stranger, { name: 'own' });
    const shape = await shapeOf(stranger);
    const { organizationId: foreign } = owner;
    const answers = await Promise.all([
      stranger.api.put(organizationsPath, { body: { id: own, parentId: foreign } }),
      stranger.api.put(organizationsPath, { body: { id: own, childIds: [foreign] } }),
      stranger.api.post(organizationsPath, { body: { name: 'x', parentId: foreign } }),
      stranger.api.post(organizationsPath, { body: { name: 'x', childIds: [foreign] } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await shapeOf(stranger)).toEqual(shape);
  });
});

describe('a tenant', () => {
  it('cannot be selected by its id', async () => {
    const { tenantId, organizationId } = await aTenant();
    const { api } = await aTenantAdmin(await aTenant());
    const answers = await Promise.all([
      api.get(`${organizationsPath}?tenantId=${tenantId}`),
      api.post(organizationsPath, { body: { tenantId, name: 'x' } }),
      api.put(organizationsPath, { body: { tenantId, id: organizationId, name: 'x' } }),
      api.delete(`${organizationsPath}?tenantId=${tenantId}&id=${organizationId}`),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });
});

describe('a caller of one organization', () => {
  it('creates organizations under its own, and manages those below it', async () => {
    const owner = await aTenant();
    const child = await anOrganization(owner, { name: 'child' });
    const leaf = await anOrganization(owner, { name: 'leaf', parentId: child });
    expect(await shapeOf(owner)).toEqual({ main: null, child: 'main', leaf: 'child' });
    const moved = await owner.api.put(organizationsPath, {
      body: { id: leaf, parentId: owner.organizationId },
    });
    expect(moved.status).toBe(200);
    expect((await owner.api.delete(`${organizationsPath}?id=${child}`)).status).toBe(200);
    expect(await shapeOf(owner)).toEqual({ main: null, leaf: 'main' });
  });

  it('cannot move organizations out of its part of the tree', async () => {
    const owner = await aTenant();
    const child = await anOrganization(owner, { name: 'child' });
    for (const body of [
      { id: child, parentId: null },
      { id: owner.organizationId, childIds: [] },
    ]) {
      const answer = await owner.api.put(organizationsPath, { body });
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    }
    expect(await shapeOf(owner)).toEqual({ main: null, child: 'main' });
  });
});
