import { scannedPage } from '../../lib/local/textract/scanned-page.ts';
import { asForm } from '../../shared/clients/typescript/index.ts';
import type { Tour } from './tour.ts';

/** Files of an order: uploads, searches by tag and by the words on a scanned page, a move, and a refused file. */
export async function attachmentSteps({ as, call, chapter, refused, step, tag }: Tour): Promise<void> {
  chapter('Attachments');
  const [admin, viewer] = [as('acmeAdmin'), as('acmeViewer')];
  const order = { entityId: 'sales.order', recordId: `SO-${tag}-1` };
  const upload = (
    fileName: string,
    content: string | Uint8Array<ArrayBuffer>,
    tags: readonly string[] = [],
  ) =>
    admin.POST('/api/attachments', {
      body: { ...order, tags: JSON.stringify(tags), file: new File([content], fileName) },
      bodySerializer: asForm,
    });
  const { item } = await call(
    'Upload an invoice of an order in one form',
    () => upload('invoice.txt', `Cartridges: 250.00, ${tag}`, ['invoice', tag]),
    { show: ({ item }) => item },
  );
  await refused(
    'A page with a script is refused under any name',
    400,
    () => upload('photo.jpg', '<svg onload="alert(1)">'),
    ({ error }) => error,
  );
  await call(
    'Search the library by tag',
    () => viewer.GET('/api/attachments/library', { params: { query: { tags: tag, search: 'invoice' } } }),
    { show: ({ items, total }) => ({ total, names: items.map(({ fileName }) => fileName) }) },
  );
  const { png } = await scannedPage(['Delivery note', 'Fragile porcelain', 'Room Lisbon']);
  const picture = Uint8Array.from(png);
  const scan = await call('Upload a scanned page: an image without text', () =>
    upload('delivery-note.png', picture, [tag]),
  );
  await call(
    'Its words are recognized, so that a search finds it',
    () =>
      viewer.GET('/api/attachments/library', {
        params: { query: { contentSearch: 'porcelain lisbon', tags: tag } },
      }),
    {
      again: ({ items }) => items.length === 0,
      show: ({ items }) => items.map(({ fileName, content }) => [fileName, content]),
    },
  );
  const corrected = new File([`Cartridges: 275.00, ${tag}`], 'invoice.txt');
  const { version } = await call(
    'Replace the invoice with a corrected version under the same id; the first version stays available',
    () =>
      admin.POST('/api/attachments/versions', {
        body: { attachmentId: item.id, file: corrected },
        bodySerializer: asForm,
      }),
    { show: ({ version }) => version },
  );
  await call(
    'List its versions',
    () => viewer.GET('/api/attachments/library/{id}/versions', { params: { path: { id: item.id } } }),
    {
      show: ({ items }) => items.map(({ number, fileSize, isCurrent }) => ({ number, fileSize, isCurrent })),
    },
  );
  await call(
    'Restore the first version: a copy of it becomes the current one',
    () =>
      admin.POST('/api/attachments/library/{id}/versions/{version}/restore', {
        params: { path: { id: item.id, version: version.number - 1 } },
      }),
    { show: ({ version }) => version },
  );
  const share = await call('Share it by a link that is valid for an hour', () =>
    admin.POST('/api/attachments/library/{id}/shares', {
      params: { path: { id: item.id } },
      body: { name: 'For the auditor', expiresInSeconds: 3_600 },
    }),
  );
  await step('Read the file with the link, without a key', {
    method: 'GET',
    path: new URL(share.url).pathname,
    expect: 200,
  });
  await call('Revoke the link: it is no longer valid', () =>
    admin.DELETE('/api/attachments/library/{id}/shares/{shareId}', {
      params: { path: { id: item.id, shareId: share.id } },
    }),
  );
  await call('Move the invoice to another order', () =>
    admin.POST('/api/attachments/transfer', {
      body: { entityId: order.entityId, attachmentIds: [item.id], toRecordId: `SO-${tag}-2` },
    }),
  );
  await call("The tenant's stored bytes and its quota", () => viewer.GET('/api/attachments/usage'), {
    show: ({ bytes, files, quotaBytes }) => ({ bytes, files, quotaBytes }),
  });
  for (const { id } of [item, scan.item]) {
    await call('Delete it, together with its file', () =>
      admin.DELETE('/api/attachments', { params: { query: { id } } }),
    );
  }
}
