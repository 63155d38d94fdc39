import { describe, expect, it } from 'vitest';
import { headObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import { aFile, attachmentsPath, upload } from '../../support/builders/attachments.ts';
import { keysOf, usageOf } from '../../support/builders/file-versions.ts';
import { aTenant } from '../../support/builders/tenants.ts';

describe('an uploaded file', () => {
  it('is one object with its type, which is deleted with it', async () => {
    const caller = await aTenant();
    const { api, tenantId, organizationId } = caller;
    const { id } = await aFile(api);
    const key = originalKey({ tenantId, organizationId, attachmentId: id });
    expect(await headObject(key)).toMatchObject({ bytes: 5, contentType: 'text/plain' });
    expect(await keysOf(caller, 'staging')).toEqual([]);
    await api.delete(`${attachmentsPath}?id=${id}`);
    expect(await keysOf(caller)).toEqual([]);
  });

  it('that is refused leaves no object', async () => {
    const caller = await aTenant();
    const { api } = caller;
    await upload(api, {}, { value: '<html>' });
    await upload(api, { partitionCode: 'productsMedia' });
    await upload(api, { recordId: '' });
    expect([await keysOf(caller, 'staging'), await keysOf(caller)]).toEqual([[], []]);
  });
});

it('one of two uploads that do not both fit into the storage quota is accepted', async () => {
  const caller = await aTenant();
  const bytes = 512 * 1_048_576 - 8;
  await commit([{ put: { ...storageUsageKey(caller), bytes, files: 1 } }]);
  const answers = await Promise.all([upload(caller.api), upload(caller.api)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413]);
  expect(await usageOf(caller)).toMatchObject({ bytes: bytes + 5 });
  expect(await keysOf(caller)).toHaveLength(1);
});
