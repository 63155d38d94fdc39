/** Multipart forms with a file, and posting them. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

const boundary = 'bench-of-uploads';
const agent = new Agent({ keepAlive: true });

/** The content type of the forms. */
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A form with a file of these bytes. */
export function formWith(bytes: Uint8Array): Uint8Array {
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const before = [
    `${part('name="entityId"')}sales.order\r\n`,
    `${part('name="recordId"')}SO-1001\r\n`,
    // The content type is set as clients do: a file without one would be text, and would be extracted.
    part('name="file"; filename="scan.bin"\r\ncontent-type: application/octet-stream'),
  ];
  return Buffer.concat([Buffer.from(before.join('')), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Posts a body and returns the response. Unlike `fetch`, it does not copy the bytes first. */
export function post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.byteLength };
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
