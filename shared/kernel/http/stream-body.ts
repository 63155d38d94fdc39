/**
 * Bodies that handlers read as they arrive. Everything that can be refused without the body has been refused before:
 * the caller, the scope, the feature, the announced size.
 */
import * as z from 'zod/mini';
import { BodyTooLargeError } from '../errors/errors.ts';
import { type BodyReader, checkEncoding, checkSize } from './body-reader.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
import { about } from './fields.ts';
import type { HttpEvent } from './types.ts';

export interface StreamedBody {
  /** The unchanged header; empty without one. */
  contentType: string;
  /** `Content-Length` of the request; undefined without one. */
  contentLength: number | undefined;
  /** Read once. Throws BodyTooLargeError as soon as it exceeds the contract's limit. */
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Lambda receives whole bodies: its event has at most 6 MB, with binary bodies as base64.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const lambdaBodyBytes = 4 * 1024 * 1024;

const withoutIngest = 'This deployment runs without the ingest service, which would take more.';

/** The schema of such a body in a contract, which validates nothing. */
export function streamedBody(description: string) {
  return z.custom<StreamedBody>().check(about(description));
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** A client may send more than it announced, or announce no length. */
async function* counted(
  spec: EndpointSpec,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    checkSize(spec, bytes);
    yield chunk;
  }
}

/** The body of a Lambda's event, which has arrived as a whole. Throws BodyTooLargeError. */
function wholeBody(spec: EndpointSpec, { body, isBase64Encoded, headers }: HttpEvent) {
  const limit = Math.min(spec.maxBodyBytes ?? lambdaBodyBytes, lambdaBodyBytes);
  const bytes = Buffer.from(String(body ?? ''), isBase64Encoded ? 'base64' : 'utf8');
  if (Math.max(bytes.byteLength, announced(headers) ?? 0) > limit) {
    throw new BodyTooLargeError(limit, limit < (spec.maxBodyBytes ?? 0) ? withoutIngest : '');
  }
  return (async function* () {
    if (bytes.byteLength > 0) yield bytes;
  })();
}

function announced(headers: HttpEvent['headers']): number | undefined {
  const bytes = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

/**
 * Passes the body as a stream, for contracts with `bodyFormat: 'stream'`. Throws BodyTooLargeError when the announced
 * length exceeds the contract's limit, or Lambda's where a Lambda runs the endpoint.
 */
export const streamBody: BodyReader = (spec) => [
  {
    before: ({ event }) => {
      checkEncoding(event);
      const contentLength = announced(event.headers);
      let chunks: AsyncIterable<Uint8Array>;
      if (isStream(event.body)) {
        checkSize(spec, contentLength ?? 0);
        chunks = counted(spec, event.body);
      } else chunks = wholeBody(spec, event);
      const contentType = event.headers['content-type'] ?? '';
      event.body = { contentType, contentLength, chunks } satisfies StreamedBody;
      event.isBase64Encoded = false;
    },
  },
];
