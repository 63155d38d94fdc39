import type { Tour } from './tour.ts';

/** A file of an order: uploaded, found by its tag, moved to another order; and one that nobody may upload. */
export async function attachmentSteps({ chapter, step, tag }: Tour): Promise<void> {
  chapter('Attachments');
  const attachments = '/api/attachments';
  const order = { entityId: 'sales.order', recordId: `SO-${tag}-1` };
  const { item } = await step('An invoice of an order, in one form', {
    method: 'POST',
    path: attachments,
    key: 'acmeAdmin',
    expect: 200,
    upload: {
      parts: { ...order, tags: `["invoice","${tag}"]` },
      fileName: 'invoice.txt',
      content: `Cartridges: 250.00, ${tag}`,
    },
    show: ({ item }) => item,
  });
  const { id } = item as { id: string };
  await step('A page with a script is refused, whatever it is called', {
    method: 'POST',
    path: attachments,
    key: 'acmeAdmin',
    expect: 400,
    upload: { parts: order, fileName: 'photo.jpg', content: '<svg onload="alert(1)">' },
    show: ({ error }) => error,
  });
  await step('Found in the library by its tag', {
    method: 'GET',
    path: `${attachments}/library?tags=${tag}&search=invoice`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items, total }) => ({
      total,
      names: (items as { fileName: string }[]).map((one) => one.fileName),
    }),
  });
  await step('Soon found by the words of its text as well', {
    method: 'GET',
    path: `${attachments}/library?contentSearch=${tag}%20cartridges`,
    key: 'acmeViewer',
    expect: 200,
    again: ({ total }) => total === 0,
    show: ({ items }) => (items as { fileName: string; content: string }[]).map(({ content }) => content),
  });
  await step('Moved to another order', {
    method: 'POST',
    path: `${attachments}/transfer`,
    key: 'acmeAdmin',
    expect: 200,
    body: { entityId: 'sales.order', attachmentIds: [id], toRecordId: `SO-${tag}-2` },
  });
  await step('What the tenant stores, and what it may', {
    method: 'GET',
    path: `${attachments}/usage`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ bytes, files, quotaBytes }) => ({ bytes, files, quotaBytes }),
  });
  await step('Deleted, and the file with it', {
    method: 'DELETE',
    path: `${attachments}?id=${id}`,
    key: 'acmeAdmin',
    expect: 200,
  });
}
