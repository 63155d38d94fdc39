import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../lib/lab/fuzz/multipart.ts';
import { monthOf } from '../../../shared/kernel/base/times.ts';
import { deleteObjects, headObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey, textKey } from '../../../shared/kernel/files/object-keys.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import {
  attachmentKey,
  extractionKey,
  recognizedPagesKey,
  wordPartition,
} from '../../../shared/modules/attachments/keys.ts';
import { aFile, libraryPath, partitionsPath, pngBytes, upload } from '../../support/builders/attachments.ts';
import { aPdf, deflatedPage } from '../../support/builders/pdfs.ts';
import { aScan, aScannedPage, aScannedPdf } from '../../support/builders/scans.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

interface Detail {
  id: string;
  content: string | null;
  contentStatus: string;
  contentTruncated: boolean;
  contentError: string | null;
}

interface Found {
  items: { id: string; fileName: string; tags: string[]; content: string | null }[];
  total: number;
}

async function detailOf(api: Api, id: string): Promise<Detail> {
  const { body } = await api.get<{ item: Detail }>(`${libraryPath}/${id}`);
  return body.item;
}

/** Returns the file after its extraction has ended. */
const extracted = (api: Api, id: string): Promise<Detail> =>
  eventually(`the text of ${id}`, async () => {
    const detail = await detailOf(api, id);
    return detail.contentStatus === 'pending' ? undefined : detail;
  });

async function search(api: Api, query: Record<string, string>): Promise<Found> {
  const { body } = await api.get<Found>(`${libraryPath}?${new URLSearchParams(query)}`);
  return body;
}

const idsOf = ({ items }: Found) => items.map(({ id }) => id);
const file = (filename: string, type: string, value: Buffer | string): Partial<Part> => ({
  ...{ filename, type, value },
});

const scanOf = async (text: string) => sharp(await aScan([text]));
const typedAndScanned = async (scanned: string) =>
  aPdf([{ lines: ['Typed page'] }, await aScannedPage([scanned])]);

describe('text of uploaded files', () => {
  it.each<[string, string, () => Promise<Buffer>, string]>([
    ['a.png', 'image/png', () => aScan(['Invoice of Trillian']), 'Invoice of Trillian'],
    ['a.webp', 'image/webp', async () => (await scanOf('Of Marvin')).webp().toBuffer(), 'Of Marvin'],
    [
      'a.tiff',
      'image/tiff',
      async () => (await scanOf('Fax of Zarniwoop')).tiff().toBuffer(),
      'Fax of Zarniwoop',
    ],
    ['one.pdf', 'application/pdf', () => aScannedPdf([['Single page of Ford']]), 'Single page of Ford'],
    [
      'two.pdf',
      'application/pdf',
      () => typedAndScanned('Scan of Arthur'),
      '--- Page 1 ---\nTyped page\n\n--- Page 2 ---\nScan of Arthur',
    ],
  ])('is recognized on the scanned pages of %s', async (name, type, make, content) => {
    const { api } = await aTenant();
    const { id } = await aFile(api, {}, file(name, type, await make()));
    expect((await extracted(api, id)).content).toBe(content);
    expect(idsOf(await search(api, { contentSearch: content.split(' ').at(-1) ?? '' }))).toEqual([id]);
  });

  it('leaves the ETag of the upload valid for changes, until a caller changes the file', async () => {
    const { api } = await aTenant();
    const { headers, body } = await upload(api);
    const { id } = body.item;
    await extracted(api, id);
    const read = await api.get(`${libraryPath}/${id}`);
    expect(read.headers.get('etag')).not.toBe(headers.get('etag'));
    const change = (tag: string) =>
      api.patch(`${libraryPath}/${id}`, {
        body: { tags: [tag] },
        headers: { 'if-match': headers.get('etag') ?? '' },
      });
    expect((await change('first')).status).toBe(200);
    expect((await change('second')).status).toBe(412);
  });

  it('that is long is stored completely, and lists show its beginning', async () => {
    const { api } = await aTenant();
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    for (const count of [2_000, 80_000]) {
      const { id } = await aFile(api, {}, file(`${count}.txt`, 'text/plain', words(count)));
      const { content, contentTruncated } = await extracted(api, id);
      expect([content === words(count), contentTruncated]).toEqual([true, false]);
      const { items } = await search(api, { search: `${count}.txt` });
      expect(words(count).startsWith(items[0]?.content ?? 'nothing')).toBe(true);
    }
    // The first 500 different words are indexed.
    expect((await search(api, { contentSearch: 'w499' })).total).toBe(2);
    expect((await search(api, { contentSearch: 'w500' })).total).toBe(0);
  });

  it('that is long is also stored completely after a Textract job', async () => {
    const { api } = await aTenant();
    const line = 'The text layer of a page is kept at any length.';
    // Invisible, so that there is nothing to draw.
    const shown = Array.from({ length: 8_000 }, (_, index) => `(${index} ${line}) Tj T*`).join(' ');
    const text = deflatedPage(deflateSync(`BT /F 6 Tf 3 Tr 0.05 TL 72 720 Td ${shown} ET`));
    const pages = aPdf([text, await aScannedPage(['Last page'])]);
    const { id } = await aFile(api, {}, file('long.pdf', 'application/pdf', pages));
    const { content } = await extracted(api, id);
    expect(content?.length).toBeGreaterThan(8_000 * line.length);
    expect(content?.endsWith('Last page')).toBe(true);
  });

  it('fails if the file is missing; a missing long text leaves its beginning', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const { id } = await aFile(api, {}, file('a.txt', 'text/plain', 'many words '.repeat(40_000)));
    await extracted(api, id);
    const owner = { tenantId, organizationId, attachmentId: id };
    await deleteObjects([textKey(owner), originalKey(owner)]);
    expect((await detailOf(api, id)).content?.startsWith('many words many')).toBe(true);
    await api.post(`${libraryPath}/${id}/extract`);
    expect((await extracted(api, id)).contentStatus).toBe('failed');
  });

  it('is cut at the maximum length', async () => {
    const { api } = await aTenant();
    const huge = 'word '.repeat(500_000);
    const { id } = await aFile(api, {}, file('huge.txt', 'text/plain', huge));
    const { content, contentTruncated } = await extracted(api, id);
    expect([content?.length, contentTruncated]).toEqual([2 * 1_048_576, true]);
  });

  it('includes the text layer only if the organization has disabled recognition', async () => {
    const { api } = await aTenant();
    await api.put('/api/integrations/ocr_textract/state', { body: { isEnabled: false } });
    const scan = await aFile(api, {}, file('scan.png', 'image/png', await aScan(['Unread'])));
    const pdf = await aFile(api, {}, file('two.pdf', 'application/pdf', await typedAndScanned('Unread')));
    expect(await extracted(api, scan.id)).toMatchObject({ contentStatus: 'none', content: null });
    expect((await extracted(api, pdf.id)).content).toBe('--- Page 1 ---\nTyped page');
  });

  it('that cannot be extracted fails with a reason and a notification, and can be requested again', async () => {
    const { api } = await aTenant();
    const { id } = await aFile(api, {}, file('broken.pdf', 'application/pdf', '%PDF-1.7 but nothing else'));
    expect(await extracted(api, id)).toMatchObject({
      contentStatus: 'failed',
      content: null,
      contentError: expect.any(String),
    });
    const told = await eventually('a notification', async () => {
      const { body } = await api.get<{ items: { type: string; body: string }[] }>('/api/notifications');
      return body.items.find(({ type }) => type === 'attachments.attachment.extraction_failed');
    });
    expect(told.body).not.toBe('');
    const again = await api.post<{ item: { contentStatus: string } }>(`${libraryPath}/${id}/extract`);
    expect([again.status, again.body.item.contentStatus]).toEqual([202, 'pending']);
    expect((await extracted(api, id)).contentStatus).toBe('failed');
  });
});

describe('pages that are recognized', () => {
  it('are counted for the tenant, up to its monthly limit', async () => {
    const { api, tenantId } = await aTenant();
    const month = recognizedPagesKey({ tenantId }, monthOf(Date.now()));
    const first = await aFile(api, {}, file('a.png', 'image/png', await aScan(['Counted'])));
    expect((await extracted(api, first.id)).contentStatus).toBe('done');
    expect((await getItem(month))?.pages).toBe(1);
    await transact([{ put: { ...month, pages: 9_999 } }]);
    const two = await aFile(api, {}, file('b.pdf', 'application/pdf', await aScannedPdf([['One'], ['Two']])));
    const { contentStatus, contentError } = await extracted(api, two.id);
    expect([contentStatus, contentError]).toEqual(['failed', expect.stringContaining('page budget')]);
    expect((await getItem(month))?.pages).toBe(9_999);
    const mixed = await aFile(api, {}, file('c.pdf', 'application/pdf', await typedAndScanned('Unread')));
    expect(await extracted(api, mixed.id)).toMatchObject({
      contentStatus: 'done',
      content: '--- Page 1 ---\nTyped page',
      contentTruncated: true,
    });
  });

  it('of a file whose recognition failed leave no item after its deletion', async () => {
    const { api, tenantId } = await aTenant();
    const { id } = await aFile(api, {}, file('a.png', 'image/png', pngBytes.subarray(0, 45)));
    expect((await extracted(api, id)).contentStatus).toBe('failed');
    expect(await getItem(extractionKey({ tenantId }, id))).toMatchObject({ countedRun: 1 });
    await api.delete(`${libraryPath}/${id}`);
    const item = () => getItem(extractionKey({ tenantId }, id));
    await eventually('the removal of the item', async () => (await item()) === undefined || undefined);
  });
});

describe('words', () => {
  it('and long texts are deleted with the attachment', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const place = { tenantId, organizationId };
    const text = `singular ${'many words '.repeat(50_000)}`;
    const { id } = await aFile(api, {}, file('a.txt', 'text/plain', text));
    await extracted(api, id);
    const owner = { ...place, attachmentId: id };
    expect((await headObject(textKey(owner)))?.bytes).toBe(text.trim().length);
    // Simulates a writer that still adds words: they are removed again after it ends.
    const writing = { writingUntilMs: Date.now() + 3_000 };
    await transact([{ set: extractionKey(place, id), values: writing }]);
    await api.delete(`${libraryPath}/${id}`);
    await expect
      .poll(async () => [
        await queryAll({ pk: wordPartition(place, 'singular'), consistent: true }),
        await queryAll({ pk: attachmentKey(place, id).pk, consistent: true }),
        await headObject(textKey(owner)),
      ])
      .toEqual([[], [], undefined]);
  });

  it('find the current text of an attachment: changes and deletions apply at once', async () => {
    const { api } = await aTenant();
    const one = await aFile(api, {}, file('one.txt', 'text/plain', 'common first'));
    const two = await aFile(api, {}, file('two.txt', 'text/plain', 'common second'));
    for (const { id } of [one, two]) await extracted(api, id);
    await api.patch(`${libraryPath}/${one.id}`, { body: { tags: ['urgent'] } });
    const found = await search(api, { contentSearch: 'common' });
    expect(found.items.map(({ id, tags }) => [id, tags])).toEqual([
      [two.id, []],
      [one.id, ['urgent']],
    ]);
    expect(idsOf(await search(api, { contentSearch: 'common', tags: 'urgent' }))).toEqual([one.id]);
    await api.delete(`${libraryPath}/${two.id}`);
    expect(idsOf(await search(api, { contentSearch: 'common' }))).toEqual([one.id]);
  });

  it('do not find files in partitions without search', async () => {
    const { api } = await aTenant();
    await api.post(partitionsPath, { body: { code: 'hidden', title: 'Hidden', contentSearch: false } });
    const { id } = await aFile(api, { partitionCode: 'hidden' }, file('a.txt', 'text/plain', 'secret plans'));
    expect((await extracted(api, id)).content).toBe('secret plans');
    expect((await search(api, { contentSearch: 'plans' })).total).toBe(0);
  });

  it('of another tenant, or of an organization that is not visible, are not found', async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const sibling = await aSibling(one);
    const { id } = await aFile(one.api, {}, file('a.txt', 'text/plain', 'confidential'));
    await extracted(one.api, id);
    expect((await search(one.api, { contentSearch: 'confidential' })).total).toBe(1);
    for (const { api } of [other, sibling]) {
      expect((await search(api, { contentSearch: 'confidential' })).total).toBe(0);
      expect((await api.post(`${libraryPath}/${id}/extract`)).status).toBe(404);
    }
  });
});
