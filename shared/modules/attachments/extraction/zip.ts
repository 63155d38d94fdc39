/**
 * Reads untrusted zip archives of office formats, which compare names of parts regardless of case. Only requested entries are
 * decompressed, into memory, so their names cannot lead out of a folder.
 */
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { DocumentError } from './document-text.ts';

/** The archive is damaged, or exceeds the limits. */
export class ZipError extends DocumentError {
  override name = 'ZipError';
}

export interface ZipLimits {
  zipEntries: number;
  unzippedBytes: number;
}

export interface Zip {
  has(name: string): boolean;
  isEncrypted(name: string): boolean;
  /** Whether reading has reached the limit of the unzipped size. */
  readonly isFull: boolean;
  /** Throws ZipError if the entry does not exist or the unzipped size exceeds the limit. */
  read(name: string): Promise<Uint8Array>;
}

/** Converts errors to ZipError. */
async function orZipError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('The archive is damaged.', { cause: error });
  }
}

/** The name of a part, also as some programs for Windows write it: with backslashes, or from the root. */
const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Opens an archive. Throws ZipError if it is invalid or has too many entries. */
export function openZip(input: Uint8Array, limits: ZipLimits): Promise<Zip> {
  return orZipError(readDirectory(input, limits));
}

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3.16
const endSignature = 'PK\x05\x06';
const [commentLengthAt, endBytes] = [20, 22];

/** Removes the comment and other bytes after the end of an archive, which transfers may have added or cut. */
function withoutTail(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endSignature, undefined, 'latin1');
  if (end < 0 || end + endBytes > bytes.length) return bytes;
  const whole = Buffer.from(bytes.subarray(0, end + endBytes));
  whole.writeUInt16LE(0, end + commentLengthAt);
  return whole;
}

async function readDirectory(
  { buffer: bytes, byteOffset, byteLength }: Uint8Array,
  { zipEntries, unzippedBytes }: ZipLimits,
): Promise<Zip> {
  // Decoded here, because the library refuses archives with names that are unsafe in a file system.
  const archive = withoutTail(Buffer.from(bytes, byteOffset, byteLength));
  const zip = await fromBufferPromise(archive, { decodeStrings: false });
  const { entryCount } = zip;
  if (entryCount > zipEntries)
    throw new ZipError(`The archive has ${entryCount} entries; at most ${zipEntries} are allowed.`);
  const entries = new Map<string, Entry>();
  const find = (name: string) => entries.get(partName(name));
  for await (const entry of zip.eachEntry()) entries.set(partName(entry.fileNameRaw.toString()), entry);
  let remainingBytes = unzippedBytes;
  let isFull = false;

  /** The declared size can be trusted, because reading an entry of any other size fails. */
  async function decompress(name: string): Promise<Uint8Array> {
    const entry = find(name);
    if (entry === undefined) throw new ZipError(`The archive has no ${name}.`);
    if (entry.uncompressedSize > remainingBytes) {
      isFull = true;
      throw new ZipError('The unzipped archive is too large.');
    }
    remainingBytes -= entry.uncompressedSize;
    return buffer(await zip.openReadStreamPromise(entry));
  }

  return {
    has: (name) => find(name) !== undefined,
    isEncrypted: (name) => find(name)?.isEncrypted() ?? false,
    get isFull() {
      return isFull;
    },
    read: (name) => orZipError(decompress(name)),
  };
}
