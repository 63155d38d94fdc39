import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { fileWorkShardOf, storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import { abandonUpload, dueWork } from '../../../shared/modules/attachments/partitions/storage-store.ts';
import { aFile, attachmentsPath, libraryPath, partitionsPath } from '../../support/builders/attachments.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';

interface Partition extends Record<string, unknown> {
  id: string;
  code: string;
}
/** For tests that create nothing. */
let shared: Promise<TestCaller>;
beforeAll(() => {
  shared = aTenant();
});

const contracts = { code: 'contracts', title: 'Contracts' };

const listed = async (api: Api) => (await api.get<{ items: Partition[] }>(partitionsPath)).body.items;
const created = async (api: Api, more: object = {}) =>
  (await api.post<{ item: Partition }>(partitionsPath, { body: { ...contracts, ...more } })).body.item;
const named = async (api: Api, code: string) => {
  const found = (await listed(api)).find((partition) => partition.code === code);
  if (found === undefined) throw new Error(`There is no partition ${code}.`);
  return found;
};

describe('storage partitions', () => {
  it('start with the default ones, the same in every tenant', async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const defaults = await listed(one.api);
    expect(defaults).toMatchObject([
      { code: 'productsMedia', isPublic: true, envKey: 'ATTACHMENTS_PARTITION_PRODUCTS_MEDIA_ROOT' },
      { code: 'privateAttachments', isPublic: false, requiresOcr: true, storageDriver: 'local' },
    ]);
    expect(await listed(two.api)).toEqual(defaults);
  });

  it('are created with defaults for omitted fields, and listed after the others', async () => {
    const { api } = await aTenant();
    const { status, body } = await api.post(partitionsPath, { body: contracts });
    expect([status, body]).toMatchObject([
      201,
      {
        item: {
          ...contracts,
          description: null,
          isPublic: false,
          requiresOcr: true,
          ocrModel: null,
          configJson: null,
        },
      },
    ]);
    await created(api, { code: 'My-Own_2', configJson: { a: { b: [1.5] } }, storageDriver: 's3' });
    expect((await listed(api)).slice(2)).toMatchObject([
      { code: 'contracts' },
      { code: 'My-Own_2', configJson: { a: { b: [1.5] } }, envKey: 'ATTACHMENTS_PARTITION_MY_OWN_2_ROOT' },
    ]);
  });

  it.each([
    { code: 'a' },
    { code: 'x'.repeat(61) },
    { code: 'a b' },
    { code: 'a#b' },
    { title: '' },
    { title: 'x'.repeat(121) },
    { description: 'x'.repeat(501) },
    { isPublic: 'yes' },
    { storageDriver: 'disk' },
    { ocrModel: 'x'.repeat(51) },
    { configJson: { a: 'x'.repeat(17_000) } },
  ])('are not created with %j', async (wrong) => {
    const { api } = await shared;
    expect((await api.post(partitionsPath, { body: { ...contracts, ...wrong } })).status).toBe(400);
  });

  it('have separate codes in each tenant', async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    await created(one.api);
    for (const code of ['contracts', 'productsMedia', 'privateAttachments']) {
      const { status, body } = await one.api.post(partitionsPath, { body: { ...contracts, code } });
      expect([status, body.error]).toEqual([409, expect.stringContaining('already exists')]);
    }
    const both = await Promise.all([1, 2].map(() => two.api.post(partitionsPath, { body: contracts })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('change only given fields; their code is fixed', async () => {
    const { api } = await aTenant();
    const { id } = await created(api, { isPublic: true, description: 'Signed', requiresOcr: false });
    const put = (body: object, headers = {}) =>
      api.put(partitionsPath, { body: { id, ...contracts, ...body }, headers });
    const { body, headers } = await put({ title: 'Papers' });
    expect(body.item).toMatchObject({
      title: 'Papers',
      isPublic: true,
      description: 'Signed',
      requiresOcr: false,
    });
    expect((await put({ description: null, isPublic: false })).body.item).toMatchObject({
      description: null,
      isPublic: false,
    });
    const renamed = await put({ code: 'other' });
    expect([renamed.status, renamed.body.error]).toEqual([400, expect.stringContaining('cannot be changed')]);
    expect((await put({ title: 'Late' }, { 'if-match': headers.get('etag') ?? '' })).status).toBe(412);
    expect((await named(api, 'contracts')).title).toBe('Contracts');
  });

  it('of others are unknown; those of the platform can be changed by super admins', async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const { id } = await created(one.api);
    const about = (partitionId: string) => ({ body: { id: partitionId, ...contracts } });
    expect((await two.api.put(partitionsPath, about(id))).status).toBe(404);
    expect((await two.api.delete(`${partitionsPath}?id=${id}`)).status).toBe(404);
    expect((await two.api.put(partitionsPath, about(randomUUID()))).status).toBe(404);
    expect((await listed(two.api)).map(({ code }) => code)).not.toContain('contracts');
    const media = await named(one.api, 'productsMedia');
    const change = {
      body: { id: media.id, code: media.code, title: media.title, description: media.description },
    };
    expect((await one.api.put(partitionsPath, change)).status).toBe(404);
    const admin = await aKey({ ...one, isSuperAdmin: true });
    expect((await admin.api.put(partitionsPath, change)).status).toBe(200);
    // The stored value stays the same, so that other tests see no difference.
    expect(await named(two.api, 'productsMedia')).toMatchObject({
      id: media.id,
      title: media.title,
      isPublic: true,
    });
  });

  it('are deleted if they are empty, except the default ones', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const { id } = await created(api);
    const file = await aFile(api, { partitionCode: 'contracts' });
    expect(file.partitionCode).toBe('contracts');
    const remove = () => api.delete(`${partitionsPath}?id=${id}`);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'partition_in_use' } });
    await api.delete(`${attachmentsPath}?id=${file.id}`);
    expect((await remove()).body).toEqual({ ok: true });
    const account = await getItem(storageUsageKey(caller));
    expect(Object.keys(account ?? {}).filter((name) => name.endsWith('contracts'))).toEqual([]);
    expect((await remove()).status).toBe(404);
    expect((await api.delete(`${partitionsPath}?id=nonsense`)).status).toBe(400);
    const { id: defaultId } = await named(api, 'privateAttachments');
    expect((await api.delete(`${partitionsPath}?id=${defaultId}`)).status).toBe(400);
    // A deleted partition is unknown to uploads, which then use the default one.
    expect((await aFile(api, { partitionCode: 'contracts' })).partitionCode).toBe('privateAttachments');
  });

  it('are not deleted while they reserve storage for a version of a deleted file', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const { id } = await created(api);
    const file = await aFile(api, { partitionCode: 'contracts' });
    const begun = await api.post<{ uploadId: string }>(`${libraryPath}/${file.id}/versions/uploads`, {
      body: { fileName: 'a.txt', fileSize: 1_000 },
    });
    expect(begun.status).toBe(201);
    await api.delete(`${attachmentsPath}?id=${file.id}`);
    const remove = () => api.delete(`${partitionsPath}?id=${id}`);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'partition_in_use' } });
    const inTwoHoursMs = Date.now() + 7_200_000;
    const shard = fileWorkShardOf(`staged-${begun.body.uploadId}`);
    for await (const works of dueWork(shard, inTwoHoursMs))
      for (const work of works) if (work.tenantId === caller.tenantId) await abandonUpload(work);
    expect((await remove()).body).toEqual({ ok: true });
    const account = await getItem(storageUsageKey(caller));
    expect(Object.keys(account ?? {}).filter((name) => name.endsWith('contracts'))).toEqual([]);
    expect(account?.bytes).toBe(0);
  });

  it('accept an upload or are deleted, never both', async () => {
    const { api } = await aTenant();
    for (let round = 0; round < 3; round += 1) {
      const { id } = await created(api);
      const [uploaded, deleted] = await Promise.all([
        aFile(api, { partitionCode: 'contracts' }).catch(() => undefined),
        api.delete(`${partitionsPath}?id=${id}`),
      ]);
      const isGone = deleted.status === 200;
      if (isGone) expect(uploaded?.partitionCode).not.toBe('contracts');
      else {
        expect(deleted.status).toBe(409);
        await api.delete(`${attachmentsPath}?id=${uploaded?.id}`);
        expect((await api.delete(`${partitionsPath}?id=${id}`)).status).toBe(200);
      }
    }
  });

  it('need the feature to manage files; the library shows them to viewers', async () => {
    const caller = await aTenant();
    await created(caller.api);
    const viewer = await aKey({ ...caller, features: ['attachments.view'] });
    expect((await viewer.api.get(partitionsPath)).status).toBe(403);
    expect((await viewer.api.get(libraryPath)).body.partitions).toEqual([
      expect.objectContaining({ code: 'contracts', title: 'Contracts', isPublic: false }),
      expect.objectContaining({ code: 'privateAttachments' }),
      expect.objectContaining({ code: 'productsMedia', isPublic: true }),
    ]);
  });
});
