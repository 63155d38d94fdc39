import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { anOrganization, manage, organizationsPath, rowOf } from '../../support/builders/directory.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

/** A tenant with the organization `main`, and a caller with access to the whole tenant. */
const aDirectory = async () => {
  const owner = await aTenant();
  return { ...owner, ...(await aTenantAdmin(owner)) };
};

describe('GET /api/directory/organizations', () => {
  it('shows full rows in manage mode', async () => {
    const caller = await aDirectory();
    const top = await anOrganization(caller, { name: 'Europe' });
    const child = await anOrganization(caller, { name: 'north', parentId: top });
    const leaf = await anOrganization(caller, { name: 'Oslo', parentId: child });
    expect(await rowOf(caller, child)).toEqual({
      id: child,
      name: 'north',
      slug: 'north',
      tenantId: caller.tenantId,
      tenantName: 'test tenant',
      parentId: top,
      parentName: 'Europe',
      depth: 1,
      rootId: top,
      treePath: `${top}/${child}`,
      pathLabel: 'Europe / north',
      ancestorIds: [top],
      childIds: [leaf],
      descendantIds: [leaf],
      childrenCount: 1,
      descendantsCount: 1,
      isActive: true,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await rowOf(caller, top)).toMatchObject({
      parentName: null,
      rootId: top,
      childIds: [child],
      descendantIds: [child, leaf],
      descendantsCount: 2,
    });
  });

  it('lists options in tree order, siblings by name, in one page', async () => {
    const caller = await aDirectory();
    const top = await anOrganization(caller, { name: 'Zeta' });
    await anOrganization(caller, { name: 'b', parentId: top });
    await anOrganization(caller, { name: 'A', parentId: top });
    await anOrganization(caller, { name: 'alpha' });
    const { body } = await caller.api.get<{ items: { name: string; depth: number }[] }>(organizationsPath);
    expect(body.items.map(({ name, depth }) => [name, depth])).toEqual([
      ['alpha', 0],
      ['main', 0],
      ['Zeta', 0],
      ['A', 1],
      ['b', 1],
    ]);
    expect(Object.keys(body)).toEqual(['items']);
  });

  it('returns the nested tree', async () => {
    const caller = await aDirectory();
    const top = await anOrganization(caller, { name: 'Europe' });
    await anOrganization(caller, { name: 'north', parentId: top });
    const { body } = await caller.api.get(`${organizationsPath}?view=tree`);
    expect(body.items).toMatchObject([
      { name: 'Europe', children: [{ name: 'north', children: [] }] },
      { name: 'main', children: [] },
    ]);
  });

  it('pages, sorts, searches and filters the manage mode', async () => {
    const caller = await aDirectory();
    const [first] = [await anOrganization(caller, { name: 'Beta', slug: 'second' })];
    const closed = await anOrganization(caller, { name: 'gamma', isActive: false });
    const names = async (query: string) => (await manage(caller, query)).map(({ name }) => name);
    expect(await names('sortField=name&sortDir=desc')).toEqual(['main', 'gamma', 'Beta']);
    expect(await names('sortField=createdAt')).toEqual(['gamma', 'Beta', 'main']);
    expect(await names('search=SECOND')).toEqual(['Beta']);
    expect(await names('search=MA')).toEqual(['gamma', 'main']);
    expect(await names(`ids=${first},${closed.toUpperCase()}`)).toEqual(['Beta', 'gamma']);
    expect(await names('status=inactive')).toEqual(['gamma']);
    expect(await names('status=active')).toEqual(['Beta', 'main']);
    const path = `${organizationsPath}?view=manage&page=2&pageSize=2`;
    const { body } = await caller.api.get<{ items: { name: string }[] }>(path);
    expect(body).toMatchObject({ total: 3, page: 2, pageSize: 2, totalPages: 2 });
    expect(body.items.map(({ name }) => name)).toEqual(['main']);
  });

  it('omits closed organizations from options and tree by default', async () => {
    const caller = await aDirectory();
    const closed = await anOrganization(caller, { name: 'closed', isActive: false });
    await anOrganization(caller, { name: 'open', parentId: closed });
    const names = async (query: string) => {
      const { body } = await caller.api.get<{ items: { name: string }[] }>(`${organizationsPath}?${query}`);
      return body.items.map(({ name }) => name);
    };
    expect(await names('')).toEqual(['open', 'main']);
    expect(await names('view=tree')).toEqual(['main', 'open'].toSorted((a) => (a === 'open' ? -1 : 1)));
    expect(await names('includeInactive=yes')).toEqual(['closed', 'open', 'main']);
    expect(await names('status=inactive')).toEqual(['closed']);
  });

  it('needs the feature directory.organizations.view, writes need manage', async () => {
    const { api, organizationId: id } = await aTenant({ features: [] });
    const answers = [
      await api.get(organizationsPath),
      await api.post(organizationsPath, { body: { name: 'x' } }),
      await api.put(organizationsPath, { body: { id } }),
      await api.delete(`${organizationsPath}?id=${id}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.required])).toEqual([
      [403, ['directory.organizations.view']],
      [403, ['directory.organizations.manage']],
      [403, ['directory.organizations.manage']],
      [403, ['directory.organizations.manage']],
    ]);
  });

  it('costs two requests for options, three in manage mode', async () => {
    const caller = await aDirectory();
    const actions = async (query: string) =>
      (await callsOf(await caller.api.get(`${organizationsPath}?${query}`))).map(({ action }) => action);
    expect(await actions('')).toEqual(['UpdateItem', 'Query']);
    expect(await actions('view=manage')).toEqual(['UpdateItem', 'Query', 'GetItem']);
  });
});

describe('POST and PUT /api/directory/organizations', () => {
  it('derives slugs from names, keeps given ones in lower case, and adds numbers to duplicates', async () => {
    const caller = await aDirectory();
    const slugs = [];
    for (const body of [{ name: 'Nord & Süd' }, { name: 'nord sud' }, { name: 'x', slug: 'My_Slug-1' }])
      slugs.push((await rowOf(caller, await anOrganization(caller, body))).slug);
    expect(slugs).toEqual(['nord-sud', 'nord-sud-2', 'my_slug-1']);
    const other = await aDirectory();
    expect((await rowOf(other, await anOrganization(other, { name: 'Nord Süd' }))).slug).toBe('nord-sud');
  });

  it('accepts names of maximum length in any characters', async () => {
    const caller = await aDirectory();
    const id = await anOrganization(caller, { name: '😀'.repeat(200) });
    expect(await rowOf(caller, id)).toMatchObject({ name: '😀'.repeat(200), slug: 'organization' });
  });

  it('gives a unique slug to each of many organizations created at once', async () => {
    const caller = await aDirectory();
    await Promise.all(Array.from({ length: 6 }, () => anOrganization(caller, { name: 'same' })));
    const slugs = (await manage(caller, 'search=same')).map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6']);
  });

  it('changes only given fields', async () => {
    const caller = await aDirectory();
    const parentId = await anOrganization(caller, { name: 'parent' });
    const id = await anOrganization(caller, { name: 'child', slug: 'kid', parentId });
    const before = await rowOf(caller, id);
    const { status, body } = await caller.api.put(organizationsPath, { body: { id, name: 'renamed' } });
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    const after = await rowOf(caller, id);
    expect(after).toEqual({
      ...before,
      name: 'renamed',
      pathLabel: 'parent / renamed',
      updatedAt: after.updatedAt,
    });
    await caller.api.put(organizationsPath, { body: { id, slug: 'main' } });
    expect(await rowOf(caller, id)).toMatchObject({ slug: 'main-2', parentId, name: 'renamed' });
  });

  it('heeds If-Match', async () => {
    const caller = await aDirectory();
    const { body, headers } = await caller.api.post(organizationsPath, { body: { name: 'x' } });
    const put = (tag: string) =>
      caller.api.put(organizationsPath, { body: { id: body.id, name: 'y' }, headers: { 'if-match': tag } });
    expect(await put('"999"')).toMatchObject({ status: 412, body: { code: 'stale' } });
    const changed = await put(String(headers.get('etag')));
    expect({ status: changed.status, etag: changed.headers.get('etag') }).toEqual({
      status: 200,
      etag: '"2"',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['slug', { name: 'x', slug: 'no spaces' }],
    ['slug', { name: 'x', slug: '' }],
    ['slug', { name: 'x', slug: 'x'.repeat(151) }],
    ['parentId', { name: 'x', parentId: 'x' }],
    ['parentId', { name: 'x', parentId: randomUUID() }],
    ['childIds', { name: 'x', childIds: [randomUUID()] }],
    ['isActive', { name: 'x', isActive: 'yes' }],
  ])('returns 400 naming %s for %j', async (field, body) => {
    const { api } = await aDirectory();
    const answer = await api.post(organizationsPath, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });

  it('returns 404 for an organization that does not exist', async () => {
    const { api } = await aDirectory();
    const id = randomUUID();
    const body = { error: 'Organization not found.', code: 'not_found' };
    expect(await api.put(organizationsPath, { body: { id, name: 'x' } })).toMatchObject({
      status: 404,
      body,
    });
    expect(await api.delete(`${organizationsPath}?id=${id}`)).toMatchObject({ status: 404, body });
  });
});
