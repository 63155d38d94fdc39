/** Conformance cases of attachments: versions, texts and events. */
import { expect } from 'vitest';
import { aDocx } from '../../../lib/lab/bench/docx-objects.ts';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  libraryPath,
  partitionsPath,
  type StartedUpload,
  sentToBucket,
  type UploadItem,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import {
  aQuietFile,
  aVersion,
  filePath,
  sha256,
  uploadVersion,
  usageOf,
  type VersionResponse,
  versionsOf,
  versionsPath,
} from '../../support/builders/file-versions.ts';
import { anImage } from '../../support/builders/images.ts';
import { aPdf } from '../../support/builders/pdfs.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aSibling, aTenant, aTenantWithEvents } from '../support/stage.ts';

const { proves } = casesOf('attachments');

/** A tenant with a file that has this number of versions. */
async function aFileOf(versions: number, versionsKept?: number) {
  const caller = await aTenant();
  const { id } = await aQuietFile(caller, versionsKept);
  for (let number = 2; number <= versions; number += 1) await aVersion(caller, id);
  return { caller, id };
}
const restore = ({ api }: TestCaller, id: string, version: number | string) =>
  api.post<VersionResponse['body']>(`${versionsPath(id)}/${version}/restore`);
/** Changes a partition of the tenant. */
async function changePartition({ api }: TestCaller, code: string, change: object): Promise<void> {
  const { items } = (await api.get<{ items: { id: string; code: string }[] }>(partitionsPath)).body;
  const id = items.find((one) => one.code === code)?.id;
  const body = { id, code, title: 'Kept', ...change };
  expect((await api.put(partitionsPath, { body })).status).toBe(200);
}
proves('version', async () => {
  const { caller, id } = await aFileOf(1);
  const { status, body, headers } = await uploadVersion(caller, id);
  expect([status, body.item, body.version]).toMatchObject([
    200,
    { id, fileName: 'second.txt', fileSize: 6, tags: ['kept'], customFields: { note: 'kept' } },
    { number: 2, isCurrent: true, sha256: sha256('second'), restoredFrom: null },
  ]);
  expect(headers.get('etag')).toBe('"2"');
  const now = await getBytes(filePath(id), { as: caller });
  expect([String(now.bytes), now.headers.get('etag')]).toEqual(['second', `"${sha256('second')}"`]);
  const { body: read } = await caller.api.get(`${libraryPath}/${id}`);
  expect(read.item).toMatchObject({ version: 2, url: `${filePath(id)}?v=2` });
  const total = async (search: string) =>
    (await caller.api.get(`${libraryPath}?search=${search}`)).body.total;
  expect([await total('second'), await total('hello')]).toEqual([1, 0]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
});

proves('earlier-version', async () => {
  const { caller, id } = await aFileOf(2);
  const before = await getBytes(`${versionsPath(id)}/1/file`, { as: caller });
  expect([before.status, String(before.bytes)]).toEqual([200, 'hello']);
  expect(before.headers.get('content-disposition')).toContain('hello.txt');
  const headers = { range: 'bytes=0-2' };
  const part = await getBytes(`${versionsPath(id)}/2/file`, { as: caller, headers });
  expect([part.status, String(part.bytes)]).toEqual([206, 'sec']);
  const createdBy = expect.stringContaining(':');
  expect(await versionsOf(caller, id)).toMatchObject([
    { number: 2, isCurrent: true, fileName: 'second.txt', fileSize: 6, createdBy },
    { number: 1, isCurrent: false, fileName: 'hello.txt', fileSize: 5, createdBy },
  ]);
});

proves('version-public', async () => {
  const { caller, id } = await aFileOf(1);
  const { url } = (await caller.api.post<{ url: string }>(`${libraryPath}/${id}/shares`)).body;
  await aVersion(caller, id);
  expect(String((await getBytes(new URL(url).pathname)).bytes)).toBe('second');
  await changePartition(caller, 'keeps-10', { isPublic: true });
  expect(String((await getBytes(filePath(id))).bytes)).toBe('second');
  const cached = async (v: number) => (await getBytes(`${filePath(id)}?v=${v}`)).headers.get('cache-control');
  expect([await cached(2), await cached(3)]).toEqual(['public, max-age=86400', 'no-store']);
  expect((await getBytes(`${versionsPath(id)}/1/file`)).status).toBe(401);
});

proves('version-sizes', async () => {
  const caller = await aTenant();
  const partitionCode = await aQuietPartition(caller.api);
  const picture = (value: Buffer) => ({ value, filename: 'a.png', type: 'image/png' });
  const { id } = await aFile(caller.api, { partitionCode }, picture(await anImage('png', 64, 48)));
  const sized = () => getBytes(`${attachmentsPath}/image/${id}?width=8`, { as: caller });
  const before = await sized();
  await aVersion(caller, id, picture(await anImage('png', 48, 64)));
  const after = await sized();
  expect([before.status, after.status]).toEqual([200, 200]);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
});

proves(
  'version-refused',
  [
    { file: { filename: 'a.exe' }, status: 400, body: { code: 'file_type_refused' } },
    { file: { value: '<svg onload="alert(1)">' }, status: 400, body: { code: 'file_type_refused' } },
    {
      ...{ attachmentId: '', file: {}, status: 400 },
      body: { code: 'invalid_input', details: [{ field: 'attachmentId', message: 'is required' }] },
    },
    { attachmentId: 'no-id', file: {}, status: 404, body: { code: 'not_found' } },
  ],
  async ({ attachmentId, file, status, body }) => {
    const { caller, id } = await aFileOf(1);
    expect(await uploadVersion(caller, attachmentId ?? id, file)).toMatchObject({ status, body });
    expect(await versionsOf(caller, id)).toHaveLength(1);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
  },
);

proves('parallel-versions', async () => {
  const { caller, id } = await aFileOf(1);
  const several = async (headers = {}) => {
    const values = ['aa', 'bbb', 'cccc'];
    const answers = await Promise.all(values.map((value) => uploadVersion(caller, id, { value }, headers)));
    return answers.map(({ status }) => status).toSorted();
  };
  expect(await several()).toEqual([200, 200, 200]);
  expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 5 + 2 + 3 + 4, files: 1 });
  const { headers } = await caller.api.get(`${libraryPath}/${id}`);
  expect(await several({ 'if-match': headers.get('etag') ?? '' })).toEqual([200, 412, 412]);
  expect(await versionsOf(caller, id)).toHaveLength(5);
});

proves('foreign-version', async () => {
  const { caller, id } = await aFileOf(2);
  for (const other of [await aSibling(caller), await aTenant()]) {
    const begin = other.api.post(`${versionsPath(id)}/uploads`, { body: { fileName: 'a.txt' } });
    const requests = [
      ...[uploadVersion(other, id), begin, other.api.get(versionsPath(id)), restore(other, id, 1)],
      ...[getBytes(`${versionsPath(id)}/1/file`, { as: other }), other.api.delete(`${versionsPath(id)}/1`)],
    ];
    for (const request of requests) expect((await request).status).toBe(404);
  }
  expect(await versionsOf(caller, id)).toHaveLength(2);
});

proves('versions-kept', async () => {
  const { caller, id } = await aFileOf(1, 2);
  for (const value of ['22', '333', '4444']) await aVersion(caller, id, { value });
  expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([4, 3, 2]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 2 + 3 + 4, files: 1 });
  expect((await getBytes(`${versionsPath(id)}/1/file`, { as: caller })).status).toBe(404);
  await changePartition(caller, 'keeps-2', { versionsKept: 0 });
  await aVersion(caller, id, { value: '55555' });
  expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([5]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
});

proves('version-restored', async () => {
  const { caller, id } = await aFileOf(2, 1);
  const item = { id, fileName: 'hello.txt', fileSize: 5 };
  const version = { number: 3, restoredFrom: 1, sha256: sha256('hello') };
  expect(await restore(caller, id, 1)).toMatchObject({ status: 200, body: { item, version } });
  expect(String((await getBytes(filePath(id), { as: caller })).bytes)).toBe('hello');
  // The restored version was the oldest, and was deleted in favour of its copy.
  expect(await versionsOf(caller, id)).toMatchObject([{ number: 3 }, { number: 2 }]);
  expect((await restore(caller, id, 1)).status).toBe(404);
  for (const wrong of ['0', '-1', 'x', '1.5', '9999999999'])
    expect((await restore(caller, id, wrong)).status, wrong).toBe(400);
  expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
});

proves('current-version', async () => {
  const { caller, id } = await aFileOf(2);
  const refused = { status: 409, body: { code: 'current_version' } };
  expect(await restore(caller, id, 2)).toMatchObject(refused);
  expect(await caller.api.delete(`${versionsPath(id)}/2`)).toMatchObject(refused);
});

proves('version-deleted', async () => {
  const { caller, id } = await aFileOf(2);
  const remove = () => caller.api.delete(`${versionsPath(id)}/1`);
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await versionsOf(caller, id)).toMatchObject([{ number: 2 }]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 6, files: 1 });
  expect(await aVersion(caller, id)).toMatchObject({ number: 3 });
  expect((await caller.api.delete(`${attachmentsPath}?id=${id}`)).status).toBe(200);
  expect(await usageOf(caller)).toMatchObject({ bytes: 0, files: 0 });
  expect((await caller.api.get(versionsPath(id))).status).toBe(404);
  expect((await uploadVersion(caller, id)).status).toBe(404);
});

type BegunVersion = StartedUpload & { uploadId: string };
async function begin({ api }: TestCaller, id: string, headers = {}): Promise<BegunVersion> {
  const body = { fileName: 'second.txt', fileSize: 6 };
  const answer = await api.post<BegunVersion>(`${versionsPath(id)}/uploads`, { body, headers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const complete = ({ api }: TestCaller, { uploadId }: BegunVersion, headers = {}) =>
  api.post(`${uploadsPath}/${uploadId}/complete`, { headers });

proves('direct-version', async () => {
  const { caller, id } = await aFileOf(1);
  const begun = await begin(caller, id);
  expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
  await sentToBucket(begun, 'second');
  await Promise.all([complete(caller, begun), complete(caller, begun)]);
  const completed = { status: 200, body: { item: { id, fileName: 'second.txt' } } };
  expect(await complete(caller, begun)).toMatchObject(completed);
  expect(await versionsOf(caller, id)).toMatchObject([{ number: 2 }, { number: 1 }]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
  expect((await caller.api.get(libraryPath)).body.total).toBe(1);
});

proves('direct-version-stale', async () => {
  const { caller, id } = await aFileOf(1);
  const [begun, other] = [await begin(caller, id, { 'if-match': '"1"' }), await begin(caller, id)];
  for (const each of [begun, other]) await sentToBucket(each, 'second');
  await aVersion(caller, id);
  const stale = { status: 412, body: { code: 'stale' } };
  expect(await complete(caller, other, { 'if-match': '"1"' })).toMatchObject(stale);
  expect(await complete(caller, begun)).toMatchObject(stale);
  expect((await complete(caller, other, { 'if-match': '"2"' })).status).toBe(200);
  expect(await versionsOf(caller, id)).toHaveLength(3);
  const late = await begin(caller, id);
  await sentToBucket(late, 'second');
  await caller.api.delete(`${libraryPath}/${id}`);
  expect((await complete(caller, late)).status).toBe(404);
});

proves(
  'direct-version-refused',
  [
    { body: { fileName: 'a.exe' }, status: 400, code: 'file_type_refused' },
    { body: { fileName: 'a.txt', fileSize: 26_214_401 }, status: 413, code: 'file_too_large' },
  ],
  async ({ body, status, code }) => {
    const { caller, id } = await aFileOf(1);
    const answer = await caller.api.post(`${versionsPath(id)}/uploads`, { body });
    expect(answer).toMatchObject({ status, body: { code } });
  },
);

/** The text of a file, once its extraction has ended. */
const textOf = ({ api }: TestCaller, id: string) =>
  eventually(`the text of ${id}`, async () => {
    const { item } = (await api.get<{ item: UploadItem }>(`${libraryPath}/${id}`)).body;
    return item.contentStatus === 'pending' ? undefined : item;
  });

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

proves('text', async () => {
  const caller = await aTenantWithEvents();
  const { api } = caller;
  const cyrillic = Buffer.from([0xd1, 0xf7, 0xe5, 0xf2]);
  const declared = { value: cyrillic, type: 'text/plain; charset=windows-1251' };
  const text = await aFile(api, {}, declared);
  expect(text).toMatchObject({ content: null, contentStatus: 'pending' });
  const letter = { filename: 'a.docx', type: wordType, value: aDocx(['Dear Zaphod,', 'it is signed.']) };
  const docx = await aFile(api, {}, letter);
  const pages = aPdf([{ lines: ['Turnover'] }, { lines: ['Outlook of Zaphod'] }]);
  const pdf = await aFile(api, {}, { filename: 'a.pdf', type: 'application/pdf', value: pages });
  const done = { contentStatus: 'done', contentTruncated: false, contentError: null };
  const inPages = '--- Page 1 ---\nTurnover\n\n--- Page 2 ---\nOutlook of Zaphod';
  expect(await textOf(caller, text.id)).toMatchObject({ ...done, content: 'Счет' });
  expect(await textOf(caller, docx.id)).toMatchObject({ ...done, content: 'Dear Zaphod,\n\nit is signed.' });
  expect(await textOf(caller, pdf.id)).toMatchObject({ ...done, content: inPages });
  const found = async (query: Record<string, string>) => {
    const path = `${libraryPath}?${new URLSearchParams(query)}`;
    return (await api.get<{ items: UploadItem[] }>(path)).body.items.map(({ id }) => id);
  };
  expect(await found({ contentSearch: 'СЧЕТ' })).toEqual([text.id]);
  expect(await found({ contentSearch: 'zaphod' })).toEqual([pdf.id, docx.id]);
  expect(await found({ contentSearch: 'zaphod signed' })).toEqual([docx.id]);
  expect(await found({ contentSearch: 'zapho' })).toEqual([]);
  expect(await found({ contentSearch: 'zaphod', search: 'a.pdf' })).toEqual([pdf.id]);
  const byName = { contentSearch: 'zaphod', sortField: 'fileName', sortDir: 'asc' };
  expect(await found(byName)).toEqual([docx.id, pdf.id]);
  expect(await found({ contentSearch: 'zaphod', pageSize: '1', page: '2' })).toEqual([docx.id]);
  await aVersion(caller, text.id, { value: cyrillic, type: 'text/plain' });
  expect(await found({ contentSearch: 'счет' })).toEqual([]);
  expect((await textOf(caller, text.id)).content).toBe('Ñ÷åò');
});

proves('no-text', async () => {
  const { api } = await aTenant();
  const quiet = await aFile(api, { partitionCode: await aQuietPartition(api) });
  const office = { filename: 'a.xls', type: 'application/vnd.ms-excel', value: 'no text' };
  const refused = { status: 409, body: { code: 'not_extractable' } };
  for (const { id } of [quiet, await aFile(api, {}, office)]) {
    const { body } = await api.get(`${libraryPath}/${id}`);
    expect(body.item).toMatchObject({ contentStatus: 'none', content: null });
    expect(await api.post(`${libraryPath}/${id}/extract`)).toMatchObject(refused);
  }
});

proves('events', async () => {
  const caller = await aTenantWithEvents();
  const { api } = caller;
  const receiver = await aReceiver(caller);
  const webhook = { name: 'Files', url: `${receiver.url}/`, subscribedEvents: ['attachments.*'] };
  expect((await api.post('/api/webhooks', { body: webhook })).status).toBe(201);
  const { id } = await aQuietFile(caller);
  await api.patch(`${libraryPath}/${id}`, { body: { tags: ['b'] } });
  await api.delete(`${libraryPath}/${id}`);
  const { tenantId, organizationId } = caller;
  const about = { id, entityId: 'sales.order', recordId: 'SO-1', fileName: 'hello.txt', fileSize: 5 };
  const data = expect.objectContaining({ ...about, tenantId, organizationId });
  const messages = (await receiver.waitFor(4)).map(({ body }) => JSON.parse(String(body)));
  for (const type of ['created', 'updated', 'deleted'].map((name) => `attachments.attachment.${name}`))
    expect(messages).toContainEqual(expect.objectContaining({ type, data }));
});
