/** The `Retry-After` header of a response (RFC 9110, 10.2.3). Pure. */

/** The three formats of an HTTP date (RFC 9110, 5.6.7); the last, of asctime, is in GMT without naming it. */
const httpDate = /^[A-Z][a-z]{2}(, |[a-z]*, | )[\w: -]+?( GMT)?$/;

/** The seconds of a `Retry-After`, rounded up, 0 for a past date; undefined for an invalid one. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d*)?$/.test(text)) return Math.ceil(Number(text));
  if (!httpDate.test(text)) return undefined;
  const atMs = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
