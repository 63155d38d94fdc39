import { expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { fileWorkShardOf, storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import { abandonUpload, dueWork } from '../../../shared/modules/attachments/partitions/storage-store.ts';
import { aFile, attachmentsPath, libraryPath, partitionsPath } from '../../support/builders/attachments.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('a partition is not deleted while it reserves storage for a version of a deleted file', async () => {
  const caller = await aTenant();
  const { api } = caller;
  const partition = { code: 'contracts', title: 'Contracts' };
  const { body } = await api.post<{ item: { id: string } }>(partitionsPath, { body: partition });
  const file = await aFile(api, { partitionCode: 'contracts' });
  const begun = await api.post<{ uploadId: string }>(`${libraryPath}/${file.id}/versions/uploads`, {
    body: { fileName: 'a.txt', fileSize: 1_000 },
  });
  expect(begun.status).toBe(201);
  await api.delete(`${attachmentsPath}?id=${file.id}`);
  const remove = () => api.delete(`${partitionsPath}?id=${body.item.id}`);
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
