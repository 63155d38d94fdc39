/** Converts pictures to formats that Textract accepts. sharp is loaded on first use. */
import { decode } from 'bmp-ts';
import type { Sharp } from 'sharp';
import { heifTypeOf } from '../heif.ts';
import { extractionLimits, textractLimits } from './limits.ts';

/** Maximum side of a converted picture. Larger pictures are not recognized better. */
const usefulPixels = 5_000;
/** Maximum pixels of a BMP, which is decoded in JavaScript. */
const bmpPixels = 40_000_000;
const jpegQuality = 85;
/** Maximum pixels of a PNG. Larger pictures are mostly photos, for which PNG is slow and large. */
const pngPixels = 4_000_000;

// https://learn.microsoft.com/en-us/windows/win32/api/wingdi/ns-wingdi-bitmapinfoheader
const bmpHeaderBytes = 26;

type OpenPicture = typeof import('sharp').default;

function openBmp(sharp: OpenPicture, bytes: Buffer): Sharp {
  const [width, height] = [bytes.readUInt32LE(18), Math.abs(bytes.readInt32LE(22))];
  if (width * height > bmpPixels) throw new Error(`The picture has ${width} by ${height} pixels.`);
  const { data, ...size } = decode(bytes, { toRGBA: true });
  // The fourth byte of most BMPs is padding, not transparency.
  return sharp(data, { raw: { width: size.width, height: size.height, channels: 4 } }).removeAlpha();
}

/** The image library does not read this format. */
export class UnknownFormatError extends Error {
  override name = 'UnknownFormatError';
}

/** Throws UnknownFormatError for HEIC. */
function requireKnownFormat(bytes: Buffer): void {
  if (heifTypeOf(bytes) === 'image/heic')
    throw new UnknownFormatError('Pictures in the format HEIC cannot be read.');
}

/** Damage with which a picture is not read. Warnings, for example of a few superfluous bytes, are no reason. */
const failOn = 'error';

async function open(bytes: Buffer, page: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  requireKnownFormat(bytes);
  // The prebuilt libvips reads no BMP.
  if (bytes.length >= bmpHeaderBytes && bytes.toString('latin1', 0, 2) === 'BM') return openBmp(sharp, bytes);
  const options = { failOn, limitInputPixels: extractionLimits.pixels, page, sequentialRead: true } as const;
  return sharp(bytes, options).autoOrient().flatten({ background: 'white' });
}

/**
 * Converts a picture to a PNG or, if that would be too large, a JPEG: upright, without transparency, within the limits of
 * Textract. Of an animation, only the first frame is read. Throws UnknownFormatError, and other errors if it cannot be read
 * or has too many pixels.
 */
export async function pictureForRecognition(bytes: Uint8Array, page = 0): Promise<Buffer> {
  const opened = await open(bufferOf(bytes), page);
  const picture = opened.resize({
    width: usefulPixels,
    height: usefulPixels,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { width = 0, height = 0 } = await picture.metadata();
  if (width * height <= pngPixels) {
    const png = await picture.clone().png().toBuffer();
    if (png.length <= textractLimits.synchronousBytes) return png;
  }
  return picture.jpeg({ quality: jpegQuality }).toBuffer();
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Returns the number of pictures in a file, and whether they are stored upright, according to their orientation in Exif.
 * Throws UnknownFormatError, and other errors if the file cannot be read.
 */
export async function picturesIn(bytes: Uint8Array): Promise<{ count: number; areUpright: boolean }> {
  const { default: sharp } = await import('sharp');
  const file = bufferOf(bytes);
  requireKnownFormat(file);
  const { pages: count = 1, orientation } = await sharp(file, { failOn }).metadata();
  let areUpright = isUpright(orientation);
  for (let page = 1; areUpright && page < Math.min(count, extractionLimits.turnedPictures); page += 1)
    areUpright = isUpright((await sharp(file, { failOn, page }).metadata()).orientation);
  return { count, areUpright };
}

/** https://www.cipa.jp/std/documents/e/DC-008-2012_E.pdf, page 37: 1 is upright. */
const isUpright = (orientation = 1): boolean => orientation === 1;
