/** Multipart forms with a file, and posting them. */
import { Agent, request } from 'undici';
import { toWire, type WireRequest } from '../../../shared/kernel/samples/wire.ts';
import { uploadAttachment } from '../../../shared/modules/attachments/upload/upload-contract.ts';

const dispatcher = new Agent();

/** A form with a file of these bytes. */
export function formWith(content: Uint8Array): WireRequest {
  // The content type is set as clients do: a file without one would be text, and would be extracted.
  const file = { fileName: 'scan.bin', contentType: 'application/octet-stream', content };
  return toWire(uploadAttachment, { body: { entityId: 'sales.order', recordId: 'SO-1001', file } });
}

/** Posts a body and returns the response. Unlike `fetch`, it does not copy the bytes first. */
export async function post(
  url: string,
  { headers, body }: Pick<WireRequest, 'headers' | 'body'>,
): Promise<string> {
  const response = await request(url, { method: 'POST', headers, body: body ?? null, dispatcher });
  return response.body.text();
}
