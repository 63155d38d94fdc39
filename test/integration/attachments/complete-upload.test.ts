import { describe, expect, it } from 'vitest';
import { headObject } from '../../../shared/kernel/files/bucket.ts';
import { stagingKey } from '../../../shared/kernel/files/object-keys.ts';
import { fromItem } from '../../../shared/kernel/table/item.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { fileWorkKey, fileWorkShardOf } from '../../../shared/modules/attachments/keys.ts';
import {
  abandonUpload,
  type FileWork,
} from '../../../shared/modules/attachments/partitions/storage-store.ts';
import { purge } from '../../../shared/modules/attachments/purge.ts';
import {
  beganUpload,
  sentToBucket,
  type UploadItem,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import { usageOf } from '../../support/builders/file-versions.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { type Api, callsOf } from '../../support/clients/api.ts';

const complete = (api: Api, id: string) =>
  api.post<{ item: UploadItem; error: string; code: string }>(`${uploadsPath}/${id}/complete`);

describe('a direct upload', () => {
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
      'TransactWriteItems', // the row
    ]);
    expect(actionsOf('s3')).toEqual(['GetObject', 'CopyObject', 'DeleteObjects']);
  });

  it('reserves and accepts nothing for a file that is announced as empty', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const begun = await beganUpload(api, { fileSize: 0 });
    expect(begun.maxBytes).toBe(0);
    expect(await usageOf(caller)).toMatchObject({ bytes: 0 });
    expect(await sentToBucket(begun, 'hello')).toBe(400);
    expect(await sentToBucket(begun, '')).toBeLessThan(300);
    const completed = await complete(api, begun.attachmentId);
    expect(completed).toMatchObject({ status: 200, body: { item: { fileSize: 0 } } });
  });

  it('is completed by one request at a time, and by another after the first has died', async () => {
    const { api, tenantId } = await aTenant();
    const begun = await beganUpload(api);
    await sentToBucket(begun, 'hello');
    const attachmentId = `staged-${begun.attachmentId}`;
    const key = fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) });
    const claimUntil = (claimedUntilMs: number) => commit([{ set: key, values: { claimedUntilMs } }]);
    await claimUntil(Date.now() + 60_000);
    const refused = { status: 409, body: { code: 'upload_under_way' } };
    const parallel = await complete(api, begun.attachmentId);
    expect(parallel).toMatchObject(refused);
    expect((await callsOf(parallel)).filter(({ service }) => service === 's3')).toEqual([]);
    expect(await headObject(stagingKey(tenantId, begun.attachmentId))).toBeDefined();
    await claimUntil(Date.now() - 1);
    expect((await complete(api, begun.attachmentId)).status).toBe(200);
    expect(await getItem(key)).toBeUndefined();
  });

  it('that expires releases its storage, and leaves no object', async () => {
    const caller = await aTenant();
    const begun = await beganUpload(caller.api, { fileSize: 7 });
    expect(await usageOf(caller)).toMatchObject({ bytes: 7 });
    await sentToBucket(begun, 'hello');
    // Runs the sweep for this upload only; the worker would do so for all tenants.
    const attachmentId = `staged-${begun.attachmentId}`;
    const item = await getItem(fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) }));
    const work = fromItem<FileWork>(item ?? {}, 'file_work');
    expect(work.dueAtMs).toBeGreaterThan(Date.now() + 3_600_000);
    await abandonUpload(work);
    await purge(work, { staged: true });
    expect(await usageOf(caller)).toMatchObject({ bytes: 0 });
    expect(await headObject(stagingKey(caller.tenantId, begun.attachmentId))).toBeUndefined();
  });
});
