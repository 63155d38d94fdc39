import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../../../lib/local/s3/body.ts';
import { anS3, Bucket, callsOf } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
const client = s3.administrator();
afterAll(() => s3.stop());

const { put, get, textOf, head } = callsOf(() => client);

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
    const refused = { name: 'InvalidRange', $metadata: { httpStatusCode: 416 } };
    await expect(get('ranges', { Range: 'bytes=5-' })).rejects.toMatchObject(refused);
  });

  it('can be empty, have any name, and be replaced without a leftover file', async () => {
    const Key = "a b/ü+%2F/'&<>?#\u{1f600}";
    await put(Key, '');
    expect(await textOf(Key)).toBe('');
    const before = s3.bodies().length;
    await put(Key, 'second');
    expect(await textOf(Key)).toBe('second');
    expect(s3.bodies()).toHaveLength(before);
  });

  it('that does not exist returns 404, and can be deleted', async () => {
    await expect(get('missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(head('missing')).rejects.toMatchObject({ name: 'NotFound' });
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'missing' }));
  });

  it('is written only if none exists, with If-None-Match', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    const refused = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } };
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(refused);
    expect(await textOf('once')).toBe('first');
  });

  it('is not sent again for a matching If-None-Match', async () => {
    const { ETag } = await put('cached');
    const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });
    await expect(get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject(status(304));
    await expect(get('cached', { IfMatch: '"other"' })).rejects.toMatchObject(status(412));
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
    const before = s3.bodies().length;
    const writes = ['one', 'two'].map((text) => put('race', text.repeat(50_000), { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(s3.bodies()).toHaveLength(before + 1);
  });

  it('is refused with a wrong checksum', async () => {
    for (const sum of [
      { ChecksumCRC32: 'AAAAAA==' },
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
    await put('chunked', stream as unknown as Uint8Array, { ContentLength: body.byteLength });
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
    const target = { bucket: Bucket, key: 'a', query: new URLSearchParams() };
    const request = { ...target, method: 'PUT', headers, stream };
    await expect(Array.fromAsync(bytesOf(request))).rejects.toMatchObject({ code });
  });

  it('that is not sent completely does not exist', async () => {
    const before = s3.bodies().length;
    const gone = new AbortController();
    const never = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(100_000));
        setTimeout(() => gone.abort(), 50);
      },
    });
    const command = new PutObjectCommand({ Bucket, Key: 'gone', Body: never, ContentLength: 900_000 });
    await expect(client.send(command, { abortSignal: gone.signal })).rejects.toThrow();
    await expect.poll(() => s3.bodies().length).toBe(before);
    await expect(head('gone')).rejects.toMatchObject({ name: 'NotFound' });
  });
});

describe('a copy', () => {
  it('has the bytes and metadata of its source, or other metadata', async () => {
    await put('source ü', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `${Bucket}/${encodeURIComponent('source ü')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
    const relabelled = { MetadataDirective: 'REPLACE', ContentType: 'image/png' } as const;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'relabelled', CopySource, ...relabelled }));
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
    const refused = { name: 'PreconditionFailed' };
    await expect(copy('changing', { CopySourceIfMatch })).rejects.toMatchObject(refused);
    expect(await textOf('copy')).toBe('first');
  });
});
