import { describe, expect, it } from 'vitest';
import { headObject, listObjects } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import { aFile, attachmentsPath, upload } from '../../support/builders/attachments.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const staged = (tenantId: string) => Array.fromAsync(listObjects(`staging/${tenantId}/`), ({ key }) => key);
const originals = (tenantId: string) => Array.fromAsync(listObjects(`t/${tenantId}/`), ({ key }) => key);

describe('an uploaded file', () => {
  it('is one object with its type, which is deleted with it', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const { id } = await aFile(api);
    const key = originalKey({ tenantId, organizationId, attachmentId: id });
    expect(await headObject(key)).toMatchObject({ bytes: 5, contentType: 'text/plain' });
    expect(await staged(tenantId)).toEqual([]);
    await api.delete(`${attachmentsPath}?id=${id}`);
    expect(await originals(tenantId)).toEqual([]);
  });

  it('that is refused leaves no object', async () => {
    const { api, tenantId } = await aTenant();
    await upload(api, {}, { value: '<html>' });
    await upload(api, { partitionCode: 'productsMedia' });
    await upload(api, { recordId: '' });
    expect([await staged(tenantId), await originals(tenantId)]).toEqual([[], []]);
  });
});

describe('a tenant’s storage quota', () => {
  const quotaBytes = 512 * 1_048_576;
  const stores = (tenantId: string, bytes: number) =>
    commit([{ put: { ...storageUsageKey({ tenantId }), bytes, files: 1 } }]);

  it('accepts one of two uploads that do not both fit', async () => {
    const { api, tenantId } = await aTenant();
    await stores(tenantId, quotaBytes - 8);
    const answers = await Promise.all([upload(api), upload(api)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413]);
    expect((await api.get(`${attachmentsPath}/usage`)).body.bytes).toBe(quotaBytes - 3);
    expect(await originals(tenantId)).toHaveLength(1);
  });
});
