/** Conformance cases of attachments: the library, files of records, and transfers. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  libraryPath,
  pngBytes,
  type UploadItem,
  upload,
} from '../../support/builders/attachments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aSibling, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('attachments');

interface Library {
  items: (UploadItem & { thumbnailUrl: string | null; hasThumbnail: boolean })[];
  total: number;
}

/** Three files, oldest first, for cases that only read. */
let caller: TestCaller;
const files: UploadItem[] = [];
const scans = unique('scans');
beforeAll(async () => {
  caller = await aCaller();
  const { api } = caller;
  await aQuietPartition(api, scans);
  const partitionCode = await aQuietPartition(api, unique('quiet'));
  const beta = { filename: 'Beta.txt', value: 'xxx' };
  files.push(await aFile(api, { tags: '["invoice","2026"]', partitionCode }, beta));
  const alpha = { filename: 'alpha 100%.txt', value: 'x' };
  files.push(await aFile(api, { tags: '["invoice","A"]', partitionCode: scans }, alpha));
  const gamma = { filename: 'gamma.png', value: pngBytes };
  files.push(await aFile(api, { recordId: 'SO-2', partitionCode }, gamma));
});

const find = async (query: string) => (await caller.api.get<Library>(`${libraryPath}?${query}`)).body;
const namesOf = ({ items }: Library) => items.map(({ fileName }) => fileName);

type Selection = readonly [query: string, names: readonly string[]];
async function selects([query, names]: Selection): Promise<void> {
  const library = await find(query);
  expect(namesOf(library)).toEqual(names);
  // Regardless of the search.
  expect(library).toMatchObject({ availableTags: ['2026', 'A', 'invoice'] });
}

const [alphaName, betaName, gammaName] = ['alpha_100.txt', 'Beta.txt', 'gamma.png'];

proves<Selection>(
  'library-search',
  [
    ['search=ALPHA', [alphaName]],
    ['search=%25', [alphaName]],
    ['search=alpha%25', []],
    ['search=%20beta%20', [betaName]],
    [`partition=${scans}`, [alphaName]],
    ['partition=nowhere', []],
  ],
  selects,
);

proves<Selection>(
  'library-tags',
  [
    ['tags=invoice', [alphaName, betaName]],
    ['tags=invoice,2026', [betaName]],
    ['tags=%22invoice%22, 2026', [betaName]],
    ['tags=%22invoice,2026%22', []],
    ['tags=,', [gammaName, alphaName, betaName]],
    ['tags=Invoice', [alphaName, betaName]],
    [`tags=${encodeURIComponent('ＩＮ\u200bvoice')}`, [alphaName, betaName]],
    ['tags=a', [alphaName]],
  ],
  selects,
);

proves<Selection>(
  'library-order',
  [
    ['', [gammaName, alphaName, betaName]],
    ['sortField=fileName&sortDir=asc', [alphaName, betaName, gammaName]],
    ['sortField=fileSize', [alphaName, betaName, gammaName]],
    ['sortField=createdAt&sortDir=asc', [betaName, alphaName, gammaName]],
  ],
  selects,
);

proves('library-pages', async () => {
  expect(namesOf(await find('pageSize=2'))).toEqual([gammaName, alphaName]);
  expect(namesOf(await find('pageSize=2&page=2'))).toEqual([betaName]);
  expect(await find('pageSize=2')).toMatchObject({ total: 3, totalPages: 2, page: 1, pageSize: 2 });
  expect(await find('page=9')).toMatchObject({ items: [], total: 3, totalPages: 1, page: 9 });
  expect(await find('search=nothing')).toMatchObject({ total: 0, totalPages: 0, page: 1, pageSize: 50 });
});

proves('thumbnail-url', async () => {
  const { items } = await find('sortField=fileName&sortDir=asc');
  expect(items.map(({ hasThumbnail }) => hasThumbnail)).toEqual([false, false, true]);
  const [text, , image] = items;
  expect(image?.thumbnailUrl).toBe(`/api/attachments/image/${files[2]?.id}/gamma.png?width=200&height=200`);
  expect(text).toMatchObject({ thumbnailUrl: null, partitionTitle: scans, content: null });
  const { body } = await caller.api.get(`${libraryPath}/${text?.id}`);
  expect(body.item).toMatchObject({ thumbnailUrl: null });
});

const list = async (query: string) =>
  (await caller.api.get<Partial<Library>>(`${attachmentsPath}?entityId=sales.order&${query}`)).body;

proves('record-files', async () => {
  expect(await list('recordId=SO-1')).toEqual({ items: [files[1], files[0]] });
  expect(await list('recordId=unknown')).toEqual({ items: [] });
  for (const query of ['', 'recordId=', 'recordId=%20'])
    expect((await caller.api.get(`${attachmentsPath}?entityId=sales.order&${query}`)).status).toBe(400);
});

proves('record-pages', async () => {
  const last = { items: [files[0]], total: 2, totalPages: 2, page: 2 };
  expect(await list('recordId=SO-1&page=2&pageSize=1')).toMatchObject(last);
  expect(await list('recordId=SO-1&page=9&pageSize=1')).toMatchObject({ items: [], total: 2, page: 9 });
  const none = { items: [], total: 0, totalPages: 0, page: 3 };
  expect(await list('recordId=unknown&page=3&pageSize=1')).toMatchObject(none);
  expect(await list('recordId=SO-1&page=2')).toEqual({ items: [files[1], files[0]] });
});

proves('record-names', async () => {
  const { api } = await aCaller();
  await aFile(api, { entityId: 'a#b', recordId: 'c' });
  for (const query of ['entityId=a&recordId=b%23c', 'entityId=a%23b%23c&recordId=c'])
    expect((await api.get(`${attachmentsPath}?${query}`)).body).toEqual({ items: [] });
  expect((await api.get(`${attachmentsPath}?entityId=a%23b&recordId=c`)).body.items).toHaveLength(1);
});

proves('foreign-file', async () => {
  const owner = await aTenant();
  const others = [await aTenant(), await aSibling(owner)];
  const { id } = await aFile(owner.api, { tags: '["secret"]' });
  for (const { api } of others) {
    const unknown = await api.get(`${libraryPath}/${randomUUID()}`);
    const foreign = await api.get(`${libraryPath}/${id}`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const transfer = { entityId: 'sales.order', attachmentIds: [id], toRecordId: 'SO-9' };
    const writes = [
      api.patch(`${libraryPath}/${id}`, { body: { tags: [] } }),
      api.delete(`${libraryPath}/${id}`),
      api.delete(`${attachmentsPath}?id=${id}`),
      api.post(`${libraryPath}/${id}/extract`),
      api.post(`${attachmentsPath}/transfer`, { body: transfer }),
    ];
    for (const write of writes) expect((await write).status).toBe(404);
    expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, availableTags: [] });
    const ofRecord = await api.get(`${attachmentsPath}?entityId=sales.order&recordId=SO-1`);
    expect(ofRecord.body).toEqual({ items: [] });
  }
  expect((await owner.api.get(`${libraryPath}/${id}`)).status).toBe(200);
});

proves('all-organizations', async () => {
  const owner = await aTenant();
  const [sibling, all] = [await aSibling(owner), await aKey({ ...owner, organizations: null })];
  await aFile(owner.api, { tags: '["a"]' });
  await aFile(sibling.api, { tags: '["b","a"]' });
  const headers = { cookie: 'svc_selected_org=__all__' };
  const both = { total: 2, availableTags: ['a', 'b'] };
  expect((await all.api.get(libraryPath, { headers })).body).toMatchObject(both);
  expect((await owner.api.get(libraryPath)).body).toMatchObject({ total: 1, availableTags: ['a'] });
});

proves('unknown-file-id', ['nonsense', '%00', '..%2f', randomUUID().toUpperCase()], async (id) => {
  const path = `${libraryPath}/${id}`;
  const { api } = caller;
  for (const request of [api.get(path), api.patch(path, { body: {} }), api.delete(path)])
    expect((await request).status).toBe(404);
});

proves('file-update', async () => {
  const { api } = await aCaller();
  const { id } = await aFile(api, { tags: '["a","b"]' });
  const patch = async (body: object) => (await api.patch(`${libraryPath}/${id}`, { body })).body;
  const kept = [{ type: 'sales.order', id: 'SO-1' }];
  const item = { id, tags: ['b', 'c'], assignments: kept };
  expect(await patch({ tags: [' b ', 'c', 'c', ''] })).toMatchObject({ ok: true, item });
  const assignments = [{ type: 'a', id: '1', href: null }];
  expect(await patch({ assignments })).toMatchObject({ item: { tags: ['b', 'c'], assignments } });
  const values = { note: 'x', size: 5 };
  expect(await patch({ cf_note: 'x', customFields: { size: 5 } })).toMatchObject({
    item: { customFields: values },
  });
  expect(await patch({ cf_note: null, unknown: 1 })).toMatchObject({ item: { customFields: { size: 5 } } });
  const { body } = await api.get(`${libraryPath}/${id}`);
  expect(body.item).toMatchObject({ tags: ['b', 'c'], assignments, customFields: { size: 5 } });
  expect((await api.get(libraryPath)).body.availableTags).toEqual(['b', 'c']);
  expect((await api.patch(`${libraryPath}/${id}`)).status).toBe(200);
});

proves(
  'file-update-refused',
  [
    { tags: 'a' },
    { tags: [5] },
    { tags: ['x'.repeat(101)] },
    { assignments: [{ type: '', id: '1' }] },
    { assignments: [{ type: 'a' }] },
    { assignments: { type: 'a', id: '1' } },
    { customFields: 'approved' },
    { customFields: [{ value: 5 }] },
    '{broken',
  ],
  async (body) => {
    expect((await caller.api.patch(`${libraryPath}/${files[0]?.id}`, { body })).status).toBe(400);
  },
);

const many = (prefix: string) =>
  Array.from({ length: 50 }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);

proves('available-tags', async () => {
  const { api } = await aCaller();
  const { id } = await aFile(api, { tags: JSON.stringify(many('a')) });
  await aFile(api, { tags: '["a00"]' });
  expect((await api.patch(`${libraryPath}/${id}`, { body: { tags: many('b') } })).status).toBe(200);
  expect((await api.get(libraryPath)).body.availableTags).toEqual(['a00', ...many('b')]);
  await api.delete(`${libraryPath}/${id}`);
  expect((await api.get(libraryPath)).body.availableTags).toEqual(['a00']);
});

const define = async (api: Api, key: string, kind: string, more = {}) => {
  const body = { entityType: 'attachments.attachment', key, kind, ...more };
  expect((await api.post('/api/entities/definitions', { body })).status).toBe(201);
};

proves('defined-values', async () => {
  const { api } = await aTenant();
  await define(api, 'pages', 'integer', { validation: [{ rule: 'lte', param: 9 }] });
  const { id, customFields } = await aFile(api, { cf_pages: '3' });
  expect(customFields).toEqual({ pages: 3 });
  const patch = async (body: object) => (await api.patch(`${libraryPath}/${id}`, { body })).status;
  for (const body of [{ cf_pages: 12 }, { cf_pages: 'many' }, { cf_other: 1 }])
    expect(await patch(body), JSON.stringify(body)).toBe(400);
  expect(await patch({ customFields: [{ key: 'pages', value: 4 }] })).toBe(200);
  expect((await upload(api, { cf_pages: '12' })).status).toBe(400);
  const record = { entityType: 'attachments.attachment' };
  expect((await api.post('/api/entities/records', { body: record })).status).toBe(400);
});

proves('value-filters', async () => {
  const { api } = await aTenant();
  await define(api, 'approved', 'boolean');
  await define(api, 'pages', 'integer');
  await define(api, 'topics', 'text', { multi: true });
  const partitionCode = await aQuietPartition(api);
  const values = '{"approved":true,"pages":12,"topics":["law","tax"]}';
  const named = { filename: 'Vertrag Müller.txt' };
  const contract = await aFile(api, { partitionCode, customFields: values }, named);
  const fields = { partitionCode, cf_approved: 'false', cf_pages: '3' };
  const draft = await aFile(api, fields, { filename: 'draft.txt' });
  const lists = [`${libraryPath}?`, `${attachmentsPath}?entityId=sales.order&recordId=SO-1&`];
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
  for (const path of lists) {
    for (const [query, found] of cases) {
      const { items } = (await api.get<Library>(`${path}${query}`)).body;
      expect(
        items.map(({ id }) => id),
        `${path}${query}`,
      ).toEqual(found);
    }
    for (const query of ['cf_page=3', 'cf_pages=many'])
      expect((await api.get(`${path}${query}`)).status, query).toBe(400);
  }
  await api.patch(`${libraryPath}/${draft.id}`, { body: { customFields: { pages: 12, approved: null } } });
  expect((await api.get<Library>(`${libraryPath}?cf_pages=12`)).body.total).toBe(2);
  const { body } = await api.get<Library>(`${lists[1]}cf_approved=false&page=1&pageSize=5`);
  expect(body).toMatchObject({ total: 0, totalPages: 0 });
});

const transferPath = `${attachmentsPath}/transfer`;
const entityId = 'sales.order';

proves('transfer', async () => {
  const { api } = await aCaller();
  const assignments = JSON.stringify([{ type: 'person', id: 'SO-1' }]);
  const one = await aFile(api, { assignments });
  const two = await aFile(api, { recordId: 'SO-3' });
  const other = await aFile(api, { entityId: 'crm.deal' });
  const attachmentIds = [one.id, two.id, other.id, randomUUID()];
  const from = { entityId, attachmentIds, fromRecordId: 'SO-1', toRecordId: 'SO-2' };
  expect((await api.post(transferPath, { body: from })).body).toEqual({ ok: true, updated: 1 });
  expect((await api.post(transferPath, { body: from })).status).toBe(404);
  const of = async (record: string) =>
    (await api.get<Library>(`${attachmentsPath}?entityId=${entityId}&recordId=${record}&page=1&pageSize=9`))
      .body;
  const moved = [
    { type: 'person', id: 'SO-1' },
    { type: 'sales.order', id: 'SO-2' },
  ];
  expect(await of('SO-2')).toMatchObject({ total: 1, items: [{ id: one.id, assignments: moved }] });
  expect(await of('SO-1')).toMatchObject({ total: 0, items: [] });
  const all = { entityId, attachmentIds, toRecordId: 'SO-4' };
  expect((await api.post(transferPath, { body: all })).body).toEqual({ ok: true, updated: 2 });
  expect(await of('SO-4')).toMatchObject({ total: 2 });
  expect((await api.get(libraryPath)).body.total).toBe(3);
});

proves(
  'transfer-refused',
  [
    { wrong: { attachmentIds: [] }, status: 400 },
    { wrong: { attachmentIds: ['nonsense'] }, status: 400 },
    { wrong: { toRecordId: ' ' }, status: 400 },
    { wrong: { attachmentIds: [randomUUID()] }, status: 404 },
    { wrong: { entityId: 'crm.deal' }, status: 404 },
    { wrong: { fromRecordId: 'SO-8' }, status: 404 },
  ],
  async ({ wrong, status }) => {
    const body = { entityId, attachmentIds: [files[0]?.id], toRecordId: 'SO-2', ...wrong };
    expect((await caller.api.post(transferPath, { body })).status).toBe(status);
  },
);

proves('transfer-stale', async () => {
  const { api } = await aCaller();
  const [one, two] = [await aFile(api), await aFile(api)];
  const tagOf = async (id: string) => (await api.get(`${libraryPath}/${id}`)).headers.get('etag');
  const transfer = (tags: string) =>
    api.post(transferPath, {
      body: { entityId, attachmentIds: [one.id, two.id], toRecordId: 'SO-9' },
      headers: { 'if-match': tags },
    });
  const tags = [await tagOf(one.id), await tagOf(two.id)].join(', ');
  await api.patch(`${libraryPath}/${two.id}`, { body: { tags: ['new'] } });
  expect(await transfer(tags)).toMatchObject({ status: 412, body: { code: 'stale' } });
  const moved = await api.get(`${attachmentsPath}?entityId=${entityId}&recordId=SO-9`);
  expect(moved.body.items).toEqual([]);
  const current = [await tagOf(one.id), await tagOf(two.id)].join(', ');
  expect((await transfer(current)).body).toEqual({ ok: true, updated: 2 });
});
