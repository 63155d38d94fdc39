import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  libraryPath,
  partitionsPath,
  type StartedUpload,
  sentToBucket,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import {
  aQuietFile,
  aVersion,
  filePath,
  keysOf,
  sha256,
  uploadVersion,
  usageOf,
  type VersionResponse,
  versionsOf,
  versionsPath,
} from '../../support/builders/file-versions.ts';
import { anImage } from '../../support/builders/images.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';

describe('a new version of a file', () => {
  it('is delivered under the same id, and the previous one stays readable', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const { status, body, headers } = await uploadVersion(caller, id);
    expect([status, body.item, body.version]).toMatchObject([
      200,
      { id, fileName: 'second.txt', fileSize: 6, tags: ['kept'], customFields: { note: 'kept' } },
      { number: 2, isCurrent: true, sha256: sha256('second'), restoredFrom: null },
    ]);
    expect(headers.get('etag')).toBe('"2"');
    const now = await getBytes(filePath(id), { as: caller });
    expect([String(now.bytes), now.headers.get('etag')]).toEqual(['second', `"${sha256('second')}"`]);
    const before = await getBytes(`${versionsPath(id)}/1/file`, { as: caller });
    expect([before.status, String(before.bytes), before.headers.get('content-disposition')]).toEqual([
      200,
      'hello',
      expect.stringContaining('hello.txt'),
    ]);
    const part = await getBytes(`${versionsPath(id)}/2/file`, {
      as: caller,
      headers: { range: 'bytes=0-2' },
    });
    expect([part.status, String(part.bytes)]).toEqual([206, 'sec']);
    expect(await versionsOf(caller, id)).toMatchObject([
      { number: 2, isCurrent: true, fileName: 'second.txt', fileSize: 6 },
      {
        number: 1,
        isCurrent: false,
        fileName: 'hello.txt',
        fileSize: 5,
        createdBy: expect.stringContaining(':'),
      },
    ]);
    expect((await caller.api.get(`${libraryPath}/${id}`)).body.item).toMatchObject({
      version: 2,
      url: `${filePath(id)}?v=2`,
    });
    expect((await caller.api.get(`${libraryPath}?search=second`)).body.total).toBe(1);
    expect((await caller.api.get(`${libraryPath}?search=hello`)).body.total).toBe(0);
    expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
  });

  it('is served by share links and public addresses', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const { url } = (await caller.api.post<{ url: string }>(`${libraryPath}/${id}/shares`)).body;
    await aVersion(caller, id);
    expect(String((await getBytes(new URL(url).pathname)).bytes)).toBe('second');
    const code = 'public-keeps';
    await caller.api.post(partitionsPath, {
      body: { code, title: code, isPublic: true, requiresOcr: false },
    });
    const partition = (await caller.api.get<{ items: { id: string; code: string }[] }>(partitionsPath)).body
      .items;
    const of = partition.find((one) => one.code === 'keeps-10');
    await caller.api.put(partitionsPath, {
      body: { id: of?.id, code: 'keeps-10', title: 'x', isPublic: true },
    });
    expect(String((await getBytes(filePath(id))).bytes)).toBe('second');
    expect((await getBytes(`${versionsPath(id)}/1/file`)).status).toBe(401);
  });

  it('has its own thumbnails in sizes of the previous one', async () => {
    const caller = await aTenant();
    const partitionCode = await aQuietPartition(caller.api);
    const picture = (value: Buffer) => ({ value, filename: 'a.png', type: 'image/png' });
    const { id } = await aFile(caller.api, { partitionCode }, picture(await anImage('png', 64, 48)));
    const sized = () => getBytes(`${attachmentsPath}/image/${id}?width=8&height=8`, { as: caller });
    const before = await sized();
    expect([before.status, await keysOf(caller, 'thumbs')]).toMatchObject([200, { length: 1 }]);
    await aVersion(caller, id, picture(await anImage('png', 48, 64)));
    expect(await keysOf(caller, 'thumbs')).toEqual([]);
    const after = await sized();
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(await keysOf(caller, 'thumbs')).toHaveLength(1);
  });

  it('costs one transaction in addition to the reads', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller, 1);
    const first = await callsOf(await uploadVersion(caller, id));
    const actions = (calls: typeof first, name: string) =>
      calls.filter(({ service }) => service === name).map(({ action }) => action);
    expect(actions(first, 'dynamodb')).toEqual([
      'UpdateItem', // the caller
      'GetItem', // the file
      'GetItem', // its partition
      'GetItem', // the room of the tenant
      'PutItem', // what is put in its place
      'TransactWriteItems', // the version
      'PutItem', // what lists show of it
      'PutItem',
    ]);
    expect(actions(first, 's3')).toEqual(['PutObject']);
    const second = await callsOf(await uploadVersion(caller, id));
    expect(actions(second, 'dynamodb').slice(5)).toEqual([
      ...['Query', 'TransactWriteItems', 'PutItem', 'PutItem', 'DeleteItem'],
    ]);
    expect(actions(second, 's3')).toEqual(['PutObject', 'DeleteObjects']);
  });

  it('is refused for the reasons of an upload, and leaves nothing behind', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    expect(await uploadVersion(caller, id, { filename: 'a.exe' })).toMatchObject({
      status: 400,
      body: { code: 'file_type_refused' },
    });
    expect(await uploadVersion(caller, id, { value: '<svg onload="alert(1)">' })).toMatchObject({
      status: 400,
      body: { code: 'file_type_refused' },
    });
    expect(await uploadVersion(caller, '')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ field: 'attachmentId', message: 'is required' }] },
    });
    expect(await uploadVersion(caller, 'no-id')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const full = { ...storageUsageKey(caller), bytes: 512 * 1_048_576, files: 1 };
    const counted = await getItem(storageUsageKey(caller));
    await commit([{ put: full }]);
    expect(await uploadVersion(caller, id)).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } });
    await commit([{ put: { ...counted, ...storageUsageKey(caller) } }]);
    expect(await keysOf(caller)).toHaveLength(1);
    expect(await versionsOf(caller, id)).toHaveLength(1);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
  });

  it('is refused if If-Match names another version', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    expect((await uploadVersion(caller, id, {}, { 'if-match': '"1"' })).status).toBe(200);
    expect(await uploadVersion(caller, id, {}, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'stale' },
    });
    expect(await versionsOf(caller, id)).toHaveLength(2);
  });

  it('each becomes a version if several are uploaded at once, and only one with If-Match', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const several = (headers = {}) =>
      Promise.all(['aa', 'bbb', 'cccc'].map((value) => uploadVersion(caller, id, { value }, headers)));
    const statuses = (answers: VersionResponse[]) => answers.map(({ status }) => status).toSorted();
    expect(statuses(await several())).toEqual([200, 200, 200]);
    expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5 + 2 + 3 + 4, files: 1 });
    const { headers } = await caller.api.get(`${libraryPath}/${id}`);
    expect(statuses(await several({ 'if-match': headers.get('etag') ?? '' }))).toEqual([200, 412, 412]);
    expect(await versionsOf(caller, id)).toHaveLength(5);
    expect(await keysOf(caller)).toHaveLength(5);
  });

  it('is hidden from other organizations and tenants', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    await aVersion(caller, id);
    const [sibling, stranger, viewer] = [
      await aSibling(caller),
      await aTenant(),
      await aKey({ ...caller, features: ['attachments.view'] }),
    ];
    for (const other of [sibling, stranger]) {
      expect((await uploadVersion(other, id)).status).toBe(404);
      expect(
        (await other.api.post(`${versionsPath(id)}/uploads`, { body: { fileName: 'a.txt' } })).status,
      ).toBe(404);
      expect((await other.api.get(versionsPath(id))).status).toBe(404);
      expect((await getBytes(`${versionsPath(id)}/1/file`, { as: other })).status).toBe(404);
      expect((await other.api.post(`${versionsPath(id)}/1/restore`)).status).toBe(404);
      expect((await other.api.delete(`${versionsPath(id)}/1`)).status).toBe(404);
    }
    expect((await uploadVersion(viewer, id)).status).toBe(403);
    expect((await viewer.api.post(`${versionsPath(id)}/1/restore`)).status).toBe(403);
    expect((await viewer.api.get(versionsPath(id))).status).toBe(200);
    expect(await versionsOf(caller, id)).toHaveLength(2);
  });
});

describe('a direct upload of a new version', () => {
  const begin = async ({ api }: TestCaller, id: string, body = {}, headers = {}): Promise<StartedUpload> => {
    const answer = await api.post<StartedUpload & { uploadId: string }>(`${versionsPath(id)}/uploads`, {
      body: { fileName: 'second.txt', fileSize: 6, ...body },
      headers,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { ...answer.body, attachmentId: answer.body.uploadId };
  };
  const complete = ({ api }: TestCaller, begun: StartedUpload) =>
    api.post(`${uploadsPath}/${begun.attachmentId}/complete`);

  it('becomes the current version once, also when it is completed repeatedly', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const begun = await begin(caller, id);
    expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
    await sentToBucket(begun, 'second');
    const answers = await Promise.all([complete(caller, begun), complete(caller, begun)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(await complete(caller, begun)).toMatchObject({
      status: 200,
      body: { item: { id, fileName: 'second.txt' } },
    });
    expect(await versionsOf(caller, id)).toMatchObject([{ number: 2 }, { number: 1 }]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
    expect(await keysOf(caller, 'staging')).toEqual([]);
    expect((await caller.api.get(libraryPath)).body.total).toBe(1);
  });

  it('fails if the file has changed or was deleted meanwhile', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const begun = await begin(caller, id, {}, { 'if-match': '"1"' });
    await sentToBucket(begun, 'second');
    const other = await begin(caller, id);
    await sentToBucket(other, 'second');
    await aVersion(caller, id);
    expect(await complete(caller, begun)).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await caller.api.delete(`${libraryPath}/${id}`)).status).toBe(200);
    expect((await complete(caller, other)).status).toBe(404);
    expect(await keysOf(caller)).toEqual([]);
  });

  it('is refused at once for problems known before the upload', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const begin = (body: object) => caller.api.post(`${versionsPath(id)}/uploads`, { body });
    expect(await begin({ fileName: 'a.exe' })).toMatchObject({
      status: 400,
      body: { code: 'file_type_refused' },
    });
    expect(await begin({ fileName: 'a.txt', fileSize: 26_214_401 })).toMatchObject({ status: 413 });
    expect(await begin({})).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
