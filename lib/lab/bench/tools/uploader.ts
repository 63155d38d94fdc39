/**
 * Child process of the upload bench: it holds the bytes and stores them in one of several ways. The form is built
 * before; the time until the bytes are stored is measured.
 */
import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { formWith, post } from '../upload-form.ts';

export type UploadOrder =
  /** The bytes in a form, to the platform. */
  | { way: 'form'; url: string; headers: Record<string, string> }
  /** The bytes alone, to a service that only writes them. */
  | { way: 'service'; url: string }
  /** With the SDK's own package, directly to the bucket. */
  | { way: 'package'; key: string };

export interface UploadReport {
  elapsedMs: number;
  /** The response, for ways that have one. */
  answer: string;
  error?: string;
}

const { BUCKET: Bucket = '', FILE_BYTES = '0' } = process.env;
const client = new S3Client({});
const bytes = randomBytes(Number(FILE_BYTES));
const form = formWith(bytes);

async function store(order: UploadOrder): Promise<string> {
  if (order.way === 'form')
    return post(order.url, { ...form, headers: { ...order.headers, ...form.headers } });
  if (order.way === 'service') return post(order.url, { headers: {}, body: bytes });
  await new Upload({ client, params: { Bucket, Key: order.key, Body: bytes } }).done();
  return '';
}

async function perform(order: UploadOrder): Promise<UploadReport> {
  const startMs = performance.now();
  try {
    const answer = await store(order);
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
// Ends when the process that started it ends.
process.on('disconnect', () => process.exit(0));
