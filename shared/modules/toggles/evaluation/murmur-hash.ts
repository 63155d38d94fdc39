/**
 * MurmurHash3 (x86, 32 bits) of a text in UTF-8, by Austin Appleby, in the public domain:
 * https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const mixed = (block: number): number => Math.imul(rotateLeft(Math.imul(block, c1), 15), c2);

/** The hash before its last mixing, of a block after the others. */
const withBlock = (hash: number, block: number): number =>
  (Math.imul(rotateLeft(hash ^ mixed(block), 13), 5) + 0xe6546b64) | 0;

function finished(state: number, tail: number, length: number): number {
  let hash = length % 4 === 0 ? state : state ^ mixed(tail);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hash of a text whose characters are its bytes; undefined for others. Keys mostly are, and need no buffer then. */
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

/** An unsigned integer of 32 bits. */
export function murmurHash3(text: string, seed = 0): number {
  const known = ofAscii(text, seed);
  if (known !== undefined) return known;
  const bytes = Buffer.from(text);
  const blocksEnd = bytes.length - (bytes.length % 4);
  let hash = seed;
  for (let at = 0; at < blocksEnd; at += 4) hash = withBlock(hash, bytes.readInt32LE(at));
  let tail = 0;
  for (let at = bytes.length - 1; at >= blocksEnd; at -= 1) tail = (tail << 8) | (bytes[at] ?? 0);
  return finished(hash, tail, bytes.length);
}
