/** Images for tests: ordinary ones, and some that attack decoders. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ImageFormat } from '../../../shared/modules/attachments/delivery/image-type.ts';

const red = { r: 220, g: 30, b: 30 };

/** A plain image. */
export function anImage(format: ImageFormat, width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: red } })
    .toFormat(format)
    .toBuffer();
}

/** A photograph: noise, so that it is large and slow to decode. */
export function aPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: red, noise } })
    .jpeg()
    .toBuffer();
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/** A PNG of some hundred bytes whose header declares a large size. */
export function pngDeclaring(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(3_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animated GIF of 23 bytes per frame. */
export function gifOfFrames(frames: number, width = 16, height = 16): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0];
  const onePixel = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const frame = Buffer.from([...control, ...onePixel]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

function riffChunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An animated WebP; every frame is one pixel. */
export async function webpOfFrames(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: red } })
    .webp({ lossless: true })
    .toBuffer();
  const animated = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]));
  const chunks = [
    riffChunk('VP8X', animated),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ];
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}
