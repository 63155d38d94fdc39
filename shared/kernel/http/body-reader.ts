/** Types of body readers, and checks of size, media type and encoding. Contracts can import this file, because it imports no parser. */
import { BodyTooLargeError, FileTooLargeError, UnsupportedMediaTypeError } from '../errors/errors.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
import { limits } from './limits.ts';
import type { HttpEvent, Middleware } from './types.ts';

/** How the body of an endpoint is checked and parsed; throws BodyTooLargeError, MalformedBodyError, TooDeepError and InvalidInputError. */
export type BodyReader = (spec: EndpointSpec) => Middleware[];

/** Throws BodyTooLargeError; FileTooLargeError, with the limit of the file alone, for a form with a file. */
export function checkSize(spec: EndpointSpec, bytes: number): void {
  const { maxBodyBytes = limits.bodyBytes, formOverheadBytes } = spec;
  if (bytes <= maxBodyBytes) return;
  if (formOverheadBytes === undefined) throw new BodyTooLargeError(maxBodyBytes);
  throw new FileTooLargeError(maxBodyBytes - formOverheadBytes);
}

/** The media type of a `content-type` header in lower case, without its parameters; empty without a header. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The `charset` parameter of a `content-type` header in lower case; undefined without one. */
function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

/** Whether a header names JSON: `application/json`, or a type with the suffix `+json`. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/(?:[a-z0-9!#$&^_.-]+\+)*json$/.test(mediaTypeOf(contentType));
}

/** `us-ascii` is a part of UTF-8: bytes beyond it are refused as invalid UTF-8, or are valid text. */
const utf8Names: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Throws UnsupportedMediaTypeError for a body in a content coding, or in another charset than UTF-8. */
export function checkEncoding({ headers }: Pick<HttpEvent, 'headers'>): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity')
    throw new UnsupportedMediaTypeError(
      `Send the body without content-encoding; "${coding}" is not supported.`,
    );
  const charset = charsetOf(headers['content-type']);
  if (charset !== undefined && !utf8Names.has(charset))
    throw new UnsupportedMediaTypeError(`Send the body in UTF-8; the charset "${charset}" is not supported.`);
}
