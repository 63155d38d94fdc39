import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
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
    const object = { Bucket, Key: 'kept-parts' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    const upload = { ...object, UploadId };
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }));
    await s3.restart();
    client = s3.administrator();
    expect(await textOf('kept')).toBe('still here');
    expect((await client.send(new ListPartsCommand(upload))).Parts).toHaveLength(1);
    await client.send(new AbortMultipartUploadCommand(upload));
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

describe('lists', () => {
  const list = (input: object) => client.send(new ListObjectsV2Command({ Bucket, ...input }));

  const keysOf = ({ Contents }: Awaited<ReturnType<typeof list>>) => Contents?.map(({ Key }) => Key);

  it('are paged in key order', async () => {
    const Prefix = 'list/';
    for (const name of ['c', 'a', 'b/1', 'b/2', 'ab']) await put(`list/${name}`, name);
    const first = await list({ Prefix, MaxKeys: 2 });
    const Contents = [
      { Key: 'list/a', Size: 1 },
      { Key: 'list/ab', Size: 2 },
    ];
    expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2, Contents });
    const second = await list({ Prefix, ContinuationToken: first.NextContinuationToken });
    expect([keysOf(second), second.IsTruncated]).toEqual([['list/b/1', 'list/b/2', 'list/c'], false]);
    expect(keysOf(await list({ Prefix, StartAfter: 'list/b/1', MaxKeys: 1 }))).toEqual(['list/b/2']);
    expect((await list({ Prefix: 'nothing/' })).Contents).toBeUndefined();
  });

  it('group keys by a delimiter, also across pages', async () => {
    const folder = { Prefix: 'grouped/', Delimiter: '/' };
    const CommonPrefixes = [{ Prefix: 'grouped/b/' }];
    for (const name of ['c', 'a', 'b/1', 'b/2', 'ab']) await put(`grouped/${name}`);
    const folders = await list(folder);
    expect(folders.CommonPrefixes).toEqual(CommonPrefixes);
    expect(keysOf(folders)).toEqual(['grouped/a', 'grouped/ab', 'grouped/c']);
    const page = await list({ ...folder, MaxKeys: 3 });
    expect(page).toMatchObject({ KeyCount: 3, CommonPrefixes });
    const rest = await list({ ...folder, ContinuationToken: page.NextContinuationToken });
    expect(keysOf(rest)).toEqual(['grouped/c']);
    expect(rest.CommonPrefixes).toBeUndefined();
  });

  it('can have encoded keys', async () => {
    await put('encoded/ü &', 'x');
    const Contents = [{ Key: 'encoded/%C3%BC%20%26' }];
    const page = await list({ Prefix: 'encoded/', EncodingType: 'url' });
    expect(page).toMatchObject({ EncodingType: 'url', Contents });
  });

  it('do not contain deleted objects', async () => {
    for (const name of ['1', '2', '3']) await put(`many/${name}`);
    const Objects = ['many/1', 'many/3', 'many/missing'].map((Key) => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).toHaveLength(3);
    expect(keysOf(await list({ Prefix: 'many/' }))).toEqual(['many/2']);
  });

  it('contain the buckets', async () => {
    const { Buckets } = await client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, 'platform-modules-local-sync']);
    expect(Buckets?.[0]?.CreationDate).toBeInstanceOf(Date);
    await client.send(new HeadBucketCommand({ Bucket }));
    await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toThrow();
  });
});
