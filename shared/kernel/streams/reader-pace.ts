/**
 * Measures how fast the client of a streamed response reads. Only the time counts in which the response waits for the
 * client: a body that takes long to read from its source is not slow reading.
 */

export const readerLimits = {
  /** A client may begin slowly for this time. */
  graceMs: 10_000,
  /** A client that has read fast may pause for this time, because networks empty their buffers in large steps. */
  maxAheadMs: 20_000,
} as const;

export type BodyChunk = string | Uint8Array;

/** The longest part of a body that is offered to the client at a time, so that slow reading differs from no reading. */
const pieceBytes = 65_536;

/** A chunk in such parts. */
export function* piecesOf(chunk: BodyChunk): Generator<BodyChunk> {
  if (Buffer.byteLength(chunk) <= pieceBytes) return yield chunk;
  const bytes = Buffer.from(chunk);
  for (let start = 0; start < bytes.byteLength; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

export class ReaderPace {
  readonly #bytesPerMs: number;
  readonly #disconnect: () => void;
  /** How long the client may still make the response wait. */
  #remainingMs: number = readerLimits.graceMs;
  #sinceMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `disconnect` is called, at most once for each `offer`, when the client is too slow. */
  constructor(bytesPerSecond: number, disconnect: () => void) {
    this.#bytesPerMs = bytesPerSecond / 1_000;
    this.#disconnect = disconnect;
  }

  /** The client is offered bytes. */
  offer(): void {
    this.#sinceMs = performance.now();
    this.#timer = setTimeout(this.#disconnect, Math.max(0, this.#remainingMs));
  }

  /** The client has taken them. */
  take(bytes: number): void {
    this.stop();
    const waitedMs = performance.now() - this.#sinceMs;
    const remainingMs = this.#remainingMs - waitedMs + bytes / this.#bytesPerMs;
    this.#remainingMs = Math.min(readerLimits.maxAheadMs, remainingMs);
  }

  /** The response has ended. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
