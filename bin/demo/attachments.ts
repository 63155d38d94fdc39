import { scannedPage } from '../../lib/local/textract/scanned-page.ts';
import { asForm } from '../../shared/clients/typescript/index.ts';
import type { Tour } from './tour.ts';

/** Files of an order: uploaded, found by tag and by the words that stand on a scanned page, moved; one is refused. */
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
    'An invoice of an order, in one form',
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
    'Found in the library by its tag',
    () => viewer.GET('/api/attachments/library', { params: { query: { tags: tag, search: 'invoice' } } }),
    { show: ({ items, total }) => ({ total, names: items.map(({ fileName }) => fileName) }) },
  );
  const picture = Uint8Array.from(
    scannedPage(['Delivery note', 'Fragile porcelain', 'Room Lisbon']).toBuffer('image/png'),
  );
  const scan = await call('A scanned page, which is a picture without any text', () =>
    upload('delivery-note.png', picture, [tag]),
  );
  await call(
    'Its words are recognized: soon it is found by them',
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
    'A corrected invoice under the same id; the first stays readable',
    () =>
      admin.POST('/api/attachments/versions', {
        body: { attachmentId: item.id, file: corrected },
        bodySerializer: asForm,
      }),
    { show: ({ version }) => version },
  );
  await call(
    'Its versions',
    () => viewer.GET('/api/attachments/library/{id}/versions', { params: { path: { id: item.id } } }),
    {
      show: ({ items }) => items.map(({ number, fileSize, isCurrent }) => ({ number, fileSize, isCurrent })),
    },
  );
  await call(
    'The first version is restored: a copy of it is the current one',
    () =>
      admin.POST('/api/attachments/library/{id}/versions/{version}/restore', {
        params: { path: { id: item.id, version: version.number - 1 } },
      }),
    { show: ({ version }) => version },
  );
  const share = await call('Shared by a link that lasts an hour', () =>
    admin.POST('/api/attachments/library/{id}/shares', {
      params: { path: { id: item.id } },
      body: { name: 'For the auditor', expiresInSeconds: 3_600 },
    }),
  );
  await step('Anyone who has the link reads the file, without a key', {
    method: 'GET',
    path: new URL(share.url).pathname,
    expect: 200,
  });
  await call('Revoked: the link opens nothing any more', () =>
    admin.DELETE('/api/attachments/library/{id}/shares/{shareId}', {
      params: { path: { id: item.id, shareId: share.id } },
    }),
  );
  await call('The invoice is moved to another order', () =>
    admin.POST('/api/attachments/transfer', {
      body: { entityId: order.entityId, attachmentIds: [item.id], toRecordId: `SO-${tag}-2` },
    }),
  );
  await call('What the tenant stores, and what it may', () => viewer.GET('/api/attachments/usage'), {
    show: ({ bytes, files, quotaBytes }) => ({ bytes, files, quotaBytes }),
  });
  for (const { id } of [item, scan.item]) {
    await call('Deleted, and the file with it', () =>
      admin.DELETE('/api/attachments', { params: { query: { id } } }),
    );
  }
}
