/** Unchanged bodies, for receivers that verify a signature over the exact bytes. */
import * as z from 'zod/mini';
import { type BodyReader, checkSize } from './body-reader.ts';
import { about } from './fields.ts';

/** An unchanged request. */
export interface RawRequest {
  bytes: Buffer;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
}

/** The schema of such a body in a contract, which validates nothing. */
export function rawRequest(description: string) {
  return z.custom<RawRequest>().check(about(description));
}

/** Reads the bytes, for contracts with `bodyFormat: 'raw'`. Throws BodyTooLargeError. */
export const rawBody: BodyReader = (spec) => [
  {
    before: ({ event }) => {
      checkSize(spec, Number(event.headers['content-length'] ?? 0));
      const bytes = Buffer.from(String(event.body ?? ''), event.isBase64Encoded ? 'base64' : 'utf8');
      checkSize(spec, bytes.byteLength);
      event.body = { bytes, headers: event.headers } satisfies RawRequest;
      event.isBase64Encoded = false;
    },
  },
];
