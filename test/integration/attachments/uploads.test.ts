import { describe, expect, it } from 'vitest';
import { aFile, attachmentsPath, libraryPath, upload } from '../../support/attachments.ts';
import { aTenant } from '../../support/builders.ts';

describe('a file', () => {
  it('is uploaded, listed, searched, looked at, changed and deleted', async () => {
    const { api } = await aTenant();
    const item = await aFile(api, { tags: '["invoice","2026"]' });
    expect(item).toMatchObject({
      fileName: 'hello.txt',
      mimeType: 'text/plain',
      fileSize: 5,
      tags: ['invoice', '2026'],
    });
    const list = await api.get(`${attachmentsPath}?entityId=sales.order&recordId=SO-1`);
    expect(list.body).toEqual({ items: [item] });
    const library = await api.get(`${libraryPath}?search=HELL&tags=invoice`);
    expect(library.body).toMatchObject({ total: 1, totalPages: 1, availableTags: ['2026', 'invoice'] });
    const detail = await api.get<{ item: { sha256: string } }>(`${libraryPath}/${item.id}`);
    expect(detail.body.item).toMatchObject({ id: item.id, partitionTitle: 'Private attachments' });
    const patched = await api.patch(`${libraryPath}/${item.id}`, { body: { tags: ['paid'] } });
    expect(patched.body).toMatchObject({ ok: true, item: { tags: ['paid'] } });
    expect((await api.delete(`${attachmentsPath}?id=${item.id}`)).body).toEqual({ ok: true });
    expect((await api.get(`${libraryPath}/${item.id}`)).status).toBe(404);
    expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, availableTags: [] });
  });
  it('that is dangerous is refused', async () => {
    const { api } = await aTenant();
    expect(await upload(api, {}, { filename: 'a.exe' })).toMatchObject({
      status: 400,
      body: { code: 'file_type_refused' },
    });
  });
});
