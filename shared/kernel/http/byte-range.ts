/**
 * The `Range` header of downloads: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests One range of bytes is
 * supported. Several ranges get the whole file, which the RFC allows and which prevents a client from requesting the
 * same bytes a thousand times in one request.
 */
import { RangeNotSatisfiableError } from '../errors/errors.ts';
import { namesTag } from './reply.ts';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

interface Conditions {
  /** The `Range` header. */
  range: string | undefined;
  /** The `If-Range` header: the part is requested of this version only. */
  ifRange: string | undefined;
  /** The `If-None-Match` header: no part is requested of a version that the client has. */
  ifNoneMatch?: string | undefined;
  /** The strong `ETag` of the current file, quotes included. */
  etag: string;
  totalBytes: number;
}

const oneRange = /^bytes\s*=\s*(?:(\d+)\s*)?-(?:\s*(\d+))?\s*$/i;

/**
 * The requested part of a file; undefined when the response is the whole file: no range, several, another unit, an
 * unreadable one, or one of an older version. Throws RangeNotSatisfiableError for a part outside the file.
 */
export function requestedRange({
  range,
  ifRange,
  ifNoneMatch,
  etag,
  totalBytes,
}: Conditions): ByteRange | undefined {
  const [, from = '', to = ''] = oneRange.exec(range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // Decided before the range: https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) return undefined;
  // Dates never match: files have no Last-Modified, and an equal date does not prove equal bytes.
  if (ifRange !== undefined && ifRange.trim() !== etag) return undefined;
  if (from === '') {
    const lastBytes = Number(to);
    if (lastBytes === 0) throw new RangeNotSatisfiableError(totalBytes);
    if (totalBytes === 0) return undefined;
    return { first: Math.max(0, totalBytes - lastBytes), last: totalBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= totalBytes) throw new RangeNotSatisfiableError(totalBytes);
  return { first, last: to === '' ? totalBytes - 1 : Math.min(Number(to), totalBytes - 1) };
}
