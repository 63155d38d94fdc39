import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { getAttachment, removeAttachment } from '../../../shared/modules/attachments/attachment-store.ts';
import { fileWorkKey, fileWorkShardOf, storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import {
  getVersion,
  removeVersion,
  versionPurgeOf,
} from '../../../shared/modules/attachments/versions/version-store.ts';
import { aFile, aQuietPartition, attachmentsPath } from '../../support/builders/attachments.ts';
import {
  aQuietFile,
  aVersion,
  keysOf,
  uploadVersion,
  usageOf,
  versionsOf,
  versionsPath,
} from '../../support/builders/file-versions.ts';
import { anImage } from '../../support/builders/images.ts';
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { sweep } from '../../support/runtime/sweep.ts';

describe('a new version of a file', () => {
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
    ]);
    expect(actions(first, 's3')).toEqual(['PutObject']);
    const second = await callsOf(await uploadVersion(caller, id));
    expect(actions(second, 'dynamodb').slice(5)).toEqual(['Query', 'TransactWriteItems', 'DeleteItem']);
    expect(actions(second, 's3')).toEqual(['PutObject', 'DeleteObjects']);
  });
});

describe('objects', () => {
  it('exist for stored versions only', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller, 2);
    await uploadVersion(caller, id, { value: '<svg onload="alert(1)">' });
    expect(await keysOf(caller)).toHaveLength(1);
    for (const value of ['22', '333', '4444']) await aVersion(caller, id, { value });
    expect(await keysOf(caller)).toHaveLength(3);
    await caller.api.delete(`${versionsPath(id)}/2`);
    expect(await keysOf(caller)).toHaveLength(2);
    await caller.api.delete(`${attachmentsPath}?id=${id}`);
    expect(await keysOf(caller)).toEqual([]);
    expect(await getItem(fileWorkKey({ attachmentId: id, shard: fileWorkShardOf(id) }))).toBeUndefined();
  });

  it('of thumbnails are deleted by a new version', async () => {
    const caller = await aTenant();
    const partitionCode = await aQuietPartition(caller.api);
    const picture = (value: Buffer) => ({ value, filename: 'a.png', type: 'image/png' });
    const { id } = await aFile(caller.api, { partitionCode }, picture(await anImage('png', 64, 48)));
    await getBytes(`${attachmentsPath}/image/${id}?width=8&height=8`, { as: caller });
    expect(await keysOf(caller, 'thumbs')).toHaveLength(1);
    await aVersion(caller, id, picture(await anImage('png', 48, 64)));
    expect(await keysOf(caller, 'thumbs')).toEqual([]);
  });

  it('are not created beyond the quota', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const counted = await getItem(storageUsageKey(caller));
    await commit([{ put: { ...storageUsageKey(caller), bytes: 512 * 1_048_576, files: 1 } }]);
    expect(await uploadVersion(caller, id)).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } });
    await commit([{ put: { ...counted, ...storageUsageKey(caller) } }]);
    expect(await keysOf(caller)).toHaveLength(1);
    expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
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
