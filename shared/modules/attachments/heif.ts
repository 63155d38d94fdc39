/** Distinguishes HEIC, whose codec is patented, from AVIF by the brands of a file. Pure. */

/** https://nokiatech.github.io/heif/technical.html */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
/** The brands are at the beginning: the file's own one, then the compatible ones. */
const [typeAt, brandAt, brandEnd, brandsEnd] = [4, 8, 12, 64];

/** Returns the type of a picture in a HEIF container by its first bytes; undefined for other files. */
export function heifTypeOf(bytes: Uint8Array): 'image/avif' | 'image/heic' | undefined {
  const start = Buffer.from(bytes.subarray(0, brandsEnd)).toString('latin1');
  if (start.slice(typeAt, brandAt) !== 'ftyp') return undefined;
  // AVIF files may begin like HEIC but list their brand.
  if (start.includes('avif', brandAt)) return 'image/avif';
  return heicBrands.has(start.slice(brandAt, brandEnd)) ? 'image/heic' : undefined;
}
