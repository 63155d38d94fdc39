import sharp from 'sharp';
import type { Tour } from './tour.ts';

/** An image of a product, which is public in any size, and one of an order, which needs the rights for the order. */
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
  const open = await upload('Upload an image of a product', 'catalog:catalog_product');
  const image = `${attachments}/image/${open.id}`;
  await step('Read it without a key, in any size', {
    method: 'GET',
    path: `${image}/front-view.jpg?width=320&height=240`,
    expect: 200,
  });
  await step('Read the same size again: it is cached', {
    method: 'GET',
    path: `${image}?width=320&height=240`,
    expect: 200,
  });
  await step('Read a part of the file itself', {
    method: 'GET',
    path: `${attachments}/file/${open.id}`,
    headers: { Range: 'bytes=0-99' },
    expect: 206,
  });
  const inner = await upload('Upload the same image for an order', 'sales.order');
  const file = `${attachments}/file/${inner.id}`;
  await step('Reading it without a key is refused', {
    method: 'GET',
    path: file,
    expect: 401,
    show: ({ error }) => error,
  });
  await step('Another tenant gets a 404, as if it did not exist', {
    method: 'GET',
    path: file,
    key: 'globexAdmin',
    expect: 404,
    show: ({ error }) => error,
  });
  for (const { id } of [open, inner]) {
    await step('Delete it, with all its sizes', {
      method: 'DELETE',
      path: `${attachments}?id=${id}`,
      key: 'acmeAdmin',
      expect: 200,
    });
  }
}
