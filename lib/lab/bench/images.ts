/** Images for benches, and reading response bytes. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createPartition } from '../../../shared/modules/attachments/partitions/partition-contract.ts';
import { uploadAttachment } from '../../../shared/modules/attachments/upload/upload-contract.ts';
import type { BenchCaller, Platform } from './platform.ts';

/** A photograph: noise, so that it is large and slow to decode. */
export async function aPhoto(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width, height, channels: 3, background: 'gray', noise } as const;
  return Buffer.from(await sharp({ create }).jpeg().toBuffer());
}

/** Uploads a picture without text extraction; returns the attachment's id. */
export async function uploadPicture(
  platform: Platform,
  caller: BenchCaller,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const code = `pictures-${randomUUID()}`;
  await platform.call(caller, 'POST', createPartition.path, { code, title: 'Pictures', requiresOcr: false });
  const form = new FormData();
  form.set('partitionCode', code);
  form.set('entityId', 'sales.order');
  form.set('recordId', 'SO-1001');
  form.set('file', new Blob([bytes]), 'front.jpg');
  const { body } = await platform.call(caller, 'POST', uploadAttachment.path, form);
  return (body as { item: { id: string } }).item.id;
}

/** The response bytes of a path. Throws for an error response. */
export async function bytesOf(
  platform: Platform,
  { key }: BenchCaller,
  path: string,
): Promise<Buffer<ArrayBuffer>> {
  const response = await fetch(`${platform.baseUrl}${path}`, { headers: { 'x-api-key': key } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}
