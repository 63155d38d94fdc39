/**
 * The `Range` header of downloads: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 * One range of bytes is served. Several are answered with the whole, which the RFC allows and which keeps a client
 * from asking for the same bytes a thousand times in one request.
 */
import { RangeNotSatisfiableError } from '../errors/errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

interface Conditions {
  /** The `Range` header. */
  range: string | undefined;
  /** The `If-Range` header: the part is wanted only of this version. */
  ifRange: string | undefined;
  /** The strong `ETag` of what is there, quotes included. */
  etag: string;
  totalBytes: number;
}

const oneRange = /^bytes\s*=\s*(?:(\d+)\s*)?-(?:\s*(\d+))?\s*$/i;

/**
 * The part of a file that a request asks for; undefined when it gets the whole: no range, several, another unit, one
 * that is not understood, or one of a version that is no longer there. Throws RangeNotSatisfiableError for a part
 * that the file does not have.
 */
export function requestedRange({ range, ifRange, etag, totalBytes }: Conditions): ByteRange | undefined {
  const [, from = '', to = ''] = oneRange.exec(range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // Dates never match: files carry no Last-Modified, and a date is no proof that bytes are the same.
  if (ifRange !== undefined && ifRange.trim() !== etag) return undefined;
  if (from === '') {
    const wanted = Number(to);
    if (wanted === 0) throw new RangeNotSatisfiableError(totalBytes);
    if (totalBytes === 0) return undefined;
    return { first: Math.max(0, totalBytes - wanted), last: totalBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= totalBytes) throw new RangeNotSatisfiableError(totalBytes);
  return { first, last: to === '' ? totalBytes - 1 : Math.min(Number(to), totalBytes - 1) };
}
