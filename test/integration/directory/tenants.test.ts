import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TenantRow } from '../../../shared/modules/identity/directory/tenant-contract.ts';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import { tenantsPath } from '../../support/builders/directory.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';

interface TenantPage {
  items: TenantRow[];
  total: number;
  totalPages: number;
}

/** The tests share one list of tenants: each reads only those with its own mark in their names. */
async function marked(names: readonly string[]) {
  const mark = randomUUID();
  const { api } = await aSuperAdmin();
  const ids: string[] = [];
  for (const name of names) {
    const answer = await api.post(tenantsPath, { body: { name: `${name} ${mark}` } });
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    ids.push(String(answer.body.id));
  }
  const list = async (query = '') =>
    (await api.get<TenantPage>(`${tenantsPath}?search=${mark}&${query}`)).body;
  const namesOf = async (query?: string) => (await list(query)).items.map(({ name }) => name.split(' ')[0]);
  return { api, ids, list, names: namesOf, mark };
}

const put = (api: Api, body: Record<string, unknown>) => api.put(tenantsPath, { body });

describe('/api/directory/tenants', () => {
  it('creates, shows, changes and deletes tenants', async () => {
    const { api, ids, list, mark } = await marked(['acme']);
    const [id] = ids;
    const tenant = {
      id,
      name: `acme ${mark}`,
      isActive: true,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    };
    expect(await list()).toEqual({ items: [tenant], total: 1, page: 1, pageSize: 50, totalPages: 1 });
    expect(await put(api, { id, name: `ACME ${mark}` })).toMatchObject({ status: 200, body: { ok: true } });
    expect((await list()).items).toEqual([{ ...tenant, name: `ACME ${mark}` }]);
    expect(await api.delete(`${tenantsPath}?id=${id}`)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await list()).toMatchObject({ items: [], total: 0, totalPages: 0 });
    const gone = { status: 404, body: { error: 'Tenant not found.', code: 'not_found' } };
    expect(await put(api, { id, isActive: true })).toMatchObject(gone);
    expect(await api.delete(`${tenantsPath}?id=${id}`)).toMatchObject(gone);
  });

  it('sorts, searches, filters and pages', async () => {
    const { api, ids, names, list } = await marked(['b', 'C', 'a']);
    expect(await names()).toEqual(['a', 'b', 'C']);
    expect(await names('sortField=name&sortDir=desc')).toEqual(['C', 'b', 'a']);
    expect(await names('sortField=createdAt')).toEqual(['a', 'C', 'b']);
    await put(api, { id: ids[0], isActive: false });
    expect(await names('sortField=updatedAt&sortDir=desc')).toEqual(['b', 'a', 'C']);
    expect(await names('isActive=false')).toEqual(['b']);
    expect(await names('isActive=on')).toEqual(['a', 'C']);
    expect(await names(`id=${ids[1]}`)).toEqual(['C']);
    expect(await list('pageSize=2&page=2')).toMatchObject({ total: 3, totalPages: 2 });
    expect(await names('pageSize=2&page=2')).toEqual(['C']);
  });

  it('returns 400 for bad values and 404 for unknown tenants', async () => {
    const { api } = await aSuperAdmin();
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(201) }]) {
      const answer = await api.post(tenantsPath, { body });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'name' }] } });
    }
    expect((await put(api, { id: 'x' })).status).toBe(400);
    expect((await put(api, { id: randomUUID(), name: 'x' })).status).toBe(404);
    expect((await api.delete(tenantsPath)).status).toBe(400);
    expect((await api.get(`${tenantsPath}?isActive=maybe`)).status).toBe(400);
  });

  it('heeds If-Match', async () => {
    const { api } = await aSuperAdmin();
    const { body, headers } = await api.post(tenantsPath, { body: { name: 'x' } });
    const rename = (tag: string) =>
      api.put(tenantsPath, { body: { id: body.id, name: 'y' }, headers: { 'if-match': tag } });
    expect((await rename('"999"')).status).toBe(412);
    expect((await rename(String(headers.get('etag')))).status).toBe(200);
    expect((await rename(String(headers.get('etag')))).status).toBe(412);
  });

  it('needs a super admin, with any features', async () => {
    const owner = await aTenant();
    const { tenantId: id } = owner;
    for (const { api } of [owner, await aTenantAdmin(owner)]) {
      const answers = [
        await api.get(tenantsPath),
        await api.post(tenantsPath, { body: { name: 'x' } }),
        await put(api, { id, name: 'x' }),
        await api.delete(`${tenantsPath}?id=${id}`),
      ];
      for (const { status, body } of answers)
        expect({ status, body }).toMatchObject({ status: 403, body: { code: 'missing_feature' } });
    }
  });
});
