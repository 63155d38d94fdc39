import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { allow, anS3, Bucket, bucketArn, callsOf } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
const client = s3.administrator();
afterAll(() => s3.stop());

beforeEach(() => {
  s3.faults.clear();
  s3.meter.reset();
});

const { put, get, head } = callsOf(() => client);

describe('IAM', () => {
  it('allows a function its granted actions on its granted keys', async () => {
    const { client: files } = s3.aFunction(allow(['PutObject', 'GetObject'], 't/*'));
    await files.send(new PutObjectCommand({ Bucket, Key: 't/mine', Body: 'x' }));
    await files.send(new GetObjectCommand({ Bucket, Key: 't/mine' }));
    const elsewhere = new PutObjectCommand({ Bucket, Key: 'other/mine', Body: 'x' });
    await expect(files.send(elsewhere)).rejects.toMatchObject({
      ...{ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } },
      message: expect.stringContaining(`s3:PutObject on resource: ${bucketArn}/other/mine`),
    });
    const deletion = new DeleteObjectCommand({ Bucket, Key: 't/mine' });
    await expect(files.send(deletion)).rejects.toMatchObject({ name: 'AccessDenied' });
    const used = { action: 's3:PutObject', resource: `${bucketArn}/t/mine` };
    expect(s3.grantsUsed()).toContainEqual(expect.objectContaining(used));
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
    const deletion = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
    const { Errors } = await files.send(deletion);
    expect(Errors).toMatchObject([{ Key: 'other/bulk', Code: 'AccessDenied' }]);
    await expect(head('t/bulk')).rejects.toMatchObject({ name: 'NotFound' });
    await head('other/bulk');
  });

  it('considers the prefix of a list, and the parts of an upload', async () => {
    const Condition = { StringLike: { 's3:prefix': ['t/*'] } };
    const lists = { ...allow('ListBucket', ''), Condition };
    const { client: files } = s3.aFunction(lists, allow('PutObject', 't/*'));
    await files.send(new ListObjectsV2Command({ Bucket, Prefix: 't/one' }));
    await expect(files.send(new ListObjectsV2Command({ Bucket }))).rejects.toThrow('s3:prefix');
    const { UploadId } = await files.send(new CreateMultipartUploadCommand({ Bucket, Key: 't/parts' }));
    const upload = { Bucket, Key: 't/parts', UploadId };
    await files.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }));
    await expect(files.send(new ListPartsCommand(upload))).rejects.toThrow('s3:ListMultipartUploadParts');
    const abort = files.send(new AbortMultipartUploadCommand(upload));
    await expect(abort).rejects.toThrow('s3:AbortMultipartUpload');
  });

  it('enforces denials of the bucket policy', async () => {
    await put('forbidden/one');
    const { client: files } = s3.aFunction(allow('GetObject'));
    const read = files.send(new GetObjectCommand({ Bucket, Key: 'forbidden/one' }));
    await expect(read).rejects.toThrow('explicit deny');
  });

  it('refuses unknown keys, and unsupported operations', async () => {
    const stranger = s3.aFunction(allow('*'));
    s3.registry.revoke(stranger.identity.accessKeyId);
    const refused = { name: 'InvalidAccessKeyId', $metadata: { httpStatusCode: 403 } };
    const object = { Bucket, Key: 'a' };
    await expect(stranger.client.send(new GetObjectCommand(object))).rejects.toMatchObject(refused);
    const unsupported = { name: 'NotImplemented' };
    await expect(client.send(new GetObjectAclCommand(object))).rejects.toMatchObject(unsupported);
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
    const failed = { name: 'InternalError', $metadata: { httpStatusCode: 500 } };
    await expect(get('broken')).rejects.toMatchObject(failed);
  });
});
