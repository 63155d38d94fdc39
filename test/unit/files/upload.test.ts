import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUpload } from '../../../shared/kernel/files/bucket.ts';
import { connectFiles } from '../../../shared/kernel/files/client.ts';
import { partBytes } from '../../../shared/kernel/files/upload.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

const client = new S3Client({ region: 'us-east-1' });
const mock = mockClient(client);
const target = { Bucket: 'files', Key: 'staging/one' };
const upload = { ...target, UploadId: 'upload-1' };

/** The parts sent to S3, copied because the buffers are reused. */
let received: Buffer[];

beforeEach(() => {
  connectFiles({ name: 'files', client });
  received = [];
  mock.reset();
  mock.on(CreateMultipartUploadCommand).resolves({ UploadId: 'upload-1' });
  mock.on(UploadPartCommand).callsFake(async ({ Body, PartNumber }) => {
    received.push(Buffer.from(Body));
    return { ETag: `"part-${PartNumber}"` };
  });
  mock.on(PutObjectCommand).callsFake(async ({ Body }) => void received.push(Buffer.from(Body)));
  mock.on(CompleteMultipartUploadCommand).resolves({});
  mock.on(AbortMultipartUploadCommand).resolves({});
});

/** Bytes that differ by position. */
function pattern(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let index = 0; index + 4 <= bytes; index += 4) buffer.writeUInt32LE(index, index);
  return buffer;
}

function inputsOf<Input>(command: Parameters<typeof mock.commandCalls>[0]): Input[] {
  return mock.commandCalls(command).map(({ args }) => args[0].input as Input);
}

/** An upload with its first bytes. */
async function begun(bytes = partBytes + 1, options: Parameters<typeof openUpload>[1] = {}) {
  const one = openUpload(target.Key, options);
  await one.write(pattern(bytes));
  return one;
}

silenceLog();

describe('an upload', () => {
  it.each([0, 1, 70_000, partBytes])('of %i bytes is one call', async (bytes) => {
    const body = pattern(bytes);
    const one = openUpload(target.Key, { contentType: 'text/plain', metadata: { sha256: 'ab' } });
    await one.write(body);
    await one.complete();
    expect(received).toHaveLength(1);
    expect(received[0]?.equals(body)).toBe(true);
    expect(mock.calls()).toHaveLength(1);
    expect(inputsOf(PutObjectCommand)).toEqual([
      expect.objectContaining({ ...target, ContentType: 'text/plain', Metadata: { sha256: 'ab' } }),
    ]);
  });

  it('of more than a part is sent in parts, in order', async () => {
    const body = pattern(2 * partBytes + 100);
    const one = openUpload(target.Key, { contentType: 'text/plain' });
    for (let at = 0; at < body.byteLength; at += 999_983) await one.write(body.subarray(at, at + 999_983));
    await one.complete();
    expect(received.map(({ byteLength }) => byteLength)).toEqual([partBytes, partBytes, 100]);
    expect(Buffer.concat(received).equals(body)).toBe(true);
    expect(inputsOf(CreateMultipartUploadCommand)).toEqual([{ ...target, ContentType: 'text/plain' }]);
    const Parts = [1, 2, 3].map((PartNumber) => ({ PartNumber, ETag: `"part-${PartNumber}"` }));
    expect(inputsOf(CompleteMultipartUploadCommand)).toEqual([{ ...upload, MultipartUpload: { Parts } }]);
  });

  it('sends the written bytes for any chunk sizes', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, async (chunks) => {
        received = [];
        const body = pattern(chunks.reduce((sum, size) => sum + size, 0));
        const one = openUpload(target.Key);
        let at = 0;
        for (const size of chunks) {
          await one.write(body.subarray(at, at + size));
          at += size;
        }
        await one.complete();
        expect(Buffer.concat(received).equals(body)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('sends two parts while another is filled, and applies backpressure beyond that', async () => {
    const arrived = Promise.withResolvers<void>();
    mock.on(UploadPartCommand).callsFake(async ({ PartNumber }) => {
      if (PartNumber < 3) await arrived.promise;
      return { ETag: `"part-${PartNumber}"` };
    });
    const one = openUpload(target.Key);
    for (let count = 0; count < 3; count += 1) await one.write(pattern(partBytes));
    let waited = true;
    const fourth = one.write(pattern(1)).then(() => {
      waited = false;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(waited).toBe(true);
    expect(mock.commandCalls(UploadPartCommand)).toHaveLength(2);
    arrived.resolve();
    await fourth;
    await one.complete();
    expect(mock.commandCalls(UploadPartCommand)).toHaveLength(4);
  });

  it('lists its parts in order, regardless of their arrival', async () => {
    const second = Promise.withResolvers<void>();
    mock.on(UploadPartCommand).callsFake(async ({ PartNumber }) => {
      if (PartNumber === 1) await second.promise;
      else second.resolve();
      return { ETag: `"part-${PartNumber}"` };
    });
    const one = await begun();
    await one.complete();
    expect(inputsOf(CompleteMultipartUploadCommand)).toMatchObject([
      { MultipartUpload: { Parts: [{ PartNumber: 1 }, { PartNumber: 2 }] } },
    ]);
  });

  it('can be stored under another key while it is small, but only under that of its parts when it is large', async () => {
    const small = await begun(partBytes);
    small.end();
    expect(small.fixedKey).toBeUndefined();
    await small.complete('elsewhere');
    expect(inputsOf(PutObjectCommand)).toMatchObject([{ Key: 'elsewhere' }]);
    const large = await begun();
    large.end();
    expect(large.fixedKey).toBe(target.Key);
    await large.complete('elsewhere');
    expect(inputsOf(CompleteMultipartUploadCommand)).toMatchObject([target]);
  });

  it('sends all bytes when it ends, but creates no object before its completion', async () => {
    const one = await begun();
    one.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(received.map(({ byteLength }) => byteLength)).toEqual([partBytes, 1]);
    expect(mock.commandCalls(CompleteMultipartUploadCommand)).toEqual([]);
    await one.abort();
    expect(inputsOf(AbortMultipartUploadCommand)).toEqual([upload]);
  });
});

describe('an upload that is expected to be large', () => {
  it('is started once, with its first byte', async () => {
    const one = await begun(1, { expectedBytes: 3 * partBytes });
    expect(mock.commandCalls(CreateMultipartUploadCommand)).toHaveLength(1);
    await one.write(pattern(2 * partBytes));
    await one.complete();
    expect(mock.commandCalls(CreateMultipartUploadCommand)).toHaveLength(1);
    expect(received.map(({ byteLength }) => byteLength)).toEqual([partBytes, partBytes, 1]);
  });

  it('sends a part as soon as it is full, and no empty last part', async () => {
    const one = await begun(partBytes, { expectedBytes: 3 * partBytes });
    await new Promise((resolve) => setImmediate(resolve));
    expect(received.map(({ byteLength }) => byteLength)).toEqual([partBytes]);
    await one.write(pattern(partBytes));
    await one.complete();
    expect(received.map(({ byteLength }) => byteLength)).toEqual([partBytes, partBytes]);
    expect(inputsOf(CompleteMultipartUploadCommand)).toMatchObject([
      { MultipartUpload: { Parts: [{ PartNumber: 1 }, { PartNumber: 2 }] } },
    ]);
  });

  it('and is small needs one more call', async () => {
    const one = await begun(10, { expectedBytes: 3 * partBytes });
    await one.complete();
    expect(inputsOf(AbortMultipartUploadCommand)).toEqual([upload]);
    expect(inputsOf(PutObjectCommand)).toHaveLength(1);
  });
});

describe('a failed upload', () => {
  const refused = Object.assign(new Error('Slow down'), { name: 'SlowDown' });

  it('at a part is aborted, with an error for its writer', async () => {
    mock.on(UploadPartCommand, { PartNumber: 1 }).rejects(refused);
    const one = openUpload(target.Key);
    const all = (async () => {
      for (let count = 0; count < 4; count += 1) await one.write(pattern(partBytes));
    })();
    await expect(all).rejects.toMatchObject({ name: 'SlowDown' });
    expect(inputsOf(AbortMultipartUploadCommand)).toEqual([upload]);
    expect(mock.commandCalls(CompleteMultipartUploadCommand)).toEqual([]);
    await expect(one.complete()).rejects.toThrow('has ended');
  });

  it.each([
    ['its last part', UploadPartCommand],
    ['its end', CompleteMultipartUploadCommand],
  ])('at %s is aborted', async (_, command) => {
    const one = await begun();
    if (command === UploadPartCommand) mock.on(UploadPartCommand, { PartNumber: 2 }).rejects(refused);
    else mock.on(CompleteMultipartUploadCommand).rejects(refused);
    await expect(one.complete()).rejects.toMatchObject({ name: 'SlowDown' });
    expect(inputsOf(AbortMultipartUploadCommand)).toEqual([upload]);
  });

  it('at its start has nothing to abort', async () => {
    mock.on(CreateMultipartUploadCommand).rejects(refused);
    const one = await begun();
    await expect(one.complete()).rejects.toMatchObject({ name: 'SlowDown' });
    expect(mock.commandCalls(AbortMultipartUploadCommand)).toEqual([]);
  });
});

describe('an abandoned upload', () => {
  it('before its first part costs no call', async () => {
    const one = await begun(100);
    await one.abort();
    expect(mock.calls()).toEqual([]);
  });

  it('is aborted once, after the current part has arrived', async () => {
    const order: string[] = [];
    const arrived = Promise.withResolvers<void>();
    mock.on(UploadPartCommand).callsFake(async () => {
      await arrived.promise;
      order.push('part');
      return { ETag: '"part-1"' };
    });
    mock.on(AbortMultipartUploadCommand).callsFake(async () => void order.push('abort'));
    const one = await begun();
    const aborting = Promise.all([one.abort(), one.abort()]);
    arrived.resolve();
    await aborting;
    expect(order).toEqual(['part', 'abort']);
    await expect(one.write(pattern(1))).rejects.toThrow('has ended');
  });

  it('does not throw if S3 fails: the lifecycle of the bucket removes its parts', async () => {
    mock.on(AbortMultipartUploadCommand).rejects(new Error('gone'));
    const one = await begun();
    await expect(one.abort()).resolves.toBeUndefined();
  });
});
