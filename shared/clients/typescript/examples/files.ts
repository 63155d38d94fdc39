import { type Attachment, asForm, orThrow, type PlatformClient, toJson } from '../index.ts';

/** Uploads a file of an order in one form. */
export async function uploadInvoice(client: PlatformClient, orderId: string, pdf: Blob): Promise<Attachment> {
  const { item } = await orThrow(
    client.POST('/api/attachments', {
      body: {
        entityId: 'sales.order',
        recordId: orderId,
        file: new File([pdf], 'invoice.pdf', { type: 'application/pdf' }),
        tags: toJson(['invoice']),
      },
      bodySerializer: asForm,
    }),
  );
  return item;
}

/** The bytes of a file as they arrive. */
export async function download(
  client: PlatformClient,
  id: string,
): Promise<ReadableStream<Uint8Array> | null> {
  const params = { path: { id } };
  return orThrow(client.GET('/api/attachments/file/{id}', { params, parseAs: 'stream' }));
}
