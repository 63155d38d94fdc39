/**
 * MurmurHash3 (x86, 32 bits) of a text in UTF-8, by Austin Appleby, in the public domain:
 * https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const mixed = (block: number): number => Math.imul(rotateLeft(Math.imul(block, c1), 15), c2);

/** Adds a block to the hash. */
const withBlock = (hash: number, block: number): number =>
  (Math.imul(rotateLeft(hash ^ mixed(block), 13), 5) + 0xe6546b64) | 0;

function finished(state: number, tail: number, length: number): number {
  let hash = length % 4 === 0 ? state : state ^ mixed(tail);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hashes an ASCII text without a buffer; undefined for other texts. Most keys are ASCII. */
function ofAscii(text: string, seed: number): number | undefined {
  let hash = seed;
  let block = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return undefined;
    block |= code << (8 * (at % 4));
    if (at % 4 !== 3) continue;
    hash = withBlock(hash, block);
    block = 0;
  }
  return finished(hash, block, text.length);
}

/** Returns the hash as an unsigned 32-bit integer. */
export function murmurHash3(text: string, seed = 0): number {
  const asciiHash = ofAscii(text, seed);
  if (asciiHash !== undefined) return asciiHash;
  const bytes = Buffer.from(text);
  const blocksEnd = bytes.length - (bytes.length % 4);
  let hash = seed;
  for (let at = 0; at < blocksEnd; at += 4) hash = withBlock(hash, bytes.readInt32LE(at));
  let tail = 0;
  for (let at = bytes.length - 1; at >= blocksEnd; at -= 1) tail = (tail << 8) | (bytes[at] ?? 0);
  return finished(hash, tail, bytes.length);
}
