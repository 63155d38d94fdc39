import sharp from 'sharp';
import type { Tour } from './tour.ts';

/** A picture of a product, which everybody may see in any size, and one of an order, which only its people may. */
export async function deliverySteps({ chapter, step, tag }: Tour): Promise<void> {
  chapter('Files and images');
  const attachments = '/api/attachments';
  const create = { width: 1_200, height: 800, channels: 3, background: 'teal' } as const;
  const content = Uint8Array.from(await sharp({ create }).jpeg().toBuffer());
  const upload = async (what: string, entityId: string) => {
    const { item } = await step(what, {
      method: 'POST',
      path: attachments,
      key: 'acmeAdmin',
      expect: 200,
      upload: { parts: { entityId, recordId: `P-${tag}` }, fileName: 'front-view.jpg', content },
      show: ({ item }) => item,
    });
    return item as { id: string };
  };
  const open = await upload('A picture of a product', 'catalog:catalog_product');
  const image = `${attachments}/image/${open.id}`;
  await step('Everybody sees it, without a key, in the size they want', {
    method: 'GET',
    path: `${image}/front-view.jpg?width=320&height=240`,
    expect: 200,
  });
  await step('The same size again: it was kept', {
    method: 'GET',
    path: `${image}?width=320&height=240`,
    expect: 200,
  });
  await step('A part of the file itself', {
    method: 'GET',
    path: `${attachments}/file/${open.id}`,
    headers: { Range: 'bytes=0-99' },
    expect: 206,
  });
  const inner = await upload('The same picture for an order', 'sales.order');
  const file = `${attachments}/file/${inner.id}`;
  await step('Without a key it is refused', {
    method: 'GET',
    path: file,
    expect: 401,
    show: ({ error }) => error,
  });
  await step('Another tenant does not even learn that it exists', {
    method: 'GET',
    path: file,
    key: 'globexAdmin',
    expect: 404,
    show: ({ error }) => error,
  });
  for (const { id } of [open, inner]) {
    await step('Deleted, and every size with it', {
      method: 'DELETE',
      path: `${attachments}?id=${id}`,
      key: 'acmeAdmin',
      expect: 200,
    });
  }
}
