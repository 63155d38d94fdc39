/** Reads archives that may lie about themselves. Only what is requested is unfolded. */
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';

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

/** Throws what is wrong with an archive as ZipError. */
async function orZipError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('It is broken.', { cause: error });
  }
}

/** Opens an archive. Throws ZipError when it is none, or has too many entries. */
export function openZip(input: Uint8Array, limits: ZipLimits): Promise<Zip> {
  return orZipError(readDirectory(input, limits));
}

async function readDirectory(
  { buffer: bytes, byteOffset, byteLength }: Uint8Array,
  { zipEntries, unzippedBytes }: ZipLimits,
): Promise<Zip> {
  const zip = await fromBufferPromise(Buffer.from(bytes, byteOffset, byteLength));
  const { entryCount } = zip;
  if (entryCount > zipEntries) throw new ZipError(`It has ${entryCount} entries, more than ${zipEntries}.`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let left = unzippedBytes;

  /** What an entry claims to unfold to may be believed: one that unfolds to anything else is refused while it is read. */
  async function unfold(name: string): Promise<Uint8Array> {
    const entry = entries.get(name);
    if (entry === undefined) throw new ZipError(`It has no ${name}.`);
    if (entry.uncompressedSize > left) throw new ZipError('It unfolds to more than is allowed.');
    left -= entry.uncompressedSize;
    return buffer(await zip.openReadStreamPromise(entry));
  }

  return { has: (name) => entries.has(name), read: (name) => orZipError(unfold(name)) };
}
