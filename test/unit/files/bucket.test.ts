import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { sdkStreamMixin } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  copyObject,
  deleteObjects,
  headObject,
  listObjects,
  openObject,
  presignPost,
  putObject,
} from '../../../shared/kernel/files/bucket.ts';
import { connectFiles, filesClientConfig } from '../../../shared/kernel/files/client.ts';
import {
  originalKey,
  stagingKey,
  thumbnailKey,
  thumbnailPrefix,
} from '../../../shared/kernel/files/object-keys.ts';
import { isTemporary } from '../../../shared/kernel/table/errors.ts';

const client = new S3Client({ ...filesClientConfig, region: 'eu-west-1' });
const mock = mockClient(client);

beforeEach(() => {
  connectFiles({ name: 'files', client });
  mock.reset();
});

function named(name: string, status: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
}

describe('a read object', () => {
  const Body = () => sdkStreamMixin(Readable.from([Buffer.from('ell')]));

  it('has its metadata', async () => {
    const head = { ContentLength: 3, ContentType: 'text/plain', ETag: '"e"', Metadata: { sha256: 'ab' } };
    mock.on(GetObjectCommand).resolves({ ...head, Body: Body() });
    const known = { bytes: 3, totalBytes: 3, contentType: 'text/plain', etag: '"e"' };
    const { body, ...others } = (await openObject('one')) ?? {};
    expect(others).toEqual({ key: 'one', ...known, metadata: { sha256: 'ab' } });
    expect((await Array.fromAsync(body ?? [])).join('')).toBe('ell');
  });

  it('has the total size in addition to a range', async () => {
    mock.on(GetObjectCommand).resolves({ ContentLength: 3, ContentRange: 'bytes 1-3/5', Body: Body() });
    expect(await openObject('one', { first: 1, last: 3 })).toMatchObject({ bytes: 3, totalBytes: 5 });
    expect(mock.commandCalls(GetObjectCommand)[0]?.args[0].input.Range).toBe('bytes=1-3');
  });

  it('is undefined if it is missing, and an error without permission', async () => {
    mock.on(GetObjectCommand).rejects(named('NoSuchKey', 404));
    mock.on(HeadObjectCommand).rejects(named('NotFound', 404));
    expect(await openObject('one')).toBeUndefined();
    expect(await headObject('one')).toBeUndefined();
    mock.on(GetObjectCommand).rejects(named('AccessDenied', 403));
    mock.on(HeadObjectCommand).rejects(named('NoSuchBucket', 404));
    await expect(openObject('one')).rejects.toThrow('AccessDenied');
    await expect(headObject('one')).rejects.toThrow('NoSuchBucket');
  });

  it.each([
    ['S3 throttles', named('SlowDown', 503)],
    ['its host cannot be resolved', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
  ])('is a temporary failure if %s', async (_, error) => {
    mock.on(GetObjectCommand).rejects(error);
    await expect(openObject('one')).rejects.toSatisfy(isTemporary);
  });
});

describe('deleted objects', () => {
  it('are deleted in batches of a thousand', async () => {
    mock.on(DeleteObjectsCommand).resolves({});
    await deleteObjects(Array.from({ length: 1001 }, (_, index) => `key-${index}`));
    const calls = mock.commandCalls(DeleteObjectsCommand);
    expect(calls.map(({ args }) => args[0].input.Delete?.Objects?.length)).toEqual([1000, 1]);
  });

  it('are an error if one of them remains', async () => {
    const error = { Key: 'b', Code: 'InternalError', Message: 'try again' };
    mock.on(DeleteObjectsCommand).resolves({ Errors: [error] });
    await expect(deleteObjects(['a', 'b'])).rejects.toMatchObject({
      name: 'InternalError',
      message: expect.stringContaining('1 objects were not deleted'),
    });
  });
});

it('a list is read page by page', async () => {
  const LastModified = new Date(0);
  mock
    .on(ListObjectsV2Command)
    .resolvesOnce({ Contents: [{ Key: 'a', Size: 1, LastModified }], NextContinuationToken: 'more' })
    .resolves({ Contents: [{ Key: 'b', Size: 2, LastModified }] });
  expect(await Array.fromAsync(listObjects('x/'))).toEqual([
    { key: 'a', bytes: 1, lastModified: LastModified },
    { key: 'b', bytes: 2, lastModified: LastModified },
  ]);
  const tokens = mock.commandCalls(ListObjectsV2Command).map(({ args }) => args[0].input.ContinuationToken);
  expect(tokens).toEqual([undefined, 'more']);
});

it('a copy keeps its metadata unless it is replaced, and can be limited to one version of the source', async () => {
  mock.on(CopyObjectCommand).resolves({});
  await copyObject('a/ü b', 'c', { ifEtag: '"e"' });
  await copyObject('a', 'c', { contentType: 'image/png' });
  const replaced = { MetadataDirective: 'REPLACE', ContentType: 'image/png' };
  expect(mock.commandCalls(CopyObjectCommand).map(({ args }) => args[0].input)).toEqual([
    { Bucket: 'files', Key: 'c', CopySource: 'files/a/%C3%BC%20b', CopySourceIfMatch: '"e"' },
    { Bucket: 'files', Key: 'c', CopySource: 'files/a', ...replaced },
  ]);
});

describe('a presigned form', () => {
  it('has a policy with key, maximum size and expiry', async () => {
    const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
    connectFiles({ name: 'files', client: new S3Client({ region: 'eu-west-1', credentials }) });
    const { url, fields } = await presignPost({
      key: 'staging/t/a',
      maxBytes: 100,
      expiresSeconds: 300,
      contentType: 'application/octet-stream',
    });
    expect(url).toBe('https://files.s3.eu-west-1.amazonaws.com/');
    const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 0, 100],
        { key: 'staging/t/a' },
        { bucket: 'files' },
        { 'Content-Type': 'application/octet-stream' },
      ]),
    );
    const secondsLeft = (Date.parse(policy.expiration) - Date.now()) / 1000;
    expect(secondsLeft).toBeGreaterThan(290);
    expect(secondsLeft).toBeLessThanOrEqual(300);
  });
});

describe('keys of objects', () => {
  const owner = { tenantId: 'ten', organizationId: 'org', attachmentId: 'att' };

  it('contain ids only', () => {
    expect(originalKey(owner)).toBe('t/ten/org/att/original');
    expect(stagingKey('ten', 'att')).toBe('staging/ten/att');
    expect(thumbnailKey(owner, 'w640-h480-cover')).toBe('thumbs/ten/org/att/w640-h480-cover');
    expect(thumbnailPrefix(owner)).toBe('thumbs/ten/org/att/');
  });

  it.each(['', '..', '.', 'a/b', 'a\\b', '../ten', 'a b', '%2e', 'é', 'a\u0000'])(
    'refuse the id %j',
    (id) => {
      expect(() => originalKey({ ...owner, organizationId: id })).toThrow('cannot be part');
      expect(() => stagingKey(id, 'att')).toThrow('cannot be part');
      expect(() => thumbnailKey(owner, id)).toThrow('cannot be part');
    },
  );
});

describe('a written object', () => {
  it('is sent without Expect: 100-continue', async () => {
    const sent: Record<string, string>[] = [];
    const asked = new S3Client({
      ...filesClientConfig,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      requestHandler: {
        handle: async ({ headers }: { headers: Record<string, string> }) => {
          sent.push(headers);
          return { response: { statusCode: 200, headers: {} } };
        },
      },
    });
    connectFiles({ name: 'files', client: asked });
    await putObject('one', Buffer.alloc(5 * 1024 * 1024));
    expect(sent).toHaveLength(1);
    expect(Object.keys(sent[0] ?? {}).map((name) => name.toLowerCase())).not.toContain('expect');
  });
});
