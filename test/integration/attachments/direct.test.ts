import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headObject, listObjects } from '../../../shared/kernel/files/bucket.ts';
import { stagingKey } from '../../../shared/kernel/files/object-keys.ts';
import { fromItem } from '../../../shared/kernel/table/item.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { fileWorkKey, fileWorkShardOf, storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import {
  abandonUpload,
  type FileWork,
} from '../../../shared/modules/attachments/partitions/storage-store.ts';
import { purge } from '../../../shared/modules/attachments/purge.ts';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  beganUpload,
  libraryPath,
  sentToBucket,
  type UploadItem,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import { aVersion, versionsPath } from '../../support/builders/file-versions.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import { type Api, callsOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const complete = (api: Api, id: string) =>
  api.post<{ item: UploadItem; error: string; code: string }>(`${uploadsPath}/${id}/complete`);

describe('a direct upload', () => {
  it('is started, sent to the bucket, and completed idempotently', async () => {
    const { api, tenantId } = await aTenant();
    const begun = await beganUpload(api, {
      tags: ['a', 'a'],
      cf_note: 'x',
      fileSize: 5,
      mimeType: 'text/plain',
    });
    expect(begun).toMatchObject({ expiresInSeconds: 300, maxBytes: 5 });
    const id = begun.attachmentId;
    expect((await complete(api, id)).status).toBe(404);
    expect(await sentToBucket(begun, 'hello')).toBeLessThan(300);
    const answers = await Promise.all([complete(api, id), complete(api, id)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const { status, body } = await complete(api, id.toUpperCase());
    expect([status, body.item]).toMatchObject([
      200,
      { id, fileName: 'hello.txt', fileSize: 5, tags: ['a'], customFields: { note: 'x' } },
    ]);
    expect((await api.get(libraryPath)).body.total).toBe(1);
    expect((await api.get(`${attachmentsPath}/usage`)).body).toMatchObject({ bytes: 5, files: 1 });
    expect(await headObject(stagingKey(tenantId, id))).toBeUndefined();
    await api.delete(`${attachmentsPath}?id=${id}`);
    expect((await complete(api, id)).status).toBe(404);
  });

  it('may go into a partition of the tenant', async () => {
    const { api } = await aTenant();
    const partitionCode = await aQuietPartition(api);
    const begun = await beganUpload(api, { partitionCode });
    await sentToBucket(begun, 'hello');
    const { status, body } = await complete(api, begun.attachmentId);
    expect([status, body.item]).toMatchObject([200, { partitionCode }]);
  });

  it.each([
    [{ fileName: 'a.exe' }, 400, 'file_type_refused'],
    [{ fileName: 'a.svg' }, 400, 'file_type_refused'],
    [{ mimeType: 'text/html' }, 400, 'file_type_refused'],
    [{ fileSize: 25 * 1_048_576 + 1 }, 413, 'file_too_large'],
    [{ partitionCode: 'productsMedia' }, 403, 'public_partition'],
    [{ recordId: ' ' }, 400, 'invalid_input'],
    [{ fileName: undefined }, 400, 'invalid_input'],
  ])('is refused at once with %j', async (wrong, status, code) => {
    const { api } = await aTenant();
    const body = { entityId: 'sales.order', recordId: 'SO-1', fileName: 'hello.txt', ...wrong };
    expect(await api.post(uploadsPath, { body })).toMatchObject({ status, body: { code } });
  });

  it('is refused on completion if its bytes are not allowed', async () => {
    const { api, tenantId } = await aTenant();
    const begun = await beganUpload(api, { fileName: 'photo.jpg' });
    await sentToBucket(begun, '<svg onload="alert(1)">');
    expect(await complete(api, begun.attachmentId)).toMatchObject({
      status: 400,
      body: { code: 'file_type_refused' },
    });
    expect(await Array.fromAsync(listObjects(`staging/${tenantId}/`))).toEqual([]);
    expect((await api.get(libraryPath)).body.total).toBe(0);
    // The form still accepts another file.
    await sentToBucket(begun, 'harmless');
    expect((await complete(api, begun.attachmentId)).status).toBe(200);
  });

  it('costs a transaction, a claim, and one read per looked-up item', async () => {
    const { api } = await aTenant();
    const begun = await beganUpload(api, { fileSize: 5 });
    await sentToBucket(begun, 'hello');
    const calls = await callsOf(await complete(api, begun.attachmentId));
    const actionsOf = (name: string) =>
      calls.filter(({ service }) => service === name).map(({ action }) => action);
    expect(actionsOf('dynamodb')).toEqual([
      'UpdateItem', // the caller
      'GetItem', // whether it is already completed
      'GetItem', // the started upload
      'UpdateItem', // the claim: one request completes it
      'GetItem', // custom fields
      'GetItem', // the partition
      'PutItem', // what lists show of it
      'PutItem',
      'TransactWriteItems', // the row
    ]);
    expect(actionsOf('s3')).toEqual(['GetObject', 'CopyObject', 'DeleteObjects']);
  });

  it('keeps its reserved storage when the quota is used up, and releases what the file does not need', async () => {
    const { api, tenantId } = await aTenant();
    const begun = await beganUpload(api);
    const quota = 512 * 1_048_576;
    await commit([{ add: storageUsageKey({ tenantId }), amounts: { bytes: quota - begun.maxBytes } }]);
    await sentToBucket(begun, 'hello');
    expect((await complete(api, begun.attachmentId)).status).toBe(200);
    expect((await api.get(`${attachmentsPath}/usage`)).body).toMatchObject({
      bytes: quota - begun.maxBytes + 5,
      files: 1,
      partitions: [{ code: 'privateAttachments', bytes: 5, files: 1 }],
    });
  });

  it('is completed by one request at a time, and by another after the first has died', async () => {
    const { api, tenantId } = await aTenant();
    const begun = await beganUpload(api);
    await sentToBucket(begun, 'hello');
    const attachmentId = `staged-${begun.attachmentId}`;
    const key = fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) });
    const claimUntil = (claimedUntilMs: number) => commit([{ set: key, values: { claimedUntilMs } }]);
    await claimUntil(Date.now() + 60_000);
    expect(await complete(api, begun.attachmentId)).toMatchObject({
      status: 409,
      body: { code: 'upload_under_way' },
    });
    expect(await headObject(stagingKey(tenantId, begun.attachmentId))).toBeDefined();
    await claimUntil(Date.now() - 1);
    expect((await complete(api, begun.attachmentId)).status).toBe(200);
    expect(await getItem(key)).toBeUndefined();
  });

  it('reserves storage from its start until it is completed or expires', async () => {
    const { api, tenantId } = await aTenant();
    const usage = async () => (await api.get(`${attachmentsPath}/usage`)).body;
    const quota = 512 * 1_048_576;
    const [first, second] = [
      await beganUpload(api, { fileSize: 5 }),
      await beganUpload(api, { fileSize: 7 }),
    ];
    expect(await usage()).toMatchObject({ bytes: 12 });
    await commit([{ add: storageUsageKey({ tenantId }), amounts: { bytes: quota - 12 } }]);
    const body = { entityId: 'sales.order', recordId: 'SO-1', fileName: 'hello.txt', fileSize: 1 };
    expect(await api.post(uploadsPath, { body })).toMatchObject({
      status: 413,
      body: { code: 'quota_exceeded' },
    });
    await sentToBucket(first, 'hello');
    expect((await complete(api, first.attachmentId)).status).toBe(200);
    expect(await usage()).toMatchObject({ bytes: quota });
    await sentToBucket(second, 'hello');
    // Runs the sweep for this upload only; the worker would do so for all tenants.
    const attachmentId = `staged-${second.attachmentId}`;
    const item = await getItem(fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) }));
    const work = fromItem<FileWork>(item ?? {}, 'file_work');
    expect(work.dueAtMs).toBeGreaterThan(Date.now() + 3_600_000);
    await abandonUpload(work);
    await purge(work, { staged: true });
    expect(await usage()).toMatchObject({ bytes: quota - 7 });
    expect(await headObject(stagingKey(tenantId, second.attachmentId))).toBeUndefined();
  });

  it('belongs to the tenant and organization that started it', async () => {
    const owner = await aTenant();
    const begun = await beganUpload(owner.api);
    await sentToBucket(begun, 'hello');
    for (const { api } of [await aTenant(), await aSibling(owner)])
      expect((await complete(api, begun.attachmentId)).status).toBe(404);
    expect((await complete(owner.api, randomUUID())).status).toBe(404);
    expect((await complete(owner.api, begun.attachmentId)).status).toBe(200);
  });
});

it('a text file is read in its declared encoding, also after a direct upload and in restored versions', async () => {
  const caller = await aTenant();
  const { api } = caller;
  const textOf = (id: string) =>
    eventually(
      `the text of ${id}`,
      async () => {
        const { item } = (await api.get<{ item: UploadItem }>(`${libraryPath}/${id}`)).body;
        return item.contentStatus === 'pending' ? undefined : item.content;
      },
      40_000,
    );
  const type = 'text/plain; charset=windows-1251';
  const value = Buffer.from([0xd1, 0xf7, 0xe5, 0xf2]);
  const { id } = await aFile(api, {}, { value, type });
  expect(await textOf(id)).toBe('Счет');
  await aVersion(caller, id, { value, type: 'text/plain' });
  expect(await textOf(id)).toBe('Ñ÷åò');
  expect((await api.post(`${versionsPath(id)}/1/restore`)).status).toBe(200);
  expect(await textOf(id)).toBe('Счет');
  const begun = await beganUpload(api, { mimeType: type });
  await sentToBucket(begun, value);
  await complete(api, begun.attachmentId);
  expect(await textOf(begun.attachmentId)).toBe('Счет');
}, 60_000);
