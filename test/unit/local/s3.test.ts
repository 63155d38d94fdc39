import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytesOf } from '../../../lib/local/s3/body.ts';
import { allow, anS3, Bucket, bucketArn } from '../../support/runtime/s3.ts';

let s3: Awaited<ReturnType<typeof anS3>>;
let client: S3Client;

beforeAll(async () => {
  s3 = await anS3();
  client = s3.administrator();
});
afterAll(() => s3?.stop());
beforeEach(() => {
  s3.faults.clear();
  s3.meter.reset();
});

const put = (Key: string, Body: string | Uint8Array = 'text', more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string, more: object = {}) => client.send(new GetObjectCommand({ Bucket, Key, ...more }));
const textOf = async (Key: string, more: object = {}) => (await get(Key, more)).Body?.transformToString();
const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));
const bodies = () => readdirSync(join(s3.dataDir, 'buckets', 'bodies'));

describe('an object', () => {
  it('is returned with its bytes, its metadata and its checksum as ETag', async () => {
    const labels = { ContentType: 'text/plain', CacheControl: 'no-store', Metadata: { sha256: 'ab' } };
    await put('one', 'hello', { ...labels, ContentDisposition: 'attachment; filename="a.txt"' });
    const found = await get('one');
    expect(await found.Body?.transformToString()).toBe('hello');
    expect(found).toMatchObject({
      ...labels,
      ContentLength: 5,
      ETag: '"5d41402abc4b2a76b9719d911017c592"',
      ServerSideEncryption: 'AES256',
      AcceptRanges: 'bytes',
    });
    expect(await head('one')).toMatchObject({ ...labels, ContentLength: 5 });
  });

  it.each([
    ['bytes=1-3', 'ell', 'bytes 1-3/5'],
    ['bytes=3-', 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=0-99', 'hello', 'bytes 0-4/5'],
  ])('is read by range: %s', async (Range, part, ContentRange) => {
    await put('ranges', 'hello');
    const found = await get('ranges', { Range });
    expect(found).toMatchObject({ ContentRange, ContentLength: part.length });
    expect(await found.Body?.transformToString()).toBe(part);
  });

  it('has no range after its end', async () => {
    await put('ranges', 'hello');
    await expect(get('ranges', { Range: 'bytes=5-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  it('can be empty, have any name, and be replaced without a leftover file', async () => {
    const Key = "a b/ü+%2F/'&<>?#\u{1f600}";
    await put(Key, '');
    expect(await textOf(Key)).toBe('');
    const before = bodies().length;
    await put(Key, 'second');
    expect(await textOf(Key)).toBe('second');
    expect(bodies()).toHaveLength(before);
  });

  it('that does not exist returns 404, and can be deleted', async () => {
    await expect(get('missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(head('missing')).rejects.toMatchObject({ name: 'NotFound' });
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'missing' }));
  });

  it('is written only if none exists, with If-None-Match', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await textOf('once')).toBe('first');
  });

  it('is not sent again for a matching If-None-Match', async () => {
    const { ETag } = await put('cached');
    await expect(get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    await expect(get('cached', { IfMatch: '"other"' })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 412 },
    });
  });

  it('is replaced, copied over and deleted only while it has the ETag of If-Match', async () => {
    const { ETag: IfMatch } = await put('versioned', 'first');
    await put('versioned', 'second', { IfMatch });
    const target = { Bucket, Key: 'versioned', IfMatch };
    const CopySource = `${Bucket}/once`;
    for (const write of [
      () => put('versioned', 'third', { IfMatch }),
      () => client.send(new CopyObjectCommand({ ...target, CopySource })),
      () => client.send(new DeleteObjectCommand(target)),
    ]) {
      await expect(write()).rejects.toMatchObject({ name: 'PreconditionFailed' });
    }
    await expect(put('absent', 'first', { IfMatch })).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await textOf('versioned')).toBe('second');
  });

  it('is written by one of two concurrent writes with If-None-Match', async () => {
    const before = bodies().length;
    const writes = ['one', 'two'].map((text) => put('race', text.repeat(50_000), { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(bodies()).toHaveLength(before + 1);
  });

  it('is refused with a wrong checksum', async () => {
    const wrong = 'AAAAAA==';
    await expect(put('sum', 'x', { ChecksumCRC32: wrong })).rejects.toMatchObject({ name: 'BadDigest' });
    for (const sum of [
      { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' },
      { ChecksumSHA1: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      { ChecksumSHA256: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    ]) {
      await expect(put('sum', 'x', sum)).rejects.toMatchObject({ name: 'BadDigest' });
    }
    await expect(head('sum')).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('that is streamed without a checksum has a trailing one', async () => {
    const body = randomBytes(3_000_000);
    const stream = Readable.from([body.subarray(0, 100_000), body.subarray(100_000)]);
    await put('chunked', stream as unknown as Uint8Array, {
      ContentLength: body.byteLength,
    });
    const back = await (await get('chunked')).Body?.transformToByteArray();
    expect(body.equals(back ?? new Uint8Array())).toBe(true);
    expect(await head('chunked')).not.toHaveProperty('ContentEncoding');
    const encoded = Readable.from(['x']) as unknown as Uint8Array;
    await put('encoded', encoded, { ContentLength: 1, ContentEncoding: 'gzip' });
    expect(await head('encoded')).toHaveProperty('ContentEncoding', 'gzip');
  });

  it.each([
    ['a wrong checksum', '3\r\nabc\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 'BadDigest'],
    ['a missing checksum', '3\r\nabc\r\n0\r\n\r\n', 'BadDigest'],
    ['another length', '2\r\nab\r\n0\r\nx-amz-checksum-crc32:nkg7SQ==\r\n\r\n', 'IncompleteBody'],
    ['no end', '3\r\nabc\r\n', 'IncompleteBody'],
    ['other data', 'abc\r\n', 'IncompleteBody'],
    ['no size', 'size\r\n', 'InvalidRequest'],
  ])('is refused in chunks with %s', async (_, text, code) => {
    const stream = Readable.from([Buffer.from(text.slice(0, 4)), Buffer.from(text.slice(4))]);
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-trailer': 'x-amz-checksum-crc32',
      'x-amz-decoded-content-length': '3',
    };
    const request = {
      bucket: Bucket,
      key: 'a',
      query: new URLSearchParams(),
      method: 'PUT',
      headers,
      stream,
    };
    await expect(Array.fromAsync(bytesOf(request))).rejects.toMatchObject({ code });
  });

  it('that is not sent completely does not exist', async () => {
    const before = bodies().length;
    const gone = new AbortController();
    const never = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(100_000));
        setTimeout(() => gone.abort(), 50);
      },
    });
    const command = new PutObjectCommand({ Bucket, Key: 'gone', Body: never, ContentLength: 900_000 });
    await expect(client.send(command, { abortSignal: gone.signal })).rejects.toThrow();
    await expect.poll(() => bodies().length).toBe(before);
    await expect(head('gone')).rejects.toMatchObject({ name: 'NotFound' });
  });
});

describe('a copy', () => {
  it('has the bytes and metadata of its source, or other metadata', async () => {
    await put('source ü', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `${Bucket}/${encodeURIComponent('source ü')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    await client.send(
      new CopyObjectCommand({
        ...{ Bucket, Key: 'relabelled', CopySource },
        MetadataDirective: 'REPLACE',
        ContentType: 'image/png',
      }),
    );
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'source ü' }));
    expect(await textOf('copy')).toBe('copied');
    expect(await head('copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(await head('relabelled')).toMatchObject({ ContentType: 'image/png', Metadata: {} });
  });

  it('of a missing or changed source is refused', async () => {
    const { ETag: CopySourceIfMatch } = await put('changing', 'first');
    const copy = (name: string, more: object = {}) =>
      client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${name}`, ...more }));
    await expect(copy('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await copy('changing', { CopySourceIfMatch });
    await put('changing', 'second');
    await expect(copy('changing', { CopySourceIfMatch })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(await textOf('copy')).toBe('first');
  });
});

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

describe('an upload in parts', () => {
  const begin = async (Key: string) => {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/plain' }),
    );
    return { Bucket, Key, UploadId };
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
    const before = bodies().length;
    const upload = await begin('aborted');
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'first' }));
    await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'again' }));
    const { Parts } = await client.send(new ListPartsCommand(upload));
    expect(Parts).toMatchObject([{ PartNumber: 1, Size: 5 }]);
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads).toMatchObject([{ Key: 'aborted', UploadId: upload.UploadId }]);
    await client.send(new AbortMultipartUploadCommand(upload));
    expect(bodies()).toHaveLength(before);
    for (const command of [
      new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'late' }),
      new AbortMultipartUploadCommand(upload),
    ]) {
      await expect(client.send(command as AbortMultipartUploadCommand)).rejects.toMatchObject({
        name: 'NoSuchUpload',
      });
    }
    expect(bodies()).toHaveLength(before);
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

describe('IAM', () => {
  it('allows a function its granted actions on its granted keys', async () => {
    const { client: files } = s3.aFunction(allow(['PutObject', 'GetObject'], 't/*'));
    await files.send(new PutObjectCommand({ Bucket, Key: 't/mine', Body: 'x' }));
    await files.send(new GetObjectCommand({ Bucket, Key: 't/mine' }));
    await expect(
      files.send(new PutObjectCommand({ Bucket, Key: 'other/mine', Body: 'x' })),
    ).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining(`s3:PutObject on resource: ${bucketArn}/other/mine`),
      $metadata: { httpStatusCode: 403 },
    });
    await expect(files.send(new DeleteObjectCommand({ Bucket, Key: 't/mine' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    expect(s3.grantsUsed()).toContainEqual(
      expect.objectContaining({ action: 's3:PutObject', resource: `${bucketArn}/t/mine` }),
    );
    expect(s3.meter.calls().map(({ action, status }) => [action, status])).toEqual([
      ['PutObject', 200],
      ['GetObject', 200],
      ['PutObject', 403],
      ['DeleteObject', 403],
    ]);
  });

  it('requires permissions for source and target of a copy', async () => {
    await put('t/original');
    const copy = (Key: string) => new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/t/original` });
    const writer = s3.aFunction(allow('PutObject'));
    await expect(writer.client.send(copy('t/copy'))).rejects.toThrow('s3:GetObject');
    const reader = s3.aFunction(allow('GetObject'), allow('PutObject', 'x/*'));
    await expect(reader.client.send(copy('t/copy'))).rejects.toThrow('s3:PutObject');
    await reader.client.send(copy('x/copy'));
  });

  it('hides the existence of keys without the permission to list them', async () => {
    const missing = new GetObjectCommand({ Bucket, Key: 't/missing' });
    const blind = s3.aFunction(allow('GetObject', 't/*'));
    await expect(blind.client.send(missing)).rejects.toMatchObject({ name: 'AccessDenied' });
    const seeing = s3.aFunction(allow('GetObject', 't/*'), allow('ListBucket', ''));
    await expect(seeing.client.send(missing)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('authorizes a bulk deletion key by key', async () => {
    await put('t/bulk');
    await put('other/bulk');
    const { client: files } = s3.aFunction(allow('DeleteObject', 't/*'));
    const Objects = [{ Key: 't/bulk' }, { Key: 'other/bulk' }];
    const { Errors } = await files.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    expect(Errors).toMatchObject([{ Key: 'other/bulk', Code: 'AccessDenied' }]);
    await expect(head('t/bulk')).rejects.toMatchObject({ name: 'NotFound' });
    await head('other/bulk');
  });

  it('considers the prefix of a list, and the parts of an upload', async () => {
    const Condition = { StringLike: { 's3:prefix': ['t/*'] } };
    const { client: files } = s3.aFunction(
      { ...allow('ListBucket', ''), Condition },
      allow('PutObject', 't/*'),
    );
    await files.send(new ListObjectsV2Command({ Bucket, Prefix: 't/one' }));
    await expect(files.send(new ListObjectsV2Command({ Bucket }))).rejects.toThrow('s3:prefix');
    const { UploadId } = await files.send(new CreateMultipartUploadCommand({ Bucket, Key: 't/parts' }));
    const upload = { Bucket, Key: 't/parts', UploadId };
    await files.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }));
    await expect(files.send(new ListPartsCommand(upload))).rejects.toThrow('s3:ListMultipartUploadParts');
    await expect(files.send(new AbortMultipartUploadCommand(upload))).rejects.toThrow(
      's3:AbortMultipartUpload',
    );
  });

  it('enforces denials of the bucket policy', async () => {
    await put('forbidden/one');
    const { client: files } = s3.aFunction(allow('GetObject'));
    await expect(files.send(new GetObjectCommand({ Bucket, Key: 'forbidden/one' }))).rejects.toThrow(
      'explicit deny',
    );
  });

  it('refuses unknown keys, and unsupported operations', async () => {
    const stranger = s3.aFunction(allow('*'));
    s3.registry.revoke(stranger.identity.accessKeyId);
    await expect(stranger.client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(client.send(new GetObjectAclCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
  });
});

describe('faults', () => {
  it('throttle with an error that the SDK retries', async () => {
    s3.faults.add({ effect: 'throttle', service: 's3', action: 'PutObject', times: 1 });
    await expect(put('slow')).rejects.toMatchObject({ name: 'SlowDown', $metadata: { httpStatusCode: 503 } });
    s3.faults.add({ effect: 'throttle', service: 's3', times: 2 });
    const patient = s3.administrator({ maxAttempts: 3 });
    await patient.send(new PutObjectCommand({ Bucket, Key: 'slow', Body: randomBytes(200_000) }));
    expect(s3.meter.calls().map(({ status }) => status)).toEqual([503, 503, 503, 200]);
  });

  it('fail by the path of the request', async () => {
    await put('broken');
    s3.faults.add({ effect: 'error', service: 's3', bodyContains: 'broken' });
    await put('whole');
    await expect(get('broken')).rejects.toMatchObject({
      name: 'InternalError',
      $metadata: { httpStatusCode: 500 },
    });
  });
});

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
