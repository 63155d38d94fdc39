import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { getAttachment, removeAttachment } from '../../../shared/modules/attachments/attachment-store.ts';
import { fileWorkKey, fileWorkShardOf } from '../../../shared/modules/attachments/keys.ts';
import {
  getVersion,
  removeVersion,
  versionPurgeOf,
} from '../../../shared/modules/attachments/versions/version-store.ts';
import { attachmentsPath, partitionsPath } from '../../support/builders/attachments.ts';
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
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { sweep } from '../../support/runtime/sweep.ts';

describe('earlier versions', () => {
  it('are limited by the partition; the oldest are deleted first, which frees storage', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller, 2);
    for (const value of ['22', '333', '4444']) await aVersion(caller, id, { value });
    expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([4, 3, 2]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 2 + 3 + 4, files: 1 });
    expect(await keysOf(caller)).toHaveLength(3);
    expect((await getBytes(`${versionsPath(id)}/1/file`, { as: caller })).status).toBe(404);
    const { items } = (await caller.api.get<{ items: { id: string; code: string }[] }>(partitionsPath)).body;
    const partition = items.find(({ code }) => code === 'keeps-2');
    const lower = { id: partition?.id, code: 'keeps-2', title: 'Kept', versionsKept: 0 };
    expect(await caller.api.put(partitionsPath, { body: lower })).toMatchObject({
      status: 200,
      body: { item: { versionsKept: 0 } },
    });
    await aVersion(caller, id, { value: '55555' });
    expect((await versionsOf(caller, id)).map(({ number }) => number)).toEqual([5]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
    expect(await keysOf(caller)).toHaveLength(1);
    for (const versionsKept of [-1, 101, 1.5])
      expect(await caller.api.put(partitionsPath, { body: { ...lower, versionsKept } })).toMatchObject({
        status: 400,
      });
  });

  it('are restored as a new version with the same bytes', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller, 1);
    await aVersion(caller, id);
    const restored = await caller.api.post<VersionResponse['body']>(`${versionsPath(id)}/1/restore`);
    expect(restored).toMatchObject({
      status: 200,
      body: {
        item: { id, fileName: 'hello.txt', fileSize: 5 },
        version: { number: 3, restoredFrom: 1, sha256: sha256('hello') },
      },
    });
    expect(String((await getBytes(filePath(id), { as: caller })).bytes)).toBe('hello');
    // The restored version was the oldest, and was deleted in favour of its copy.
    expect(await versionsOf(caller, id)).toMatchObject([{ number: 3 }, { number: 2 }]);
    expect(await caller.api.post(`${versionsPath(id)}/1/restore`)).toMatchObject({ status: 404 });
    expect(await caller.api.post(`${versionsPath(id)}/3/restore`)).toMatchObject({
      status: 409,
      body: { code: 'current_version' },
    });
    expect(
      await caller.api.post(`${versionsPath(id)}/2/restore`, { headers: { 'if-match': '"1"' } }),
    ).toMatchObject({ status: 412 });
    for (const wrong of ['0', '-1', 'x', '1.5', '9999999999'])
      expect((await caller.api.post(`${versionsPath(id)}/${wrong}/restore`)).status, wrong).toBe(400);
    expect(await usageOf(caller)).toMatchObject({ bytes: 11, files: 1 });
  });

  it('are deleted one by one, but the current one is not', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    await aVersion(caller, id);
    const remove = (version: number, headers = {}) =>
      caller.api.delete(`${versionsPath(id)}/${version}`, { headers });
    expect(await remove(2)).toMatchObject({ status: 409, body: { code: 'current_version' } });
    expect(await remove(1, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { code: 'stale' } });
    const answers = await Promise.all([remove(1), remove(1)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await versionsOf(caller, id)).toMatchObject([{ number: 2 }]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 6, files: 1 });
    expect(await keysOf(caller)).toHaveLength(1);
    // Its number is not reused.
    expect(await aVersion(caller, id)).toMatchObject({ number: 3 });
  });

  it('are deleted with the file', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    await aVersion(caller, id);
    await aVersion(caller, id);
    expect((await caller.api.delete(`${attachmentsPath}?id=${id}`)).status).toBe(200);
    expect(await keysOf(caller)).toEqual([]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 0, files: 0 });
    expect((await caller.api.get(versionsPath(id))).status).toBe(404);
    expect((await uploadVersion(caller, id)).status).toBe(404);
    expect(await getItem(fileWorkKey({ attachmentId: id, shard: fileWorkShardOf(id) }))).toBeUndefined();
  });
});

describe('a new version that fails', () => {
  it.each([
    ['when its row is written', 'dynamodb', 'TransactWriteItems', '#ATTACHMENT#'],
    ['when its storage is reserved', 'dynamodb', 'TransactWriteItems', '#STORAGE'],
    ['when its object is copied', 's3', 'PutObject', ''],
  ])('%s leaves the file unchanged', async (_, service, action, keyPart) => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const fault = { service, action, effect: 'error', bodyContains: caller.tenantId + keyPart } as const;
    const answer = await during(fault, () => uploadVersion(caller, id));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await versionsOf(caller, id)).toMatchObject([{ number: 1 }]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
    expect(await keysOf(caller)).toHaveLength(1);
    expect(await aVersion(caller, id)).toMatchObject({ number: 2 });
  });
});

describe('the sweep', () => {
  const stored = async (caller: TestCaller, id: string) => {
    const attachment = await getAttachment(caller, id);
    if (attachment === undefined) throw new Error('There is no such attachment.');
    return attachment;
  };

  it('completes the deletion of a version after a crash', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    await aVersion(caller, id);
    const [attachment, version] = [await stored(caller, id), await getVersion(caller, id, 1)];
    if (version === undefined) throw new Error('There is no such version.');
    const purge = versionPurgeOf(attachment, [version], Date.now() - 1);
    await removeVersion(attachment, version, purge, asTest());
    expect(await keysOf(caller)).toHaveLength(2);
    await sweep();
    expect(await keysOf(caller)).toEqual([attachment.objectKey]);
    expect(await usageOf(caller)).toMatchObject({ bytes: 6, files: 1 });
  });

  it('completes the deletion of a file with all versions after a crash', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    await aVersion(caller, id);
    await removeAttachment(await stored(caller, id), Date.now() - 1, asTest());
    expect(await usageOf(caller)).toMatchObject({ bytes: 0, files: 0 });
    expect(await keysOf(caller)).toHaveLength(2);
    await sweep();
    expect(await keysOf(caller)).toEqual([]);
    expect([
      await getVersion(caller, id, 1),
      await getItem(fileWorkKey({ attachmentId: id, shard: fileWorkShardOf(id) })),
    ]).toEqual([undefined, undefined]);
  });
});
