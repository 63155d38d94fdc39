import {
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { anS3, Bucket, callsOf } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
const client = s3.administrator();
afterAll(() => s3.stop());

const { put } = callsOf(() => client);

describe('lists', () => {
  const list = (input: object) => client.send(new ListObjectsV2Command({ Bucket, ...input }));

  it('are paged in key order', async () => {
    for (const name of ['c', 'a', 'b/1', 'b/2', 'ab']) await put(`list/${name}`, name);
    const first = await list({ Prefix: 'list/', MaxKeys: 2 });
    expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2 });
    expect(first.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([
      ['list/a', 1],
      ['list/ab', 2],
    ]);
    const second = await list({ Prefix: 'list/', ContinuationToken: first.NextContinuationToken });
    expect(second.Contents?.map(({ Key }) => Key)).toEqual(['list/b/1', 'list/b/2', 'list/c']);
    expect(second.IsTruncated).toBe(false);
    const folders = await list({ Prefix: 'list/', Delimiter: '/' });
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
    expect(folders.Contents?.map(({ Key }) => Key)).toEqual(['list/a', 'list/ab', 'list/c']);
    expect((await list({ Prefix: 'list/', StartAfter: 'list/b/1', MaxKeys: 1 })).Contents?.[0]?.Key).toBe(
      'list/b/2',
    );
    const page = await list({ Prefix: 'list/', Delimiter: '/', MaxKeys: 3 });
    expect(page).toMatchObject({ KeyCount: 3, CommonPrefixes: [{ Prefix: 'list/b/' }] });
    const rest = await list({
      Prefix: 'list/',
      Delimiter: '/',
      ContinuationToken: page.NextContinuationToken,
    });
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['list/c']);
    expect(rest.CommonPrefixes).toBeUndefined();
    await put('encoded/ü &', 'x');
    expect(await list({ Prefix: 'encoded/', EncodingType: 'url' })).toMatchObject({
      EncodingType: 'url',
      Contents: [{ Key: 'encoded/%C3%BC%20%26' }],
    });
    expect((await list({ Prefix: 'nothing/' })).Contents).toBeUndefined();
  });

  it('do not contain deleted objects', async () => {
    for (const name of ['1', '2', '3']) await put(`many/${name}`);
    const Objects = ['many/1', 'many/3', 'many/missing'].map((Key) => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).toHaveLength(3);
    expect((await list({ Prefix: 'many/' })).Contents?.map(({ Key }) => Key)).toEqual(['many/2']);
  });

  it('contain the buckets', async () => {
    const { Buckets } = await client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, 'platform-modules-local-sync']);
    expect(Buckets?.[0]?.CreationDate).toBeInstanceOf(Date);
    await client.send(new HeadBucketCommand({ Bucket }));
    await expect(client.send(new HeadBucketCommand({ Bucket: 'other' }))).rejects.toThrow();
  });
});
