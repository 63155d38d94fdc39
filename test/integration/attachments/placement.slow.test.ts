/**
 * Uploads whose process dies before any of its requests to the table: after the sweep the file is stored with all that
 * belongs to it, or nothing of it is left.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headObject, putObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import {
  getAttachment,
  insertAttachment,
  listedFileOf,
  listingItems,
} from '../../../shared/modules/attachments/attachment-store.ts';
import { closeFile, closeVersion } from '../../../shared/modules/attachments/closed-files.ts';
import {
  attachmentListPartition,
  attachmentLocatorKey,
  fileListingKeys,
  fileWorkKey,
  fileWorkShardOf,
  placementKey,
} from '../../../shared/modules/attachments/keys.ts';
import { uploadLimits } from '../../../shared/modules/attachments/limits.ts';
import {
  type Placement,
  putPlacement,
} from '../../../shared/modules/attachments/partitions/placement-store.ts';
import { discardPlacement } from '../../../shared/modules/attachments/placement.ts';
import { sweepFiles } from '../../../shared/modules/attachments/sweep.ts';
import { acceptFile } from '../../../shared/modules/attachments/upload/accept-file.ts';
import { completeUpload } from '../../../shared/modules/attachments/upload/direct-upload-service.ts';
import { acceptVersion } from '../../../shared/modules/attachments/versions/accept-version.ts';
import {
  aFile,
  attachmentsPath,
  beganUpload,
  libraryPath,
  sentToBucket,
} from '../../support/builders/attachments.ts';
import {
  aQuietFile,
  aVersion,
  filePath,
  keysOf,
  usageOf,
  versionsOf,
} from '../../support/builders/file-versions.ts';
import { getBytes } from '../../support/builders/files.ts';
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { crashingAt } from '../../support/fault-injection/death.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const scopeOf = ({ tenantId, organizationId }: TestCaller) => ({
  tenantId,
  organizationId,
  organizationIds: [organizationId],
});
const aReceivedFile = (content: string) => ({
  name: `${content}.txt`,
  clientType: 'text/plain',
  bytes: content.length,
  head: Buffer.from(content),
  sha256: 'a'.repeat(64),
  isTooLarge: false,
});
const placing = (content: string) => (key: string) => putObject(key, Buffer.from(content));

/** Stores a file in the test's process. */
const storeFile = (caller: TestCaller, id: string, content = 'hello') =>
  acceptFile(
    scopeOf(caller),
    {
      ...{ id, tags: ['a'], assignments: [], custom: () => ({}) },
      target: { entityId: 'sales.order', recordId: 'SO-1', fieldKey: undefined, partitionCode: undefined },
      ...{ file: aReceivedFile(content), place: placing(content) },
    },
    asTest(),
  );

/** Ends what dead processes had in hands, as the sweep does when it is due. */
async function sweepDue(key: { pk: string; sk: string }): Promise<void> {
  if (await getItem(key)) await commit([{ set: key, values: { dueAtMs: 1 } }]);
  // Due is what was put so long ago; nothing of other tests is.
  const { failed } = await sweepFiles({ nowMs: 2, deadlineMs: Date.now() + 60_000 });
  expect(failed).toBe(0);
  expect(await getItem(key)).toBeUndefined();
}

/** Runs the work again and again, each time with a process that dies one request later, until one lives to the end. */
async function whereverItDies(
  attempt: (work: (run: () => Promise<unknown>) => Promise<boolean>) => Promise<void>,
): Promise<number> {
  for (let requests = 0; requests < 30; requests += 1) {
    let lived = false;
    await attempt(async (run) => {
      let sent = 0;
      let isDone = false;
      const work = async () => {
        await run();
        isDone = true;
      };
      await crashingAt(() => ++sent > requests, work).catch((error: unknown) => {
        // It did not die.
        if (!isDone) throw error;
        lived = true;
      });
      return lived;
    });
    if (lived) return requests;
  }
  throw new Error('The work sends more requests than expected.');
}

const libraryOf = async ({ api }: TestCaller) =>
  (await api.get<{ items: { id: string; fileName: string }[]; total: number }>(libraryPath)).body;

describe('an upload whose process dies', () => {
  it('is stored as a whole or not at all, and takes room only when it is stored', async () => {
    const states: boolean[] = [];
    const requests = await whereverItDies(async (work) => {
      const caller = await aTenant();
      const id = randomUUID();
      await work(() => storeFile(caller, id));
      await sweepDue(placementKey(id));
      const isStored = (await getAttachment(caller, id)) !== undefined;
      states.push(isStored);
      expect(await libraryOf(caller)).toMatchObject(
        isStored
          ? { total: 1, items: [{ id }], availableTags: ['a'] }
          : { total: 0, items: [], availableTags: [] },
      );
      expect(await queryAll({ pk: attachmentListPartition(scopeOf(caller)), consistent: true })).toHaveLength(
        isStored ? 1 : 0,
      );
      expect(await keysOf(caller)).toHaveLength(isStored ? 1 : 0);
      expect(await usageOf(caller)).toMatchObject(isStored ? { bytes: 5, files: 1 } : { bytes: 0, files: 0 });
      expect((await getItem(attachmentLocatorKey(id))) !== undefined).toBe(isStored);
      expect((await getBytes(filePath(id), { as: caller })).status).toBe(isStored ? 200 : 404);
    });
    expect(requests).toBeGreaterThan(5);
    expect(states.at(0)).toBe(false);
    expect(states.at(-1)).toBe(true);
  });

  it('cannot store its row once it was abandoned', async () => {
    const caller = await aTenant();
    const { id } = await aFile(caller.api);
    const stored = await getAttachment(caller, id);
    if (stored === undefined) throw new Error('There is no such file.');
    const late = { ...stored, id: randomUUID() };
    const placement: Placement = {
      ...{ tenantId: late.tenantId, organizationId: late.organizationId, dueAtMs: 1 },
      ...{ fileId: late.id, attachmentId: late.id, listed: listedFileOf(late) },
    };
    expect(await closeFile({ ...placement, fileId: id })).toBe(false);
    expect(await closeFile(placement)).toBe(true);
    const insertion = insertAttachment(late, { ends: [], freed: [] }, asTest());
    await expect(insertion).rejects.toMatchObject({ status: 503 });
    // The mark is no file, wherever it is read.
    expect(await getAttachment(caller, late.id)).toBeUndefined();
    expect((await libraryOf(caller)).items).toMatchObject([{ id }]);
    // Abandoned once more, by a sweep that took over from one that ended then.
    await putPlacement(placement);
    expect(await discardPlacement(placement)).toBe(true);
    expect(await libraryOf(caller)).toMatchObject({ total: 1, items: [{ id }] });
  });

  it('shows nothing in lists before its row is stored', async () => {
    const caller = await aTenant();
    const { id } = await aFile(caller.api);
    const stored = await getAttachment(caller, id);
    if (stored === undefined) throw new Error('There is no such file.');
    const ahead = { ...stored, id: randomUUID() };
    for (const put of listingItems(ahead)) await commit([{ put }]);
    const query = new URLSearchParams({
      ...{ entityId: stored.entityId, recordId: stored.recordId, page: '1', pageSize: '5' },
    });
    const { body: record } = await caller.api.get(`${attachmentsPath}?${query}`);
    expect([await libraryOf(caller), record]).toMatchObject([
      { total: 1, items: [{ id }] },
      { total: 1, items: [{ id }] },
    ]);
    for (const { pk, sk } of fileListingKeys(ahead, ahead.id, listedFileOf(ahead)))
      expect(await getItem({ pk, sk })).toBeDefined();
  });
});

describe('a version whose process dies', () => {
  it('becomes the current one with all that lists show, or nothing of it is left', async () => {
    const states: boolean[] = [];
    const requests = await whereverItDies(async (work) => {
      const caller = await aTenant();
      const { id } = await aQuietFile(caller);
      const fileId = randomUUID();
      const upload = { fileId, attachmentId: id, file: aReceivedFile('longer'), place: placing('longer') };
      await work(() =>
        acceptVersion(
          scopeOf(caller),
          { ...upload, passesKey: undefined, claimed: undefined },
          undefined,
          asTest(),
        ),
      );
      await sweepDue(placementKey(fileId));
      const versions = await versionsOf(caller, id);
      const isStored = versions.length === 2;
      states.push(isStored);
      expect(versions).toMatchObject(isStored ? [{ number: 2 }, { number: 1 }] : [{ number: 1 }]);
      expect(await keysOf(caller)).toHaveLength(versions.length);
      expect(await usageOf(caller)).toMatchObject({ bytes: isStored ? 11 : 5, files: 1 });
      const wanted = isStored ? 'longer.txt' : 'hello.txt';
      expect((await libraryOf(caller)).items).toMatchObject([{ id, fileName: wanted }]);
      const found = await caller.api.get<{ total: number }>(`${libraryPath}?search=${wanted}`);
      expect(found.body.total).toBe(1);
      // Nothing stands in the way of the next one.
      expect(await aVersion(caller, id)).toMatchObject({ number: versions.length + 1 });
    });
    expect(requests).toBeGreaterThan(5);
    expect(states.at(0)).toBe(false);
    expect(states.at(-1)).toBe(true);
  });

  it('cannot become the current one once it was abandoned', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const fileId = randomUUID();
    const { tenantId, organizationId } = caller;
    const placement: Placement = { tenantId, organizationId, fileId, attachmentId: id, dueAtMs: 1 };
    const version = acceptVersion(
      scopeOf(caller),
      {
        ...{
          fileId,
          attachmentId: id,
          file: aReceivedFile('late'),
          passesKey: undefined,
          claimed: undefined,
        },
        async place(key: string) {
          await placing('late')(key);
          expect(await closeVersion(placement)).toBe(true);
        },
      },
      undefined,
      asTest(),
    );
    await expect(version).rejects.toMatchObject({ status: 503 });
    expect(await versionsOf(caller, id)).toMatchObject([{ number: 1 }]);
    expect(await headObject(originalKey({ tenantId, organizationId, attachmentId: fileId }))).toBeUndefined();
    expect(await aVersion(caller, id)).toMatchObject({ number: 2 });
    const current = await getAttachment(caller, id);
    const currentId = String(current?.current?.fileId);
    expect(await closeVersion({ ...placement, fileId: currentId })).toBe(false);
    expect(await discardPlacement({ ...placement, fileId: id })).toBe(false);
    expect(await versionsOf(caller, id)).toHaveLength(2);
  });
});

describe('a direct upload whose completion dies', () => {
  it('is completed by the next request, where it was listed before', async () => {
    const requests = await whereverItDies(async (work) => {
      const caller = await aTenant();
      const begun = await beganUpload(caller.api, { fileSize: 5 });
      await sentToBucket(begun, 'hello');
      const complete = () => completeUpload(scopeOf(caller), begun.attachmentId, asTest());
      const hasLived = await work(complete);
      const attachmentId = `staged-${begun.attachmentId}`;
      const key = fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) });
      if (!hasLived && (await getItem(key)))
        await commit([
          { set: key, values: { claimedUntilMs: Date.now() - uploadLimits.claimSeconds * 1_000 } },
        ]);
      expect(await complete()).toMatchObject({ id: begun.attachmentId });
      expect(await libraryOf(caller)).toMatchObject({ total: 1, items: [{ id: begun.attachmentId }] });
      expect(await queryAll({ pk: attachmentListPartition(scopeOf(caller)), consistent: true })).toHaveLength(
        1,
      );
      expect(await usageOf(caller)).toMatchObject({ bytes: 5, files: 1 });
      expect(await getItem(attachmentLocatorKey(begun.attachmentId))).toBeDefined();
    });
    expect(requests).toBeGreaterThan(5);
  });

  it('leaves nothing when it is not completed again', async () => {
    await whereverItDies(async (work) => {
      const caller = await aTenant();
      const begun = await beganUpload(caller.api, { fileSize: 5 });
      await sentToBucket(begun, 'hello');
      await work(() => completeUpload(scopeOf(caller), begun.attachmentId, asTest()));
      const attachmentId = `staged-${begun.attachmentId}`;
      await sweepDue(fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) }));
      const isStored = (await getAttachment(caller, begun.attachmentId)) !== undefined;
      expect((await libraryOf(caller)).total).toBe(isStored ? 1 : 0);
      expect(await queryAll({ pk: attachmentListPartition(scopeOf(caller)), consistent: true })).toHaveLength(
        isStored ? 1 : 0,
      );
      expect(await keysOf(caller)).toHaveLength(isStored ? 1 : 0);
      expect(await usageOf(caller)).toMatchObject(isStored ? { bytes: 5, files: 1 } : { bytes: 0, files: 0 });
      expect((await getItem(attachmentLocatorKey(begun.attachmentId))) !== undefined).toBe(isStored);
    });
  });
});
