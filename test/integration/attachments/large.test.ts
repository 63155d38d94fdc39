import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { headObject, listObjects, openObject } from '../../../shared/files/bucket.ts';
import { originalKey } from '../../../shared/files/object-keys.ts';
import { attachmentsPath, libraryPath, type UploadAnswer } from '../../support/attachments.ts';
import { aTenant, type TestCaller } from '../../support/builders.ts';
import { encodeForm, formType, inChunks, uploadParts } from '../../support/multipart.ts';

const largest = 25 * 1_048_576;
let caller: TestCaller;
beforeAll(async () => {
  caller = await aTenant();
});

/** The form of a file of this size, whose bytes are not all the same. */
function formOf(bytes: number): { form: Buffer; content: Buffer } {
  const content = Buffer.alloc(bytes);
  for (let offset = 0; offset + 8 <= bytes; offset += 1_024) content.writeDoubleBE(Math.sin(offset), offset);
  const parts = uploadParts({}, { value: content, filename: 'big.bin', type: 'application/octet-stream' });
  return { form: encodeForm(parts), content };
}

const post = (body: Buffer): Promise<UploadAnswer> =>
  caller.api.post(attachmentsPath, { body, headers: { 'content-type': formType } }) as Promise<UploadAnswer>;

const left = async () =>
  (
    await Promise.all(
      ['staging', 't'].map((area) => Array.fromAsync(listObjects(`${area}/${caller.tenantId}/`))),
    )
  ).flat();

describe('a large file', () => {
  it('of exactly the largest size is stored as it is, in one request', async () => {
    const { form, content } = formOf(largest);
    const { status, body } = await post(form);
    expect([status, body.item?.fileSize]).toEqual([200, largest]);
    const { tenantId, organizationId } = caller;
    const key = originalKey({ tenantId, organizationId, attachmentId: body.item.id });
    expect(await headObject(key)).toMatchObject({ bytes: largest });
    const hash = createHash('sha256');
    for await (const chunk of (await openObject(key))?.body ?? []) hash.update(chunk);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(hash.digest('hex')).toBe(sha256);
    const { body: detail } = await caller.api.get<{ item: { sha256: string } }>(
      `${libraryPath}/${body.item.id}`,
    );
    expect(detail.item.sha256).toBe(sha256);
    await caller.api.delete(`${attachmentsPath}?id=${body.item.id}`);
    expect(await left()).toEqual([]);
  });

  it('of one byte more is refused, and nothing of it is left', async () => {
    const { status, body } = await post(formOf(largest + 1).form);
    expect([status, body.error]).toEqual([413, expect.stringMatching(/maximum upload size/)]);
    expect(await left()).toEqual([]);
  });

  it('is refused without being read when it says how large it is', async () => {
    const { status } = await post(Buffer.alloc(40 * 1_048_576));
    expect(status).toBe(413);
  });

  it('that does not say how large it is, is refused when it turns out to be', async () => {
    const { form } = formOf(30 * 1_048_576);
    const response = await fetch(`${inject('baseUrl')}${attachmentsPath}`, {
      method: 'POST',
      headers: { 'x-api-key': caller.key, 'content-type': formType },
      body: ReadableStream.from(inChunks(form)),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await left()).toEqual([]);
  });
});

/** Sends these bytes as a request and ends its half of the connection; answers what came back. */
function sendRaw(bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(inject('baseUrl'));
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.end(bytes);
  });
}

describe('an upload that breaks off', () => {
  it('stores nothing, whatever length was announced', async () => {
    const body = encodeForm(uploadParts({}, { value: 'x'.repeat(10_000) }));
    const head = [
      `POST ${attachmentsPath} HTTP/1.1`,
      'host: localhost',
      `x-api-key: ${caller.key}`,
      `content-type: ${formType}`,
      `content-length: ${body.byteLength}`,
      'connection: close',
    ];
    const answer = await sendRaw(
      Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, 5_000)]),
    );
    expect(answer).not.toContain('200 OK');
    expect((await caller.api.get(libraryPath)).body.total).toBe(0);
    expect(await left()).toEqual([]);
  });
});
