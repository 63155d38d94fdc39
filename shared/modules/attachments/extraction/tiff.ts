/**
 * Reads how the pictures of a TIFF file are turned, without the image library. Pure.
 * https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf, pages 13 to 16 and 36
 */
import { extractionLimits } from './limits.ts';

const littleEndian = 0x4949;
const magicNumber = 42;
const orientationTag = 274;
const upright = 1;
const [countBytes, entryBytes, valueAt] = [2, 12, 8];

/** Returns the orientation of each picture; fewer if the file is damaged, none if it is no TIFF. */
function orientationsOf({ buffer, byteOffset, byteLength }: Uint8Array): number[] {
  const view = new DataView(buffer, byteOffset, byteLength);
  const orientations: number[] = [];
  try {
    const isLittle = view.getUint16(0) === littleEndian;
    if (view.getUint16(2, isLittle) !== magicNumber) return [];
    let at = view.getUint32(4, isLittle);
    while (at !== 0 && orientations.length < extractionLimits.pages) {
      let orientation = upright;
      const end = at + countBytes + view.getUint16(at, isLittle) * entryBytes;
      for (let entry = at + countBytes; entry < end; entry += entryBytes)
        if (view.getUint16(entry, isLittle) === orientationTag)
          orientation = view.getUint16(entry + valueAt, isLittle);
      orientations.push(orientation);
      at = view.getUint32(end, isLittle);
    }
  } catch (error) {
    // An offset beyond the end of the file.
    if (!(error instanceof RangeError)) throw error;
  }
  return orientations;
}

/** Returns the numbers of the pictures that are not stored upright, from 1. */
export function turnedPages(bytes: Uint8Array): number[] {
  return orientationsOf(bytes).flatMap((orientation, index) => (orientation === upright ? [] : [index + 1]));
}
