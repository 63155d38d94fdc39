/**
 * Whole responses of streaming endpoints. In AWS, a streamed response without a byte of its body never ends, so the public
 * host sends HEAD and revalidating requests to a second function with the same code, which returns whole responses. It
 * sends clients back to the stream for what is too large for it.
 */

/** Environment variable of a function that returns whole responses. */
export const wholeResponsesVariable = 'WHOLE_RESPONSES';
export const returnsWholeResponses = process.env[wholeResponsesVariable] !== undefined;

/** Suffix of the names of such functions and of their origins. */
export const wholeSuffix = '-whole';

/** Query key of redirected requests, by which the public host selects the function: `stream` or `whole`. */
export const deliveryQuery = 'delivery';

/** Lambda returns at most 6 MB, of which base64 leaves three quarters, and headers need some of it. */
const maxWholeBytes = 4 * 1_024 * 1_024;

/** Reads a body to its end; undefined, and closed, when it is too large for a whole response. */
export async function readWhole(iterator: AsyncIterator<string | Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const chunk = Buffer.from(next.value);
    bytes += chunk.byteLength;
    if (bytes > maxWholeBytes) {
      await iterator.return?.();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}
