import { describe, expect, it } from 'vitest';
import { aFile, libraryPath } from '../../support/builders/attachments.ts';
import { aVersion } from '../../support/builders/file-versions.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a new version of a file', () => {
  it('is found by its own text, and no longer by the previous version’s', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const { id } = await aFile(api, {}, { value: 'marmalade orange' });
    const found = async (contentSearch: string) =>
      (await api.get(`${libraryPath}?${new URLSearchParams({ contentSearch })}`)).body.total;
    const ended = async (text: string | null) =>
      eventually(
        `the text ${text}`,
        async () => {
          const { item } = (
            await api.get<{ item: { contentStatus: string; content: string | null } }>(`${libraryPath}/${id}`)
          ).body;
          return item.contentStatus !== 'pending' && item.content === text ? true : undefined;
        },
        40_000,
      );
    await ended('marmalade orange');
    expect(await found('marmalade')).toBe(1);
    await aVersion(caller, id, { value: 'porcelain orange' });
    expect(await found('marmalade')).toBe(0);
    await ended('porcelain orange');
    expect([await found('marmalade'), await found('porcelain'), await found('orange')]).toEqual([0, 1, 1]);
    // A file type without text.
    await aVersion(caller, id, {
      value: Buffer.from([0, 1, 2, 3]),
      filename: 'a.bin',
      type: 'application/octet-stream',
    });
    expect([await found('porcelain'), await found('orange')]).toEqual([0, 0]);
    expect((await api.get(`${libraryPath}/${id}`)).body.item).toMatchObject({
      content: null,
      contentStatus: 'none',
    });
  }, 90_000);
});
