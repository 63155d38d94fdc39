import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, describe, expect, it } from 'vitest';
import { anS3, Bucket, callsOf } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
const client = s3.administrator();
afterAll(() => s3.stop());

const { get, textOf } = callsOf(() => client);

describe('an upload in parts', () => {
  const begin = async (Key: string) => {
    const begun = new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/plain' });
    return { Bucket, Key, UploadId: (await client.send(begun)).UploadId };
  };
  const partBytes = 5 * 1024 * 1024;

  it('becomes an object of all its bytes when it is completed', async () => {
    const body = randomBytes(2 * partBytes + 77);
    const params = { Bucket, Key: 'large', Body: body, ContentType: 'image/png' };
    await new Upload({ client, params, partSize: partBytes }).done();
    const found = await get('large');
    expect(found).toMatchObject({ ContentType: 'image/png', ContentLength: body.byteLength });
    expect(found.ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(body.equals((await found.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    const Range = `bytes=${partBytes - 10}-${partBytes + 9}`;
    const across = await (await get('large', { Range })).Body?.transformToByteArray();
    expect(body.subarray(partBytes - 10, partBytes + 10).equals(across ?? new Uint8Array())).toBe(true);
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'large' }));
  });

  it('is listed until it is aborted, which removes its parts', async () => {
    const before = s3.bodies().length;
    const upload = await begin('aborted');
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'first' }));
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'again' }));
    const { Parts } = await client.send(new ListPartsCommand(upload));
    expect(Parts).toMatchObject([{ PartNumber: 1, Size: 5 }]);
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads).toMatchObject([{ Key: 'aborted', UploadId: upload.UploadId }]);
    await client.send(new AbortMultipartUploadCommand(upload));
    expect(s3.bodies()).toHaveLength(before);
    const late = new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'late' });
    const gone = { name: 'NoSuchUpload' };
    await expect(client.send(late)).rejects.toMatchObject(gone);
    await expect(client.send(new AbortMultipartUploadCommand(upload))).rejects.toMatchObject(gone);
    expect(s3.bodies()).toHaveLength(before);
  });

  it('is refused with parts that are too small, unknown, changed or out of order', async () => {
    const upload = await begin('refused');
    const tags: (string | undefined)[] = [];
    for (const PartNumber of [1, 2]) {
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: 'small' }));
      tags.push(ETag);
    }
    const part = (PartNumber: number, ETag = tags[0]) => ({ PartNumber, ETag });
    const complete = (...Parts: object[]) =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    await expect(complete(part(1), part(2))).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(part(3))).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(part(1, '"other"'))).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(part(2), part(1))).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await complete(part(2));
    expect(await textOf('refused')).toBe('small');
  });
});
