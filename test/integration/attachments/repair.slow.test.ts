import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headObject, putObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey, stagingKey, thumbnailKey } from '../../../shared/kernel/files/object-keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { fileWorkKey, fileWorkShardOf, fileWorkShards } from '../../../shared/modules/attachments/keys.ts';
import {
  abandonUpload,
  type FileWork,
  reserve,
} from '../../../shared/modules/attachments/partitions/storage-store.ts';
import {
  aFile,
  attachmentsPath,
  beganUpload,
  libraryPath,
  pngBytes,
  sentToBucket,
  upload,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import { keysOf, usageOf } from '../../support/builders/file-versions.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { sweep } from '../../support/runtime/sweep.ts';

const objectsOf = async (tenantId: string) =>
  (await Promise.all(['t', 'thumbs', 'staging'].map((area) => keysOf({ tenantId }, area)))).flat();

describe('an upload that fails', () => {
  const large = { value: Buffer.alloc(6_000_000) };

  it.each([
    ['when its row is written', {}, 'dynamodb', 'TransactWriteItems', '#ORG'],
    ['when its storage is reserved', {}, 'dynamodb', 'TransactWriteItems', '#STORAGE'],
    ['when its object is copied', {}, 's3', 'PutObject', ''],
    ['when the row of its large file is written', large, 'dynamodb', 'TransactWriteItems', '#ORG'],
    ['when storage of its large file is reserved', large, 'dynamodb', 'TransactWriteItems', '#STORAGE'],
    ['at the second part of its large file', large, 's3', 'UploadPart', ''],
    ['at the end of its large file', large, 's3', 'CompleteMultipartUpload', ''],
  ])('%s leaves nothing behind', async (_, file, service, action, keyPart) => {
    const caller = await aTenant();
    const fields = { recordId: randomUUID() };
    const fault = { service, action, effect: 'error', bodyContains: caller.tenantId + keyPart } as const;
    const answer = await during(fault, () => upload(caller.api, fields, file));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await objectsOf(caller.tenantId)).toEqual([]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 0, files: 0 });
    expect((await caller.api.get(libraryPath)).body.total).toBe(0);
    expect((await upload(caller.api, fields)).status).toBe(200);
  });
});

describe('a direct upload that fails', () => {
  it('can be completed again', async () => {
    const caller = await aTenant();
    const begun = await beganUpload(caller.api);
    await sentToBucket(begun, 'hello');
    const reserved = await usageOf(caller);
    const complete = () => caller.api.post(`${uploadsPath}/${begun.attachmentId}/complete`);
    const { tenantId: bodyContains } = caller;
    const fault = { service: 's3', action: 'CopyObject', effect: 'error', bodyContains } as const;
    expect((await during(fault, complete)).status).toBeGreaterThanOrEqual(500);
    expect(await usageOf(caller)).toEqual(reserved);
    expect((await complete()).status).toBe(200);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
    expect(await objectsOf(caller.tenantId)).toHaveLength(1);
  });
});

describe('the sweep', () => {
  const aWork = ({ tenantId, organizationId }: TestCaller, dueAtMs: number): FileWork => {
    const attachmentId = randomUUID();
    const shard = fileWorkShardOf(attachmentId);
    const place = { partitionCode: 'privateAttachments', bytes: 7, dueAtMs };
    return { kind: 'upload', tenantId, organizationId, attachmentId, shard, ...place };
  };

  it('cleans up uploads of crashed processes, and no others', async () => {
    const caller = await aTenant();
    const { tenantId } = caller;
    const [gone, busy] = [aWork(caller, Date.now() - 1), aWork(caller, Date.now() + 600_000)];
    for (const work of [gone, busy]) {
      await reserve(work, 1_000);
      await putObject(stagingKey(tenantId, work.attachmentId), Buffer.from('staged'));
      await putObject(originalKey(work), Buffer.from('placed'));
    }
    expect(await usageOf(caller)).toMatchObject({ bytes: 14, files: 2 });
    await sweep();
    expect(await objectsOf(tenantId)).toEqual([originalKey(busy), stagingKey(tenantId, busy.attachmentId)]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 7, files: 1, partitions: [{ files: 1, bytes: 7 }] });
    expect(await getItem(fileWorkKey(gone))).toBeUndefined();
    expect(await getItem(fileWorkKey(busy))).toBeDefined();
  });

  it('keeps the object that another upload of the same file has stored', async () => {
    const caller = await aTenant();
    const { id } = await aFile(caller.api, {}, { filename: 'a.png', value: pngBytes });
    const before = await usageOf(caller);
    // Code with fewer shards reserves in another shard, where it does not see the other reservation.
    const shard = (fileWorkShardOf(id) + 1) % fileWorkShards;
    const work = { ...aWork(caller, Date.now() - 1), attachmentId: id, shard };
    await reserve(work, 1_000_000);
    expect(await abandonUpload(work)).toBe(false);
    expect(await getItem(fileWorkKey(work))).toBeUndefined();
    expect(await usageOf(caller)).toEqual(before);
    expect(await headObject(originalKey(work))).toBeDefined();
  });

  it('removes an object that was being moved to another organization', async () => {
    const caller = await aTenant();
    const passesKey = originalKey({
      tenantId: caller.tenantId,
      organizationId: randomUUID(),
      attachmentId: randomUUID(),
    });
    await reserve({ ...aWork(caller, Date.now() - 1), passesKey }, 1_000);
    await putObject(passesKey, Buffer.from('moving'));
    await sweep();
    expect(await objectsOf(caller.tenantId)).toEqual([]);
  });

  it('removes the objects of a file whose row was deleted alone', async () => {
    const caller = await aTenant();
    const { api, tenantId, organizationId } = caller;
    const { id } = await aFile(api, {}, { filename: 'a.png', value: pngBytes });
    const at = { tenantId, organizationId, attachmentId: id };
    await putObject(thumbnailKey(at, 'w10-h10-cover'), Buffer.from('small'));
    // The bucket fails: the row is deleted, the objects remain.
    const fault = { service: 's3', effect: 'error', bodyContains: id } as const;
    const deleted = await during(fault, () => api.delete(`${attachmentsPath}?id=${id}`));
    expect(deleted.body).toEqual({ ok: true });
    expect((await api.get(`${libraryPath}/${id}`)).status).toBe(404);
    if (await headObject(originalKey(at))) {
      await updateItem({
        Key: fileWorkKey({ attachmentId: id, shard: fileWorkShardOf(id) }),
        UpdateExpression: 'SET dueAtMs = :now',
        ExpressionAttributeValues: { ':now': Date.now() - 1 },
      });
      await sweep();
    }
    expect(await objectsOf(tenantId)).toEqual([]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 0, files: 0 });
  });

  it('is not needed for thumbnails of a deleted file', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    for (const path of [
      (id: string) => `${attachmentsPath}?id=${id}`,
      (id: string) => `${libraryPath}/${id}`,
    ]) {
      const { id } = await aFile(api, {}, { filename: 'a.png', value: pngBytes });
      const key = thumbnailKey({ tenantId, organizationId, attachmentId: id }, 'w10-h10-cover');
      await putObject(key, Buffer.from('x'));
      expect((await api.delete(path(id))).status).toBe(200);
      expect(await objectsOf(tenantId)).toEqual([]);
    }
  });
});
