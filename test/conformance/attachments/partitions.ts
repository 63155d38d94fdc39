/** Conformance cases of attachments: storage partitions. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  aFile,
  attachmentsPath,
  beganUpload,
  libraryPath,
  partitionsPath,
  upload,
} from '../../support/builders/attachments.ts';
import type { Api } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aTenant } from '../support/stage.ts';

const { proves } = casesOf('attachments');

interface Partition extends Record<string, unknown> {
  id: string;
  code: string;
}
const contracts = { code: 'contracts', title: 'Contracts' };
const listed = async (api: Api) => (await api.get<{ items: Partition[] }>(partitionsPath)).body.items;
const created = async (api: Api, more: object = {}) =>
  (await api.post<{ item: Partition }>(partitionsPath, { body: { ...contracts, ...more } })).body.item;
const idOf = async (api: Api, code: string) => (await listed(api)).find((one) => one.code === code)?.id;

proves('default-partitions', async () => {
  const { api } = await aTenant();
  const defaults = await listed(api);
  expect(defaults).toMatchObject([
    { code: 'productsMedia', isPublic: true, envKey: 'ATTACHMENTS_PARTITION_PRODUCTS_MEDIA_ROOT' },
    { code: 'privateAttachments', isPublic: false, storageDriver: 'local' },
  ]);
  expect(await listed((await aTenant()).api)).toEqual(defaults);
  for (const { id } of defaults) expect((await api.delete(`${partitionsPath}?id=${id}`)).status).toBe(400);
});

proves('default-partition-change', async () => {
  const { api, ...own } = await aTenant();
  const media = (await listed(api)).find(({ code }) => code === 'productsMedia');
  // The same values, so that other cases see no difference.
  const change = { body: { id: media?.id, code: media?.code, title: media?.title } };
  expect((await api.put(partitionsPath, change)).status).toBe(404);
  const admin = await aKey({ ...own, isSuperAdmin: true });
  expect((await admin.api.put(partitionsPath, change)).status).toBe(200);
});

proves('partition-defaults', async () => {
  const { api } = await aTenant();
  const defaults = { ...contracts, description: null, isPublic: false, ocrModel: null, configJson: null };
  expect(await created(api)).toMatchObject({
    ...defaults,
    requiresOcr: expect.any(Boolean),
    versionsKept: 10,
  });
  await created(api, { code: 'My-Own_2', configJson: { a: { b: [1.5] } }, storageDriver: 's3' });
  expect((await listed(api)).slice(2)).toMatchObject([
    { code: 'contracts' },
    { code: 'My-Own_2', configJson: { a: { b: [1.5] } }, envKey: 'ATTACHMENTS_PARTITION_MY_OWN_2_ROOT' },
  ]);
});

proves(
  'partition-refused',
  [{ code: 'a b' }, { code: 'a#b' }, { configJson: { a: 'x'.repeat(17_000) } }],
  async (wrong: object) => {
    const { api } = await aCaller();
    expect((await api.post(partitionsPath, { body: { ...contracts, ...wrong } })).status).toBe(400);
  },
);

proves('partition-code-taken', async () => {
  const [one, two] = [await aTenant(), await aTenant()];
  await created(one.api);
  const taken = { code: 'partition_code_taken', error: expect.stringContaining('already exists') };
  for (const code of ['contracts', 'Contracts', 'productsMedia', 'privateAttachments', 'PRODUCTSMEDIA']) {
    const answer = await one.api.post(partitionsPath, { body: { ...contracts, code } });
    expect(answer).toMatchObject({ status: 409, body: taken });
  }
  const both = await Promise.all([1, 2].map(() => two.api.post(partitionsPath, { body: contracts })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

proves('partition-update', async () => {
  const { api } = await aTenant();
  const { id } = await created(api, { isPublic: true, description: 'Signed', requiresOcr: false });
  const put = (body: object) => api.put(partitionsPath, { body: { id, ...contracts, ...body } });
  const kept = { isPublic: true, description: 'Signed', requiresOcr: false };
  expect((await put({ title: 'Papers' })).body.item).toMatchObject({ title: 'Papers', ...kept });
  const changed = { description: null, isPublic: false };
  expect((await put(changed)).body.item).toMatchObject(changed);
  const renamed = await put({ code: 'other' });
  expect([renamed.status, renamed.body.error]).toEqual([400, expect.stringContaining('cannot be changed')]);
});

proves('foreign-partition', async () => {
  const [one, two] = [await aTenant(), await aTenant()];
  const own = await created(one.api);
  for (const id of [own.id, randomUUID()]) {
    expect((await two.api.put(partitionsPath, { body: { id, ...contracts } })).status).toBe(404);
    expect((await two.api.delete(`${partitionsPath}?id=${id}`)).status).toBe(404);
  }
  expect((await listed(two.api)).map(({ code }) => code)).not.toContain('contracts');
});

proves('partition-in-use', async () => {
  const { api } = await aTenant();
  const { id } = await created(api);
  const remove = () => api.delete(`${partitionsPath}?id=${id}`);
  const file = await aFile(api, { partitionCode: 'contracts' });
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'partition_in_use' } });
  await api.delete(`${attachmentsPath}?id=${file.id}`);
  expect((await remove()).body).toEqual({ ok: true });
  expect((await remove()).status).toBe(404);
  expect((await api.delete(`${partitionsPath}?id=nonsense`)).status).toBe(400);
  const other = await created(api, { code: 'other' });
  await beganUpload(api, { partitionCode: 'other' });
  expect((await api.delete(`${partitionsPath}?id=${other.id}`)).status).toBe(409);
  expect((await aFile(api, { partitionCode: 'contracts' })).partitionCode).toBe('privateAttachments');
});

proves('partition-race', async () => {
  const { api } = await aTenant();
  const { id } = await created(api);
  const [uploaded, deleted] = await Promise.all([
    upload(api, { partitionCode: 'contracts' }),
    api.delete(`${partitionsPath}?id=${id}`),
  ]);
  // The client repeats an upload that meets the deletion.
  const { status, body } =
    uploaded.status === 503 ? await upload(api, { partitionCode: 'contracts' }) : uploaded;
  const isKept = body.item.partitionCode === 'contracts';
  expect([status, deleted.status]).toEqual([200, isKept ? 409 : 200]);
});

proves('partitions-of-library', async () => {
  const caller = await aTenant();
  await created(caller.api);
  const viewer = await aKey({ ...caller, features: ['attachments.view'] });
  expect((await viewer.api.get(libraryPath)).body.partitions).toEqual([
    expect.objectContaining({ code: 'contracts', title: 'Contracts', isPublic: false }),
    expect.objectContaining({ code: 'privateAttachments' }),
    expect.objectContaining({ code: 'productsMedia', isPublic: true }),
  ]);
});

proves('partition-visibility', async () => {
  const { api } = await aTenant();
  const { id } = await created(api, { requiresOcr: false });
  const file = await aFile(api, { partitionCode: 'contracts' });
  const anonymously = async () => (await getBytes(`${attachmentsPath}/file/${file.id}`)).status;
  expect(await anonymously()).toBe(401);
  const put = (isPublic: boolean) => api.put(partitionsPath, { body: { id, ...contracts, isPublic } });
  await put(true);
  expect(await anonymously()).toBe(200);
  await put(false);
  expect(await anonymously()).toBe(401);
  expect(await idOf(api, 'contracts')).toBe(id);
});
