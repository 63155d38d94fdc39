/** Collects a receiver's response, up to the stored size. */
import { outboundLimits } from './limits.ts';

const { responseHeaders, responseHeaderBytes } = outboundLimits;

/** Headers that decide how the response is read and when the request is repeated; these come first. */
const deciding: ReadonlySet<string> = new Set(['content-encoding', 'retry-after']);

/**
 * The first headers within the limits, those that decide before the others; a repeated header is joined by commas. A
 * header `__proto__` is left out: the table's client cannot write a map with this key.
 */
export function firstHeaders(headers: Readonly<NodeJS.Dict<readonly string[]>>): Record<string, string> {
  const given = Object.entries(headers).map(
    ([name, values = []]) => [name.trim(), values.join(', ')] as const,
  );
  const sorted = given.toSorted(([a], [b]) => Number(deciding.has(b)) - Number(deciding.has(a)));
  const entries: (readonly [string, string])[] = [];
  let bytes = 0;
  for (const entry of sorted) {
    const [name, value] = entry;
    if (name === '__proto__') continue;
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > responseHeaderBytes || entries.length === responseHeaders) break;
    entries.push(entry);
  }
  return Object.fromEntries(entries);
}

const firstBytes = 4_096;

/** The first bytes of a body. */
export class TruncatedBody {
  /** The stored size. */
  readonly maxBytes: number;
  #bytes: Buffer;
  #length = 0;
  #isCut = false;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
    this.#bytes = Buffer.allocUnsafe(Math.min(maxBytes, firstBytes));
  }

  /** Copies as much of the chunk as fits, because the chunk's memory belongs to the connection. */
  add(chunk: Uint8Array): void {
    const copied = Math.min(chunk.length, this.maxBytes - this.#length);
    this.#reserve(this.#length + copied);
    this.#bytes.set(chunk.subarray(0, copied), this.#length);
    this.#length += copied;
    this.#isCut ||= copied < chunk.length;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.min(Math.max(bytes, 2 * this.#bytes.length), this.maxBytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Whether more bytes came than are stored. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** As text, cut between two characters. Invalid UTF-8 becomes replacement characters. */
  text(): string {
    // A streaming decoder holds back an incomplete character.
    return new TextDecoder().decode(this.bytes, { stream: this.#isCut });
  }
}
