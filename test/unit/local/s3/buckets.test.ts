import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { allow, anS3, Bucket, callsOf } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
let client = s3.administrator();
afterAll(() => s3.stop());

const { put, textOf, head } = callsOf(() => client);

describe('buckets on disk', () => {
  it('survive a restart, including incomplete uploads', async () => {
    await put('kept', 'still here');
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'kept-parts' }));
    await client.send(
      new UploadPartCommand({ Bucket, Key: 'kept-parts', UploadId, PartNumber: 1, Body: 'x' }),
    );
    await s3.restart();
    client = s3.administrator();
    expect(await textOf('kept')).toBe('still here');
    const { Parts } = await client.send(new ListPartsCommand({ Bucket, Key: 'kept-parts', UploadId }));
    expect(Parts).toHaveLength(1);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'kept-parts', UploadId }));
  });

  it('delete objects older than a day by their lifecycle', async () => {
    await put('staging/old');
    await put('t/old');
    const upload = { Bucket, Key: 't/unfinished' };
    await client.send(new CreateMultipartUploadCommand(upload));
    expect(s3.expire(0.9)).toEqual({ objects: 0, uploads: 0 });
    expect(s3.expire(1.1)).toMatchObject({ objects: 1 });
    await expect(head('staging/old')).rejects.toMatchObject({ name: 'NotFound' });
    await head('t/old');
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toBeUndefined();
  });

  it('delete tagged objects by their lifecycle', async () => {
    const retire = (Key: string) => ({
      ...{ Bucket, Key, CopySource: `${Bucket}/${Key}`, MetadataDirective: 'REPLACE' as const },
      ...{ ContentType: 'text/css', TaggingDirective: 'REPLACE' as const, Tagging: 'retired=true' },
    });
    for (const key of ['site/old', 'site/again', 'site/new']) await put(key);
    const untagging = s3.aFunction(allow(['GetObject', 'PutObject'])).client;
    await expect(untagging.send(new CopyObjectCommand(retire('site/new')))).rejects.toThrow(
      's3:PutObjectTagging',
    );
    for (const key of ['site/old', 'site/again']) await client.send(new CopyObjectCommand(retire(key)));
    await put('site/again');
    expect((await head('site/old')).ContentType).toBe('text/css');
    s3.expire(1.1);
    await expect(head('site/old')).rejects.toMatchObject({ name: 'NotFound' });
    await head('site/again');
    await head('site/new');
  });
});
