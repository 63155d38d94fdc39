/**
 * Child process of the upload bench: it has the bytes, and brings them to the given place, one way or another. What is
 * made of them once, the form, is made before; what is measured is how long it takes until they are stored.
 */
import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { formType, formWith, post } from '../upload-form.ts';

export type UploadOrder =
  /** The bytes in a form, to the platform. */
  | { way: 'form'; url: string; headers: Record<string, string> }
  /** The bytes alone, to a service that does nothing else than write them. */
  | { way: 'service'; url: string }
  /** With the SDK's own package, straight to the bucket. */
  | { way: 'package'; key: string };

export interface UploadReport {
  elapsedMs: number;
  /** What was answered, of the ways that have an answer. */
  answer: string;
  error?: string;
}

const { BUCKET: Bucket = '', FILE_BYTES = '0' } = process.env;
const client = new S3Client({});
const bytes = randomBytes(Number(FILE_BYTES));
const form = formWith(bytes);

async function bring(order: UploadOrder): Promise<string> {
  if (order.way === 'form') return post(order.url, { ...order.headers, 'content-type': formType }, form);
  if (order.way === 'service') return post(order.url, {}, bytes);
  await new Upload({ client, params: { Bucket, Key: order.key, Body: bytes } }).done();
  return '';
}

async function perform(order: UploadOrder): Promise<UploadReport> {
  const startMs = performance.now();
  try {
    const answer = await bring(order);
    const elapsedMs = performance.now() - startMs;
    if (order.way === 'package') await client.send(new DeleteObjectCommand({ Bucket, Key: order.key }));
    return { elapsedMs, answer };
  } catch (error) {
    return { elapsedMs: 0, answer: '', error: String(error) };
  }
}

process.on('message', (order: UploadOrder) => {
  void perform(order).then((report) => process.send?.(report));
});
// Ends with who started it, however that ended.
process.on('disconnect', () => process.exit(0));
