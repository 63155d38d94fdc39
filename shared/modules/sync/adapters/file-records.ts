/**
 * Splits a file into records while it is read: lines of NDJSON, or rows of CSV, whose quoted cells may
 * contain line breaks. Memory holds one record at most, and never more than the maximum size of a record.
 * Pure.
 */

export interface RawRecord {
  /** Without its line break. Empty if the record is too long. */
  bytes: Buffer;
  /** Offset in the file of the next record. */
  endOffset: number;
  /** Offset in the file of the next line, which may be inside the record. */
  lineEndOffset: number;
  /** `too_long`: longer than the maximum. `open_quote`: the file ended inside a quoted cell. */
  problem?: 'too_long' | 'open_quote';
}

export interface CutOptions {
  /** Offset of the first chunk in the file; always the beginning of a record. */
  offset: number;
  /** The byte between cells of CSV; absent: every line is a record. */
  delimiter?: number | undefined;
  maxBytes: number;
}

const [newline, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/** Rows of CSV end with CR, LF or CRLF, also mixed; lines of NDJSON with LF. */
const isLineBreak = (byte: number | undefined): boolean => byte === newline || byte === carriageReturn;

function withoutLineEnd(bytes: Buffer): Buffer {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}

/** Tracks quoted cells byte by byte. A quote opens only at the beginning of a cell. */
class QuoteScanner {
  readonly #delimiter: number | undefined;
  #isOpen = false;
  #isCellStart = true;
  #mayClose = false;

  constructor(delimiter: number | undefined) {
    this.#delimiter = delimiter;
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#mayClose;
  }

  reset(): void {
    this.#isOpen = false;
    this.#isCellStart = true;
    this.#mayClose = false;
  }

  /**
   * The index of the first line break outside quotes, from `start`; -1 if there is none. Calls `onLine` for
   * each line break inside quotes.
   */
  find(chunk: Buffer, start: number, onLine: (index: number) => void): number {
    if (this.#delimiter === undefined) return chunk.indexOf(newline, start);
    for (let index = start; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (this.#isOpen) {
        if (byte === quote) {
          // Two quotes stand for one in the text; a single quote closes the cell.
          this.#mayClose = !this.#mayClose;
          continue;
        }
        if (!this.#mayClose) {
          if (byte === newline || (byte === carriageReturn && chunk[index + 1] !== newline)) onLine(index);
          continue;
        }
        this.#isOpen = false;
        this.#mayClose = false;
      } else if (byte === quote && this.#isCellStart) {
        this.#isOpen = true;
        this.#isCellStart = false;
        continue;
      }
      if (isLineBreak(byte)) return index;
      this.#isCellStart = byte === this.#delimiter;
    }
    return -1;
  }
}

/**
 * The records of a file from an offset. After a record with a problem that covers several lines, the caller
 * starts again behind its first line.
 */
export async function* cutRecords(
  chunks: AsyncIterable<Uint8Array>,
  { offset, delimiter, maxBytes }: CutOptions,
): AsyncGenerator<RawRecord, void, void> {
  const scanner = new QuoteScanner(delimiter);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isTooLong = false;
  let chunkOffset = offset;
  let isAfterReturn = false;
  let lineEndOffset: number | undefined;

  const take = (bytes: Buffer) => {
    heldBytes += bytes.length;
    isTooLong ||= heldBytes > maxBytes;
    if (isTooLong) held = [];
    else if (bytes.length > 0) held.push(bytes);
  };
  const record = (endOffset: number, problem?: RawRecord['problem']): RawRecord => {
    const [only] = held;
    const bytes = held.length === 1 && only !== undefined ? only : Buffer.concat(held);
    const found = {
      bytes: withoutLineEnd(bytes),
      endOffset,
      lineEndOffset: lineEndOffset ?? endOffset,
      ...(isTooLong ? { problem: 'too_long' as const } : problem && { problem }),
    };
    held = [];
    heldBytes = 0;
    isTooLong = false;
    lineEndOffset = undefined;
    scanner.reset();
    return found;
  };

  for await (const part of chunks) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const partOffset = chunkOffset;
    const onLine = (index: number) => {
      lineEndOffset ??= partOffset + index + 1;
    };
    // The LF of a CRLF that two chunks share.
    const first = isAfterReturn && chunk[0] === newline ? 1 : 0;
    isAfterReturn &&= chunk.length === 0;
    for (let start = first; start < chunk.length; ) {
      const end = scanner.find(chunk, start, onLine);
      take(chunk.subarray(start, end < 0 ? chunk.length : end));
      const next =
        end >= 0 && chunk[end] === carriageReturn && chunk[end + 1] === newline ? end + 2 : end + 1;
      isAfterReturn = end === chunk.length - 1 && chunk[end] === carriageReturn;
      if (end >= 0) yield record(chunkOffset + next);
      // An unclosed quote would swallow the rest of the file, so only its first line counts as the record.
      else if (isTooLong && scanner.isOpen && lineEndOffset !== undefined) return yield record(lineEndOffset);
      start = end < 0 ? chunk.length : next;
    }
    chunkOffset += chunk.length;
  }
  if (heldBytes > 0) yield record(chunkOffset, scanner.isOpen ? 'open_quote' : undefined);
}
