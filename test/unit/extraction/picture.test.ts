import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encode } from 'bmp-ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { textractLimits } from '../../../shared/modules/attachments/extraction/limits.ts';
import {
  pictureForRecognition,
  picturesIn,
  UnknownFormatError,
} from '../../../shared/modules/attachments/extraction/picture.ts';
import { turnedPages } from '../../../shared/modules/attachments/extraction/tiff.ts';

const red = { r: 200, g: 30, b: 10 };
const aPicture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: red } });

async function aBmp(width = 40, height = 20): Promise<Buffer> {
  const data = await aPicture(width, height).ensureAlpha().raw().toBuffer();
  // In the order of the encoder: alpha, blue, green, red.
  for (let at = 0; at < data.length; at += 4) data.subarray(at, at + 4).reverse();
  return encode({ data, width, height, bitPP: 24 }).data;
}

describe('a picture', () => {
  it.each([
    ['GIF', () => aPicture().gif().toBuffer()],
    ['WebP', () => aPicture().webp({ lossless: true }).toBuffer()],
    ['TIFF', () => aPicture().tiff().toBuffer()],
    ['BMP', () => aBmp()],
    ['JPEG', () => aPicture().jpeg({ quality: 100 }).toBuffer()],
  ])('of the format %s becomes a PNG with the same pixels', async (_, make) => {
    const png = await pictureForRecognition(await make());
    const { format, width, height } = await sharp(png).metadata();
    expect([format, width, height]).toEqual(['png', 40, 20]);
    const [r = 0, g = 0, b = 0] = await sharp(png).removeAlpha().raw().toBuffer();
    expect(Math.abs(r - red.r) + Math.abs(g - red.g) + Math.abs(b - red.b)).toBeLessThan(12);
  });

  it('is read although it has superfluous bytes, but not if it is cut', async () => {
    const jpeg = await aPicture().jpeg().toBuffer();
    const superfluous = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4), jpeg.subarray(2)]);
    expect((await picturesIn(superfluous)).count).toBe(1);
    const { width, height } = await sharp(await pictureForRecognition(superfluous)).metadata();
    expect([width, height]).toEqual([40, 20]);
    await expect(pictureForRecognition(jpeg.subarray(0, -20))).rejects.toThrow();
  });

  it('that is animated becomes its first frame', async () => {
    const frames = [aPicture(), aPicture().negate()].map((one) => one.png().toBuffer());
    const animation = sharp(await Promise.all(frames), { join: { animated: true } });
    const gif = await animation.gif().toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { width, height, pages = 1 } = await sharp(await pictureForRecognition(gif)).metadata();
    expect([width, height, pages]).toEqual([40, 20, 1]);
  });

  it('is rotated upright, with transparent pixels in white', async () => {
    const turned = await aPicture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await sharp(await pictureForRecognition(turned)).metadata();
    expect([width, height]).toEqual([20, 40]);
    const clear = sharp({ create: { width: 4, height: 4, channels: 4, background: '#0000' } });
    const png = await pictureForRecognition(await clear.webp().toBuffer());
    const [r, g, b] = await sharp(png).raw().toBuffer();
    expect([r, g, b]).toEqual([255, 255, 255]);
  });

  const turnedTo = (orientation: number) => aPicture().withMetadata({ orientation });

  it.each([
    ['JPEG', () => turnedTo(3).jpeg().toBuffer()],
    ['PNG', () => turnedTo(8).png().toBuffer()],
    ['TIFF', () => turnedTo(6).tiff().toBuffer()],
  ])('in the format %s is known to lie on its side', async (_, make) => {
    expect(await picturesIn(await make())).toEqual({ count: 1, areUpright: false });
    expect((await picturesIn(await aPicture().jpeg().toBuffer())).areUpright).toBe(true);
  });

  it('in a TIFF is known to be turned without decoding it', async () => {
    const pictures = [aPicture(), turnedTo(1), turnedTo(6)].map((picture) => picture.tiff().toBuffer());
    expect((await Promise.all(pictures)).map(turnedPages)).toEqual([[], [], [1]]);
  });

  it('in a TIFF of several is known by its number', () => {
    // The header, then two directories with one entry each, the orientation.
    const tiff = Buffer.alloc(44);
    tiff.write('II*', 'latin1');
    tiff.writeUInt32LE(8, 4);
    for (const [at, orientation, next] of [
      [8, 1, 26],
      [26, 8, 0],
    ] as const) {
      tiff.writeUInt16LE(1, at);
      tiff.writeUInt16LE(274, at + 2);
      tiff.writeUInt16LE(3, at + 4);
      tiff.writeUInt32LE(1, at + 6);
      tiff.writeUInt16LE(orientation, at + 10);
      tiff.writeUInt32LE(next, at + 14);
    }
    expect(turnedPages(tiff)).toEqual([2]);
    expect(turnedPages(tiff.subarray(0, 30))).toEqual([]);
  });

  it('in the format HEIC is of an unknown format', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    await expect(pictureForRecognition(heic)).rejects.toThrow(UnknownFormatError);
    await expect(picturesIn(heic)).rejects.toThrow(UnknownFormatError);
  });

  it('that is too large for Textract is reduced, as JPEG if necessary', async () => {
    const [width, height] = [1_960, 1_800];
    const noise = randomBytes(width * height * 3);
    const huge = await sharp(noise, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(huge.length).toBeGreaterThan(textractLimits.synchronousBytes);
    const out = await pictureForRecognition(huge);
    expect(out.length).toBeLessThan(textractLimits.synchronousBytes);
    const wide = await pictureForRecognition(await aPicture(11_000, 10).png().toBuffer());
    expect((await sharp(wide).metadata()).width).toBeLessThanOrEqual(textractLimits.sidePixels);
  });

  async function tooManyPixels() {
    const png = await aPicture().png().toBuffer();
    png.writeUInt32BE(10_001, 16);
    png.writeUInt32BE(10_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  }
  async function tooLargeHeader() {
    const bmp = await aBmp();
    bmp.writeUInt32LE(60_000, 18);
    bmp.writeUInt32LE(60_000, 22);
    return bmp;
  }

  it.each([
    ['is none', async () => Buffer.from('BM but nothing that follows is a header')],
    ['is truncated', async () => (await aPicture(400, 400).gif().toBuffer()).subarray(0, 40)],
    ['has too many pixels', tooManyPixels],
    ['has a header with too many pixels', tooLargeHeader],
  ])('that %s is refused', async (_, make) => {
    await expect(pictureForRecognition(await make())).rejects.toThrow();
  });
});
