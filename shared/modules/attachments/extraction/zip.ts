/**
 * Reads archives that may lie about themselves: what an entry unfolds to is measured while it unfolds, not believed.
 * Only what is asked for is unfolded.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** The archive is broken, or larger than allowed. */
export class ZipError extends Error {
  override name = 'ZipError';
}

export interface ZipLimits {
  zipEntries: number;
  unzippedBytes: number;
}

export interface Zip {
  has(name: string): boolean;
  /** Throws ZipError when there is no such entry, or when the archive unfolds to more than allowed. */
  read(name: string): Promise<Uint8Array>;
}

interface Entry {
  method: number;
  offset: number;
  compressedBytes: number;
}

const inflate = promisify(inflateRaw);

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxComment = 65_535;
const [stored, deflated] = [0, 8];
const encrypted = 1;

function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - endBytes - maxComment);
  for (let at = bytes.length - endBytes; at >= earliest; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  throw new ZipError('It is no archive.');
}

function readDirectory(bytes: Buffer, maxEntries: number): Map<string, Entry> {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ZipError(`It has ${count} entries, more than ${maxEntries}.`);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new ZipError('Its directory is broken.');
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
    if ((bytes.readUInt16LE(at + 8) & encrypted) !== 0) throw new ZipError('It is encrypted.');
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      compressedBytes: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += entryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function packedBytes(bytes: Buffer, { offset, compressedBytes }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== localSignature) throw new ZipError('An entry is broken.');
  const start = offset + localBytes + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  return bytes.subarray(start, start + compressedBytes);
}

/** Out of an archive's bounds a read throws RangeError. */
function asZipError(error: unknown): ZipError {
  if (error instanceof ZipError) return error;
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  return new ZipError(isTooLarge ? 'It unfolds to more than is allowed.' : 'It is broken.', { cause: error });
}

/** Opens an archive. Throws ZipError when it is none, or has too many entries. */
export function openZip(input: Uint8Array, { zipEntries, unzippedBytes }: ZipLimits): Zip {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  let entries: Map<string, Entry>;
  try {
    entries = readDirectory(bytes, zipEntries);
  } catch (error) {
    throw asZipError(error);
  }
  let left = unzippedBytes;

  async function unfold(entry: Entry): Promise<Uint8Array> {
    const packed = packedBytes(bytes, entry);
    if (entry.method === deflated) return inflate(packed, { maxOutputLength: Math.max(1, left) });
    if (entry.method !== stored) throw new ZipError(`Its method ${entry.method} is unknown.`);
    if (packed.length > left) throw new ZipError('It unfolds to more than is allowed.');
    return packed;
  }

  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new ZipError(`It has no ${name}.`);
      try {
        const unfolded = await unfold(entry);
        left -= unfolded.length;
        return unfolded;
      } catch (error) {
        throw asZipError(error);
      }
    },
  };
}
