/**
 * Uploads whose process dies before any of its requests to the table: after the sweep the file is stored with all that
 * belongs to it, or nothing of it is left.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headObject, putObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { getAttachment, insertAttachment } from '../../../shared/modules/attachments/attachment-store.ts';
import {
  attachmentListPartition,
  attachmentLocatorKey,
  fileWorkKey,
  fileWorkShardOf,
  placementKey,
} from '../../../shared/modules/attachments/keys.ts';
import { uploadLimits } from '../../../shared/modules/attachments/limits.ts';
import {
  abandonPlacement,
  placedWrite,
  putPlacement,
} from '../../../shared/modules/attachments/partitions/placement-store.ts';
import { discardPlacement } from '../../../shared/modules/attachments/placement.ts';
import { sweepFiles } from '../../../shared/modules/attachments/sweep.ts';
import { acceptFile } from '../../../shared/modules/attachments/upload/accept-file.ts';
import { completeUpload } from '../../../shared/modules/attachments/upload/direct-upload-service.ts';
import { acceptVersion } from '../../../shared/modules/attachments/versions/accept-version.ts';
import { aFile, beganUpload, libraryPath, sentToBucket } from '../../support/builders/attachments.ts';
import {
  aQuietFile,
  aVersion,
  filePath,
  keysOf,
  usageOf,
  versionsOf,
} from '../../support/builders/file-versions.ts';
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { crashingAt } from '../../support/fault-injection/interleaving.ts';
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
const placementOf = ({ tenantId, organizationId }: TestCaller, fileId: string) => ({
  ...{ tenantId, organizationId, fileId, dueAtMs: 1 },
});
const placing = (content: string) => (key: string) => putObject(key, Buffer.from(content));

/** Stores a file in the test's process. */
const storeFile = (caller: TestCaller, id: string, content = 'hello') =>
  acceptFile(
    scopeOf(caller),
    {
      ...{ id, tags: ['a'], assignments: [], custom: () => ({}) },
      target: { entityId: 'sales.order', recordId: 'SO-1', fieldKey: undefined, partitionCode: undefined },
      ...{ file: aReceivedFile(content), createObject: placing(content) },
    },
    asTest(),
  );

/** Settles what dead processes have left, as the sweep does when it is due. */
async function sweepDue(keys: readonly Key[]): Promise<void> {
  for (const key of keys) if (await getItem(key)) await commit([{ set: key, values: { dueAtMs: 1 } }]);
  // Due is what was put so long ago; nothing of other tests is.
  const { failed } = await sweepFiles({ nowMs: 2, deadlineMs: Date.now() + 60_000 });
  expect(failed).toBe(0);
  // The sweep of another test may have taken one over.
  for (const key of keys) await expect.poll(() => getItem(key)).toBeUndefined();
}

/**
 * Runs the work again and again, each time for another subject and with a process that dies one request to the table later,
 * until one lives to the end. Returns the subjects; the last one's process lived.
 */
async function whereverItDies<Subject>(
  prepare: () => Promise<Subject>,
  work: (subject: Subject) => Promise<unknown>,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let hasLived = false; !hasLived; ) {
    const subject = await prepare();
    const maxRequests = subjects.push(subject) - 1;
    let sent = 0;
    let isDone = false;
    const run = async () => {
      await work(subject);
      isDone = true;
    };
    await crashingAt(() => ++sent > maxRequests, run).catch((error: unknown) => {
      // It did not die.
      if (!isDone) throw error;
      hasLived = true;
    });
  }
  expect(subjects.length).toBeGreaterThan(4);
  return subjects;
}

const libraryOf = async ({ api }: TestCaller) =>
  (await api.get<{ items: { id: string; fileName: string }[]; total: number }>(libraryPath)).body;

/** Whether a file of five bytes is stored: with all that belongs to it, or nothing of it is left. */
async function storedAsAWhole({ caller, id }: { caller: TestCaller; id: string }): Promise<boolean> {
  const isStored = (await getAttachment(caller, id)) !== undefined;
  const count = isStored ? 1 : 0;
  expect(await libraryOf(caller)).toMatchObject({ total: count, items: isStored ? [{ id }] : [] });
  const listed = await queryAll({ pk: attachmentListPartition(scopeOf(caller)), consistent: true });
  expect([listed.length, (await keysOf(caller)).length]).toEqual([count, count]);
  expect(await usageOf(caller)).toMatchObject({ bytes: 5 * count, files: count });
  expect((await getItem(attachmentLocatorKey(id))) !== undefined).toBe(isStored);
  expect((await getBytes(filePath(id), { as: caller })).status).toBe(isStored ? 200 : 404);
  return isStored;
}

describe('an upload whose process dies', () => {
  it('is stored as a whole or not at all, and takes room only when it is stored', async () => {
    const uploads = await whereverItDies(
      async () => ({ caller: await aTenant(), id: randomUUID() }),
      ({ caller, id }) => storeFile(caller, id),
    );
    await sweepDue(uploads.map(({ id }) => placementKey(id)));
    const states: boolean[] = [];
    for (const { caller, id } of uploads) {
      states.push(await storedAsAWhole({ caller, id }));
      const availableTags = states.at(-1) ? ['a'] : [];
      expect(await libraryOf(caller)).toMatchObject({ availableTags });
    }
    expect([states.at(0), states.at(-1)]).toEqual([false, true]);
  });

  it('cannot store its row once it was abandoned', async () => {
    const caller = await aTenant();
    const { id } = await aFile(caller.api);
    const stored = await getAttachment(caller, id);
    if (stored === undefined) throw new Error('There is no such file.');
    const late = { ...stored, id: randomUUID() };
    const placement = placementOf(caller, late.id);
    await putPlacement(placement);
    expect(await abandonPlacement(placement)).toBe(true);
    const insertion = insertAttachment(late, { ends: [placedWrite(placement)], freed: [] }, asTest());
    await expect(insertion).rejects.toMatchObject({ status: 503 });
    expect(await getAttachment(caller, late.id)).toBeUndefined();
    expect(await libraryOf(caller)).toMatchObject({ total: 1, items: [{ id }] });
    // Abandoned once more, by a sweep that took over from one that ended then.
    expect(await discardPlacement(placement)).toBe(true);
    expect(await discardPlacement(placementOf(caller, id))).toBe(false);
    expect((await getBytes(filePath(id), { as: caller })).status).toBe(200);
  });
});

describe('a version whose process dies', () => {
  it('becomes the current one with all that lists show, or nothing of it is left', async () => {
    const uploads = await whereverItDies(
      async () => {
        const caller = await aTenant();
        return { caller, id: (await aFile(caller.api)).id, fileId: randomUUID() };
      },
      ({ caller, id, fileId }) =>
        acceptVersion(
          scopeOf(caller),
          {
            ...{ fileId, attachmentId: id, file: aReceivedFile('longer'), createObject: placing('longer') },
            ...{ temporaryKey: undefined, claimed: undefined },
          },
          undefined,
          asTest(),
        ),
    );
    await sweepDue(uploads.map(({ fileId }) => placementKey(fileId)));
    const states: boolean[] = [];
    for (const { caller, id } of uploads) {
      const versions = await versionsOf(caller, id);
      const isStored = versions.length === 2;
      states.push(isStored);
      expect(versions).toMatchObject(isStored ? [{ number: 2 }, { number: 1 }] : [{ number: 1 }]);
      expect(await keysOf(caller)).toHaveLength(versions.length);
      expect(await usageOf(caller)).toMatchObject({ bytes: isStored ? 11 : 5, files: 1 });
      const fileName = isStored ? 'longer.txt' : 'hello.txt';
      const found = await caller.api.get<{ items: object[]; total: number }>(
        `${libraryPath}?search=${fileName}`,
      );
      expect(found.body).toMatchObject({ total: 1, items: [{ id, fileName }] });
    }
    expect([states.at(0), states.at(-1)]).toEqual([false, true]);
  });

  it('cannot become the current one once it was abandoned', async () => {
    const caller = await aTenant();
    const { id } = await aQuietFile(caller);
    const fileId = randomUUID();
    const { tenantId, organizationId } = caller;
    const placement = placementOf(caller, fileId);
    const version = acceptVersion(
      scopeOf(caller),
      {
        ...{ fileId, attachmentId: id, file: aReceivedFile('late') },
        ...{ temporaryKey: undefined, claimed: undefined },
        async createObject(key: string) {
          await placing('late')(key);
          expect(await abandonPlacement(placement)).toBe(true);
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
    expect(await discardPlacement(placementOf(caller, currentId))).toBe(false);
    expect(await versionsOf(caller, id)).toHaveLength(2);
  });
});

describe('a direct upload whose completion dies', () => {
  const begin = async () => {
    const caller = await aTenant();
    const begun = await beganUpload(caller.api, { fileSize: 5 });
    await sentToBucket(begun, 'hello');
    const attachmentId = `staged-${begun.attachmentId}`;
    const workKey = fileWorkKey({ attachmentId, shard: fileWorkShardOf(attachmentId) });
    return { caller, id: begun.attachmentId, workKey };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const complete = ({ caller, id }: Begun) =>
    completeUpload({ scope: scopeOf(caller), context: asTest() }, { id });

  it('is completed by the next request', async () => {
    for (const begun of await whereverItDies(begin, complete)) {
      const { id, workKey } = begun;
      const claimedUntilMs = Date.now() - uploadLimits.claimSeconds * 1_000;
      if (await getItem(workKey)) await commit([{ set: workKey, values: { claimedUntilMs } }]);
      expect(await complete(begun)).toMatchObject({ body: { item: { id } } });
      expect(await storedAsAWhole(begun)).toBe(true);
    }
  });

  it('leaves nothing when it is not completed again', async () => {
    const uploads = await whereverItDies(begin, complete);
    await sweepDue(uploads.map(({ workKey }) => workKey));
    for (const begun of uploads) await storedAsAWhole(begun);
  });
});
