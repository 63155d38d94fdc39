import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  libraryPath,
  pngBytes,
  type UploadItem,
} from '../../support/builders/attachments.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { interleaved } from '../../support/fault-injection/interleaving.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

interface Library {
  items: (UploadItem & { thumbnailUrl: string | null; hasThumbnail: boolean; partitionTitle: string })[];
  total: number;
  totalPages: number;
  availableTags: string[];
}

/** Three files, oldest first, for tests that only read. */
let caller: TestCaller;
const files: UploadItem[] = [];
beforeAll(async () => {
  caller = await aTenant();
  const { api } = caller;
  await aQuietPartition(api, 'scans');
  const partitionCode = await aQuietPartition(api);
  files.push(
    await aFile(api, { tags: '["invoice","2026"]', partitionCode }, { filename: 'Beta.txt', value: 'xxx' }),
  );
  files.push(
    await aFile(
      api,
      { tags: '["invoice","A"]', partitionCode: 'scans' },
      { filename: 'alpha 100%.txt', value: 'x' },
    ),
  );
  files.push(
    await aFile(api, { recordId: 'SO-2', partitionCode }, { filename: 'gamma.png', value: pngBytes }),
  );
});

const find = async (query: string) => (await caller.api.get<Library>(`${libraryPath}?${query}`)).body;
const namesOf = ({ items }: Library) => items.map(({ fileName }) => fileName);

describe('the library', () => {
  it.each([
    ['', ['gamma.png', 'alpha_100.txt', 'Beta.txt']],
    ['search=ALPHA', ['alpha_100.txt']],
    ['search=%25', ['alpha_100.txt']],
    ['search=alpha%25', []],
    ['search=%20beta%20', ['Beta.txt']],
    ['tags=invoice', ['alpha_100.txt', 'Beta.txt']],
    ['tags=invoice,2026', ['Beta.txt']],
    ['tags=%22invoice%22, 2026', ['Beta.txt']],
    ['tags=%22invoice,2026%22', []],
    ['tags=,', ['gamma.png', 'alpha_100.txt', 'Beta.txt']],
    ['tags=Invoice', ['alpha_100.txt', 'Beta.txt']],
    [`tags=${encodeURIComponent('ＩＮ\u200bvoice')}`, ['alpha_100.txt', 'Beta.txt']],
    ['tags=a', ['alpha_100.txt']],
    ['partition=scans', ['alpha_100.txt']],
    ['partition=nowhere', []],
    ['sortField=fileName&sortDir=asc', ['alpha_100.txt', 'Beta.txt', 'gamma.png']],
    ['sortField=fileSize', ['alpha_100.txt', 'Beta.txt', 'gamma.png']],
    ['sortField=createdAt&sortDir=asc', ['Beta.txt', 'alpha_100.txt', 'gamma.png']],
    ['pageSize=2', ['gamma.png', 'alpha_100.txt']],
    ['pageSize=2&page=2', ['Beta.txt']],
    ['pageSize=2&page=9', []],
  ])('returns for ?%s the files %j', async (query, expected) => {
    const library = await find(query);
    expect(namesOf(library)).toEqual(expected);
    // Filter options are those of all files, regardless of the search.
    expect(library.availableTags).toEqual(['2026', 'A', 'invoice']);
  });

  it('counts pages', async () => {
    expect(await find('pageSize=2')).toMatchObject({ total: 3, totalPages: 2, page: 1, pageSize: 2 });
    expect(await find('search=nothing')).toMatchObject({ total: 0, totalPages: 0, page: 1, pageSize: 50 });
    expect(await find('page=9')).toMatchObject({ total: 3, totalPages: 1, page: 9 });
  });

  it.each(['pageSize=101', 'pageSize=0', 'page=0', 'sortField=id', 'sortDir=up'])(
    'refuses ?%s',
    async (query) => {
      expect((await caller.api.get(`${libraryPath}?${query}`)).status).toBe(400);
    },
  );

  it('returns the thumbnail path of each file, or null', async () => {
    const { items } = await find('sortField=fileName&sortDir=asc');
    expect(items.map(({ hasThumbnail }) => hasThumbnail)).toEqual([false, false, true]);
    expect(items[2]?.thumbnailUrl).toBe(
      `/api/attachments/image/${files[2]?.id}/gamma.png?width=200&height=200`,
    );
    expect(items[0]?.thumbnailUrl).toBeNull();
    expect(items[0]).toMatchObject({ partitionTitle: 'scans', content: null, entityId: 'sales.order' });
    const [text] = items;
    expect((await caller.api.get(`${libraryPath}/${text?.id}`)).body.item).toMatchObject({
      thumbnailUrl: null,
    });
  });

  it('costs the same few requests for any content', async () => {
    const answer = await caller.api.get(libraryPath);
    expect((await callsOf(answer)).map(({ action }) => action).toSorted()).toEqual([
      'BatchGetItem', // rows and counters
      'Query', // page
      'Query', // tags
      'Query', // changed default partitions
      'Query', // own partitions
      'UpdateItem', // the caller
    ]);
  });

  it('can be exported as a file', async () => {
    const { body, headers } = await caller.api.get<string>(`${libraryPath}?format=csv&search=a`);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(String(body).trim().split('\n')).toHaveLength(4);
    const record = await caller.api.get<object[]>(
      `${attachmentsPath}?entityId=sales.order&recordId=SO-1&format=json`,
    );
    expect(record.body).toHaveLength(2);
  });
});

describe('the files of a record', () => {
  const list = async (query: string) =>
    (await caller.api.get<Partial<Library>>(`${attachmentsPath}?entityId=sales.order&${query}`)).body;

  it('are returned at once, newest first', async () => {
    expect(await list('recordId=SO-1')).toEqual({ items: [files[1], files[0]] });
    expect(await list('recordId=unknown')).toEqual({ items: [] });
  });

  it('are paged if page and size are given, and empty after the last page', async () => {
    expect(await list('recordId=SO-1&page=2&pageSize=1')).toMatchObject({
      items: [files[0]],
      total: 2,
      totalPages: 2,
      page: 2,
    });
    expect(await list('recordId=SO-1&page=9&pageSize=1')).toMatchObject({ items: [], total: 2, page: 9 });
    expect(await list('recordId=unknown&page=3&pageSize=1')).toMatchObject({
      items: [],
      total: 0,
      totalPages: 0,
      page: 3,
    });
    expect(await list('recordId=SO-1&page=2')).toEqual({ items: [files[1], files[0]] });
  });

  it.each([
    '',
    'recordId=',
    'recordId=%20',
    'recordId=1&pageSize=201&page=1',
    'recordId=1&page=0&pageSize=1',
  ])('refuse the query %j', async (query) => {
    expect((await caller.api.get(`${attachmentsPath}?entityId=sales.order&${query}`)).status).toBe(400);
  });

  it('are separated by entity type and record id, with any names', async () => {
    const { api } = await aTenant();
    await aFile(api, { entityId: 'a#b', recordId: 'c' });
    for (const query of ['entityId=a&recordId=b%23c', 'entityId=a%23b%23c&recordId=c'])
      expect((await api.get(`${attachmentsPath}?${query}`)).body).toEqual({ items: [] });
    expect((await api.get(`${attachmentsPath}?entityId=a%23b&recordId=c`)).body.items).toHaveLength(1);
  });
});

describe('tenants and organizations', () => {
  it('cannot see or change each other’s files', async () => {
    const owner = await aTenant();
    const others = [await aTenant(), await aSibling(owner)];
    const { id } = await aFile(owner.api, { tags: '["secret"]' });
    for (const { api } of others) {
      const unknown = await api.get(`${libraryPath}/${randomUUID()}`);
      const foreign = await api.get(`${libraryPath}/${id}`);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await api.patch(`${libraryPath}/${id}`, { body: { tags: [] } })).status).toBe(404);
      expect((await api.delete(`${libraryPath}/${id}`)).status).toBe(404);
      expect((await api.delete(`${attachmentsPath}?id=${id}`)).status).toBe(404);
      const transfer = { entityId: 'sales.order', attachmentIds: [id], toRecordId: 'SO-9' };
      expect((await api.post(`${attachmentsPath}/transfer`, { body: transfer })).status).toBe(404);
      expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, availableTags: [] });
      expect((await api.get(`${attachmentsPath}?entityId=sales.order&recordId=SO-1`)).body).toEqual({
        items: [],
      });
    }
    expect((await owner.api.get(`${libraryPath}/${id}`)).status).toBe(200);
  });

  it('are listed together for callers who select all organizations', async () => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    const admin = await aKey({ ...owner, isSuperAdmin: true });
    await aFile(owner.api, { tags: '["a"]' });
    await aFile(sibling.api, { tags: '["b","a"]' });
    const headers = { cookie: 'svc_selected_org=__all__' };
    expect((await admin.api.get(libraryPath, { headers })).body).toMatchObject({
      total: 2,
      availableTags: ['a', 'b'],
    });
  });

  it.each(['nonsense', '%00', '..%2f', randomUUID().toUpperCase()])(
    'find nothing under the id %s',
    async (id) => {
      expect((await caller.api.get(`${libraryPath}/${id}`)).status).toBe(404);
      expect((await caller.api.patch(`${libraryPath}/${id}`, { body: {} })).status).toBe(404);
      expect((await caller.api.delete(`${libraryPath}/${id}`)).status).toBe(404);
    },
  );
});

describe('a file', () => {
  it('changes only given fields', async () => {
    const { api } = await aTenant();
    const { id } = await aFile(api, { tags: '["a","b"]' });
    const patch = (body: object) => api.patch(`${libraryPath}/${id}`, { body });
    expect((await patch({ tags: [' b ', 'c', 'c', ''] })).body).toMatchObject({
      item: { id, tags: ['b', 'c'], assignments: [{ type: 'sales.order', id: 'SO-1' }] },
    });
    // Given lists replace the stored ones; the record is not added again.
    expect((await patch({ assignments: [{ type: 'a', id: '1', href: null }] })).body.item).toMatchObject({
      tags: ['b', 'c'],
      assignments: [{ type: 'a', id: '1', href: null }],
    });
    expect((await patch({ cf_note: 'x', customFields: { size: 5 } })).body.item).toMatchObject({
      customFields: { note: 'x', size: 5 },
    });
    expect((await patch({ cf_note: null, unknown: 1 })).body.item).toMatchObject({
      customFields: { size: 5 },
    });
    expect((await api.get<{ item: object }>(`${libraryPath}/${id}`)).body.item).toMatchObject({
      customFields: { size: 5 },
    });
    expect((await api.get(libraryPath)).body.availableTags).toEqual(['b', 'c']);
    expect((await api.patch(`${libraryPath}/${id}`)).status).toBe(200);
  });

  it.each([
    { tags: 'a' },
    { tags: [5] },
    { tags: ['x'.repeat(101)] },
    { assignments: [{ type: '', id: '1' }] },
    { assignments: [{ type: 'a' }] },
    { assignments: { type: 'a', id: '1' } },
    { customFields: 'approved' },
    { customFields: [{ value: 5 }] },
    '{broken',
  ])('does not change with %j', async (body) => {
    expect((await caller.api.patch(`${libraryPath}/${files[0]?.id}`, { body })).status).toBe(400);
  });

  it('is not changed or deleted with an outdated version', async () => {
    const { api } = await aTenant();
    const { id } = await aFile(api, { partitionCode: await aQuietPartition(api) });
    const path = `${libraryPath}/${id}`;
    const first = { 'if-match': (await api.get(path)).headers.get('etag') ?? '' };
    expect((await api.patch(path, { body: { tags: ['a'] }, headers: first })).status).toBe(200);
    expect((await api.patch(path, { body: { tags: ['b'] }, headers: first })).status).toBe(412);
    expect((await api.delete(path, { headers: first })).status).toBe(412);
    const now = { 'if-match': (await api.get(path)).headers.get('etag') ?? '' };
    expect((await api.delete(path, { headers: now })).status).toBe(200);
  });

  const many = (prefix: string) =>
    Array.from({ length: 50 }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);

  it('can replace all tags, which are counted correctly', async () => {
    const { api } = await aTenant();
    const { id } = await aFile(api, { tags: JSON.stringify(many('a')) });
    await aFile(api, { tags: '["a00"]' });
    expect((await api.patch(`${libraryPath}/${id}`, { body: { tags: many('b') } })).status).toBe(200);
    expect((await api.get(libraryPath)).body.availableTags).toEqual(['a00', ...many('b')]);
    await api.delete(`${libraryPath}/${id}`);
    expect((await api.get(libraryPath)).body.availableTags).toEqual(['a00']);
  });

  it('is changed completely if another writer changes it while all its tags are replaced', async () => {
    const { api } = await aTenant();
    const partitionCode = await aQuietPartition(api);
    const { id } = await aFile(api, { tags: JSON.stringify(many('a')), partitionCode });
    const path = `${libraryPath}/${id}`;
    const headers = { 'if-match': (await api.get(path)).headers.get('etag') ?? '' };
    const assignments = [{ type: 'sales.order', id: 'SO-7' }];
    const { status, body } = await interleaved(
      (request) => request.includes('TransactItems') && request.includes('"b00"'),
      () => api.patch(path, { body: { assignments } }),
      () => api.patch(path, { body: { tags: many('b') }, headers }),
    );
    expect([status, body]).toMatchObject([200, { item: { tags: many('b'), assignments } }]);
    expect((await api.get(path)).body).toMatchObject({ item: { tags: many('b'), assignments } });
    expect((await api.get(libraryPath)).body.availableTags).toEqual(many('b'));
  });

  it('is counted correctly under concurrent changes', async () => {
    const { api } = await aTenant();
    const made = await Promise.all(Array.from({ length: 6 }, () => aFile(api, { tags: '["a"]' })));
    await Promise.all(made.map(({ id }) => api.patch(`${libraryPath}/${id}`, { body: { tags: ['b'] } })));
    expect((await api.get(libraryPath)).body.availableTags).toEqual(['b']);
    await Promise.all(made.map(({ id }) => api.delete(`${libraryPath}/${id}`)));
    expect((await api.get(libraryPath)).body).toMatchObject({ availableTags: [], total: 0 });
    expect((await api.get(`${attachmentsPath}/usage`)).body).toMatchObject({ bytes: 0, files: 0 });
  });

  it('validates custom fields that are defined for files', async () => {
    const { api } = await aTenant();
    const field = {
      entityType: 'attachments.attachment',
      key: 'pages',
      kind: 'integer',
      validation: [{ rule: 'lte', param: 9 }],
    };
    expect((await api.post('/api/entities/definitions', { body: field })).status).toBe(201);
    const { id, customFields } = await aFile(api, { cf_pages: '3' });
    expect(customFields).toEqual({ pages: 3 });
    const patch = async (body: object) => (await api.patch(`${libraryPath}/${id}`, { body })).status;
    expect(await patch({ cf_pages: 12 })).toBe(400);
    expect(await patch({ cf_pages: 'many' })).toBe(400);
    expect(await patch({ cf_other: 1 })).toBe(400);
    expect(await patch({ customFields: [{ key: 'pages', value: 4 }] })).toBe(200);
    await expect(aFile(api, { cf_pages: '12' })).rejects.toThrow('400');
    expect(
      (await api.post('/api/entities/records', { body: { entityType: 'attachments.attachment' } })).status,
    ).toBe(400);
  });
});

describe('the lists of files', () => {
  it('are filtered by id, names and custom fields, also together with a text search', async () => {
    const { api } = await aTenant();
    const define = (key: string, kind: string, more = {}) =>
      api.post('/api/entities/definitions', {
        body: { entityType: 'attachments.attachment', key, kind, ...more },
      });
    for (const definition of [
      define('approved', 'boolean'),
      define('pages', 'integer'),
      define('topics', 'text', { multi: true }),
    ])
      expect((await definition).status).toBe(201);
    const partitionCode = await aQuietPartition(api);
    const contract = await aFile(
      api,
      { partitionCode, customFields: '{"approved":true,"pages":12,"topics":["law","tax"]}' },
      { filename: 'Vertrag Müller.txt' },
    );
    const draft = await aFile(
      api,
      { partitionCode, cf_approved: 'false', cf_pages: '3' },
      { filename: 'draft.txt' },
    );
    const record = `${attachmentsPath}?entityId=sales.order&recordId=SO-1&`;
    const cases: [query: string, found: string[]][] = [
      ['cf_approved=yes', [contract.id]],
      ['cf_pages=3', [draft.id]],
      ['cf_pagesIn=3,12', [draft.id, contract.id]],
      ['cf_topics=tax', [contract.id]],
      ['cf_topics=tax&cf_pages=3', []],
      ['cf_pagesIn=3,12&search=m%C3%BCller', [contract.id]],
      [`id=${draft.id}`, [draft.id]],
      [`id=${draft.id}&cf_approved=true`, []],
    ];
    for (const [query, found] of cases)
      for (const list of [`${libraryPath}?`, record]) {
        const { body } = await api.get<Library>(`${list}${query}`);
        expect(
          body.items.map(({ id }) => id),
          `${list}${query}`,
        ).toEqual(found);
      }
    for (const list of [`${libraryPath}?`, record])
      for (const query of ['cf_page=3', 'cf_pages=many'])
        expect((await api.get(`${list}${query}`)).status, query).toBe(400);
    await api.patch(`${libraryPath}/${draft.id}`, { body: { customFields: { pages: 12, approved: null } } });
    expect((await api.get<Library>(`${libraryPath}?cf_pages=12`)).body.total).toBe(2);
    expect((await api.get<Library>(`${record}cf_approved=false&page=1&pageSize=5`)).body).toMatchObject({
      total: 0,
      totalPages: 0,
    });
  });
});

describe('a transfer', () => {
  const path = `${attachmentsPath}/transfer`;
  const entityId = 'sales.order';

  it('moves matching files with their assignments', async () => {
    const { api } = await aTenant();
    const assignments = JSON.stringify([{ type: 'person', id: 'SO-1' }]);
    const [one, two, other] = [
      await aFile(api, { assignments }),
      await aFile(api, { recordId: 'SO-3' }),
      await aFile(api, { entityId: 'crm.deal' }),
    ];
    const attachmentIds = [one.id, two.id, other.id, randomUUID()];
    const from = { entityId, attachmentIds, fromRecordId: 'SO-1', toRecordId: 'SO-2' };
    expect((await api.post(path, { body: from })).body).toEqual({ ok: true, updated: 1 });
    expect((await api.post(path, { body: from })).status).toBe(404);
    const list = async (record: string) =>
      (await api.get<Library>(`${attachmentsPath}?entityId=${entityId}&recordId=${record}&page=1&pageSize=9`))
        .body;
    expect(await list('SO-2')).toMatchObject({
      total: 1,
      items: [
        {
          id: one.id,
          assignments: [
            { type: 'person', id: 'SO-1' },
            { type: 'sales.order', id: 'SO-2' },
          ],
        },
      ],
    });
    expect(await list('SO-1')).toMatchObject({ total: 0, items: [] });
    const all = { entityId, attachmentIds, toRecordId: 'SO-4' };
    expect((await api.post(path, { body: all })).body).toEqual({ ok: true, updated: 2 });
    expect(await list('SO-4')).toMatchObject({ total: 2 });
    expect((await api.get(libraryPath)).body.total).toBe(3);
  });

  it.each([
    { attachmentIds: [] },
    { attachmentIds: ['nonsense'] },
    { attachmentIds: Array.from({ length: 101 }, () => randomUUID()) },
    { toRecordId: undefined },
    { toRecordId: ' ' },
    { entityId: '' },
  ])('is refused with %j', async (wrong) => {
    const body = { entityId, attachmentIds: [randomUUID()], toRecordId: 'SO-2', ...wrong };
    expect((await caller.api.post(path, { body })).status).toBe(400);
  });

  it.each([
    ['unknown files', { attachmentIds: [randomUUID()] }],
    ['another entity', { entityId: 'crm.deal' }],
    ['another record', { fromRecordId: 'SO-8' }],
  ])('of %s finds nothing', async (_, other) => {
    const body = { entityId, attachmentIds: [files[0]?.id], toRecordId: 'SO-2', ...other };
    expect((await caller.api.post(path, { body })).status).toBe(404);
  });
});
