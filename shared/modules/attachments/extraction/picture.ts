/** Converts pictures to formats that Textract accepts. sharp is loaded on first use. */
import { decode } from 'bmp-ts';
import type { Sharp } from 'sharp';
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

async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // The prebuilt libvips reads no BMP.
  if (bytes.length >= bmpHeaderBytes && bytes.toString('latin1', 0, 2) === 'BM') return openBmp(sharp, bytes);
  // Only the first frame of an animation.
  const options = { limitInputPixels: extractionLimits.pixels, page: 0, sequentialRead: true } as const;
  return sharp(bytes, options).autoOrient().flatten({ background: 'white' });
}

/**
 * Converts a picture to a PNG or, if that would be too large, a JPEG: upright, without transparency, within the limits of
 * Textract. Throws if it cannot be read or has too many pixels.
 */
export async function pictureForRecognition(bytes: Uint8Array): Promise<Buffer> {
  const opened = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
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

/** Returns the number of pictures in a file. Throws if it cannot be read. */
export async function pictureCount(bytes: Uint8Array): Promise<number> {
  const { default: sharp } = await import('sharp');
  const { pages = 1 } = await sharp(bytes).metadata();
  return pages;
}
