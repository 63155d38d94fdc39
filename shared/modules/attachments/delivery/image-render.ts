/**
 * Looks at images and resizes them. Everything that knows sharp is here. It is loaded only when an image has to be
 * decoded: most images are delivered as they were made before.
 *
 * An uploaded image may be malicious: the header is read first, and nothing is decoded of
 * what would take too much memory.
 */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ImageTooLargeError, UnreadableImageError } from '../errors.ts';
import { imageLimits } from './image-limits.ts';
import type { ImageFormat } from './image-type.ts';
import type { ImageSize } from './image-variant.ts';

let loaded: Promise<typeof import('sharp').default> | undefined;

function loadSharp(): Promise<typeof import('sharp').default> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // A function renders one image at a time, and hardly ever the same again: libvips would only keep memory.
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

interface Dimensions {
  width: number;
  height: number;
}

/** What the header says, as the image is seen: turned the way its EXIF orientation wants it. */
export interface ImageHeader extends Dimensions {
  /** Frames of an animation; 1 for a still. */
  frames: number;
}

/** The decoder stops where bytes are missing or wrong. */
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: imageLimits.pixels };

function demandBounds({ width, height }: Dimensions, frames: number): void {
  if (width * height > imageLimits.pixels)
    throw new ImageTooLargeError(`it has more than ${imageLimits.pixels} pixels`);
  if (frames > imageLimits.frames || frames * height > imageLimits.frameRows)
    throw new ImageTooLargeError('it has too many frames');
}

/**
 * Reads the header of an image and decodes nothing. Throws UnreadableImageError when there is none, or of another
 * format than the first bytes say, and ImageTooLargeError beyond the limits.
 */
export async function readImageHeader(bytes: Uint8Array, format: ImageFormat): Promise<ImageHeader> {
  const sharp = await loadSharp();
  let header: Metadata;
  try {
    // The limit would only be another error; what the header says is judged here.
    header = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata();
  } catch (error) {
    throw new UnreadableImageError(error);
  }
  const { pages = 1, autoOrient } = header;
  if (header.format !== format || !(autoOrient.width > 0 && autoOrient.height > 0))
    throw new UnreadableImageError();
  demandBounds(autoOrient, pages);
  return { width: autoOrient.width, height: autoOrient.height, frames: pages };
}

/** Refuses results that are as expensive as the images that are refused: a strip one pixel wide, made 4 000 wide. */
function demandResult({ width: wide, height: high }: ImageHeader, { width, height }: ImageSize): void {
  const result = {
    width: width ?? Math.round((wide * (height ?? high)) / high),
    height: height ?? Math.round((high * (width ?? wide)) / wide),
  };
  const longest = Math.max(result.width, result.height);
  if (longest > imageLimits.derivedSidePixels || result.width * result.height > imageLimits.pixels)
    throw new ImageTooLargeError(`it would become ${result.width} × ${result.height} pixels`);
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const white = { r: 255, g: 255, b: 255, alpha: 1 };

function encode(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg();
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp();
  }
}

/**
 * The image in another size and the same format, upright, without metadata; of an animation the first frame. `cover`
 * fills the size and cuts off what is over, `contain` shows everything and fills up: transparent, or white where the
 * format has no transparency. Throws UnreadableImageError and ImageTooLargeError; what takes longer than
 * `imageLimits.renderSeconds` fails.
 */
export async function renderImage(
  bytes: Uint8Array,
  format: ImageFormat,
  size: ImageSize,
): Promise<Uint8Array> {
  const header = await readImageHeader(bytes, format);
  demandResult(header, size);
  const sharp = await loadSharp();
  const resized = sharp(bytes, { ...decoding, autoOrient: true, sequentialRead: true })
    .resize({
      ...(size.width !== undefined && { width: size.width }),
      ...(size.height !== undefined && { height: size.height }),
      fit: size.cropType,
      background: format === 'jpeg' ? white : transparent,
    })
    .timeout({ seconds: imageLimits.renderSeconds });
  try {
    return await encode(resized, format).toBuffer();
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) throw error;
    throw new UnreadableImageError(error);
  }
}
