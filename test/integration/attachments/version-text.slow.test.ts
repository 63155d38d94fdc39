import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { getAttachment } from '../../../shared/modules/attachments/attachment-store.ts';
import { finish } from '../../../shared/modules/attachments/extraction/extraction-run.ts';
import { wordsOf } from '../../../shared/modules/attachments/extraction/extraction-store.ts';
import { unindexedKey } from '../../../shared/modules/attachments/keys.ts';
import { aFile, libraryPath } from '../../support/builders/attachments.ts';
import { aVersion } from '../../support/builders/file-versions.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a new version of a file', () => {
  it('is not found by the words of the previous version, whose extraction ends late', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const { id } = await aFile(api, {}, { value: 'marmalade' });
    const found = async (contentSearch: string) =>
      (await api.get(`${libraryPath}?${new URLSearchParams({ contentSearch })}`)).body.total;
    const extracted = (text: string) =>
      eventually(`the text ${text}`, async () => {
        const attachment = await getAttachment(caller, id);
        return attachment?.contentStatus === 'done' && attachment.content === text ? attachment : undefined;
      });
    const first = await extracted('marmalade');
    await aVersion(caller, id, { value: 'porcelain' });
    await extracted('porcelain');
    await finish(
      { ...first, contentStatus: 'pending' },
      { text: 'marmalade', truncated: false, warnings: [] },
    );
    expect((await wordsOf(caller, id)).words).toEqual(['porcelain']);
    expect((await api.patch(`${libraryPath}/${id}`, { body: { tags: ['kitchen'] } })).status).toBe(200);
    await eventually('the rewritten words', async () =>
      (await getItem(unindexedKey(caller, id))) === undefined ? true : undefined,
    );
    expect([await found('marmalade'), await found('porcelain')]).toEqual([0, 1]);
  });

  it('is not found by the words of the previous version if it has no text', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const { id } = await aFile(api, {}, { value: 'marmalade' });
    const found = async () => (await api.get(`${libraryPath}?contentSearch=marmalade`)).body.total;
    await eventually('the words', async () => (await found()) === 1 || undefined);
    const type = 'application/octet-stream';
    await aVersion(caller, id, { value: Buffer.from([0, 1, 2, 3]), filename: 'a.bin', type });
    expect(await found()).toBe(0);
    const { item } = (await api.get<{ item: object }>(`${libraryPath}/${id}`)).body;
    expect(item).toMatchObject({ content: null, contentStatus: 'none' });
  });
});
