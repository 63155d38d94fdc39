import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader, renderImage } from '../../../shared/modules/attachments/delivery/image-render.ts';
import {
  type ImageFormat,
  sniffImageFormat,
} from '../../../shared/modules/attachments/delivery/image-type.ts';
import type { ImageSize } from '../../../shared/modules/attachments/delivery/image-variant.ts';
import { ImageTooLargeError, UnreadableImageError } from '../../../shared/modules/attachments/errors.ts';
import { anImage, aPhoto, gifOfFrames, pngDeclaring, webpOfFrames } from '../../support/builders/images.ts';

const cover = (width?: number, height?: number): ImageSize => ({ width, height, cropType: 'cover' });
const contain = (width: number, height: number): ImageSize => ({ width, height, cropType: 'contain' });
const formats: ImageFormat[] = ['jpeg', 'png', 'gif', 'webp'];

/** The pixel at a position, as `r,g,b,alpha`. */
async function pixelAt(image: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer())];
}

describe.each(formats)('a %s image', (format) => {
  it('keeps its format and has exactly the size, for cover', async () => {
    const rendered = await renderImage(await anImage(format), format, cover(30, 30));
    expect(sniffImageFormat(rendered)).toBe(format);
    expect(await sharp(rendered).metadata()).toMatchObject({ width: 30, height: 30 });
  });

  it('keeps its proportions if one side is requested', async () => {
    const image = await anImage(format, 64, 32);
    const sized = async (size: ImageSize) => sharp(await renderImage(image, format, size)).metadata();
    expect(await sized(cover(32))).toMatchObject({ width: 32, height: 16 });
    expect(await sized(cover(undefined, 8))).toMatchObject({ width: 16, height: 8 });
  });

  it('is padded for contain: transparent, or white without an alpha channel', async () => {
    const rendered = await renderImage(await anImage(format, 40, 20), format, contain(40, 40));
    const corner = await pixelAt(rendered, 0, 0);
    if (format === 'jpeg') expect(Math.min(...corner)).toBeGreaterThan(250);
    else expect(corner[3]).toBe(0);
    const [redness = 0, , , alpha] = await pixelAt(rendered, 20, 20);
    expect(redness).toBeGreaterThan(180);
    expect(alpha).toBe(255);
  });

  it('that is truncated is refused', async () => {
    const whole = format === 'jpeg' ? await aPhoto(200, 200) : await anImage(format, 200, 200);
    for (const bytes of [whole.length / 2, 14]) {
      const rendering = renderImage(whole.subarray(0, bytes), format, cover(10, 10));
      await expect(rendering).rejects.toThrow(UnreadableImageError);
    }
  });
});

describe('renderImage', () => {
  it('rotates a photograph before it crops, and removes its metadata', async () => {
    const top = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .composite([{ input: top, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const rendered = await renderImage(image, 'jpeg', cover(40, 40));
    const { orientation, exif, icc, xmp } = await sharp(rendered).metadata();
    expect({ orientation, exif, icc, xmp }).toEqual({});
    // The top is on the right now.
    expect((await pixelAt(rendered, 35, 20))[2]).toBeGreaterThan(200);
    expect((await pixelAt(rendered, 5, 20))[0]).toBeGreaterThan(200);
  });

  it('uses the sides of a photograph after rotation', async () => {
    const image = await sharp(await anImage('jpeg', 60, 20))
      .withMetadata({ orientation: 8 })
      .toBuffer();
    expect(await readImageHeader(image, 'jpeg')).toEqual({ width: 20, height: 60, frames: 1 });
  });

  it('uses the first frame of an animation', async () => {
    const rendered = await renderImage(gifOfFrames(5), 'gif', cover(8, 8));
    expect((await sharp(rendered, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it('enlarges small images', async () => {
    const rendered = await renderImage(await anImage('png', 1, 1), 'png', cover(100, 100));
    expect(await sharp(rendered).metadata()).toMatchObject({ width: 100, height: 100 });
  });
});

describe('a malicious image', () => {
  const small = cover(10, 10);

  it.each([
    [20_000, 20_000],
    [40_000_001, 1],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ])('with %i × %i pixels in its header is refused by its header', async (width, height) => {
    const bomb = pngDeclaring(width, height);
    expect(bomb.length).toBeLessThan(200);
    // Sides that exceed the decoder's range count as damage.
    await expect(renderImage(bomb, 'png', small)).rejects.toThrow(
      width > 2 ** 30 ? UnreadableImageError : ImageTooLargeError,
    );
  });

  it('with the maximum number of pixels is decoded, with one more row it is not', async () => {
    await expect(readImageHeader(pngDeclaring(8_000, 5_000), 'png')).resolves.toMatchObject({ width: 8_000 });
    await expect(readImageHeader(pngDeclaring(8_000, 5_001), 'png')).rejects.toThrow(ImageTooLargeError);
  });

  it('without a width is refused', async () => {
    await expect(renderImage(pngDeclaring(0, 10), 'png', small)).rejects.toThrow(UnreadableImageError);
  });

  it('with thousands of frames is refused, in any format', async () => {
    await expect(renderImage(gifOfFrames(3_000), 'gif', small)).rejects.toThrow(ImageTooLargeError);
    await expect(renderImage(gifOfFrames(600, 10, 2_000), 'gif', small)).rejects.toThrow(ImageTooLargeError);
    await expect(renderImage(await webpOfFrames(3_000), 'webp', small)).rejects.toThrow(ImageTooLargeError);
    await expect(renderImage(gifOfFrames(300), 'gif', small)).resolves.toBeDefined();
    await expect(renderImage(await webpOfFrames(20), 'webp', small)).resolves.toBeDefined();
  });

  it('with one pixel in width and a huge target size is refused', async () => {
    const thread = await anImage('png', 2, 4_000);
    await expect(renderImage(thread, 'png', cover(4_000))).rejects.toThrow(ImageTooLargeError);
    await expect(renderImage(thread, 'png', cover(2))).resolves.toBeDefined();
  });

  it('with other content after its first bytes is refused', async () => {
    const script = Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1);//');
    await expect(renderImage(script, 'gif', small)).rejects.toThrow(UnreadableImageError);
    const page = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe]), Buffer.from('<html>'.repeat(99))]);
    await expect(renderImage(page, 'jpeg', small)).rejects.toThrow(UnreadableImageError);
    // The first bytes are those of a PNG, the requested format is GIF.
    await expect(renderImage(await anImage('png'), 'gif', small)).rejects.toThrow(UnreadableImageError);
  });

  it('with an archive after its end is rendered without it', async () => {
    const archive = Buffer.from('PK\x03\x04 a whole archive');
    const image = Buffer.concat([await anImage('jpeg'), archive]);
    const rendered = await renderImage(image, 'jpeg', cover(20, 20));
    expect(Buffer.from(rendered).includes(archive)).toBe(false);
  });
});
