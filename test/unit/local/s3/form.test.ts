import { createHmac } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presignPost } from '../../../../shared/kernel/files/bucket.ts';
import { connectFiles } from '../../../../shared/kernel/files/client.ts';
import { allowedOrigin } from '../../../support/runtime/allowed-origin.ts';
import { allow, anS3, Bucket } from '../../../support/runtime/s3.ts';

const s3 = await anS3();
const administrator = s3.administrator();
afterAll(() => s3.stop());

/** A function that signs forms, with the permissions that they need. */
let signer: ReturnType<typeof s3.aFunction>;
beforeEach(() => {
  signer = s3.aFunction(allow('PutObject', 'staging/*'));
  connectFiles({ name: Bucket, client: signer.client });
});
afterEach(() => {
  vi.useRealTimers();
});

const denied = { status: 403, code: 'AccessDenied' };
const wanted = { key: 'staging/t/a', maxBytes: 10, expiresSeconds: 300 };

interface Sent {
  fields: Record<string, string>;
  file?: string | Blob;
  headers?: Record<string, string>;
}

async function post(url: string, { fields, file = 'hello', headers = {} }: Sent) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'name.txt');
  const response = await fetch(url, { method: 'POST', body: form, headers });
  const body = await response.text();
  const [, code] = /<Code>(\w+)<\/Code>/.exec(body) ?? [];
  const [, message] = /<Message>(.*)<\/Message>/.exec(body) ?? [];
  return { status: response.status, code, message, body, headers: response.headers };
}

async function stored(Key: string): Promise<string | undefined> {
  const found = await administrator.send(new GetObjectCommand({ Bucket, Key })).catch(() => undefined);
  return found?.Body?.transformToString();
}

describe('a presigned form', () => {
  it('writes the named object', async () => {
    const { url, fields } = await presignPost({ ...wanted, contentType: 'text/plain' });
    expect(await post(url, { fields })).toMatchObject({ status: 204, body: '' });
    expect(await stored(wanted.key)).toBe('hello');
    const head = await administrator.send(new HeadObjectCommand({ Bucket, Key: wanted.key }));
    expect(head).toMatchObject({ ContentType: 'text/plain', ContentLength: 5 });
    const call = s3.meter.calls().find(({ action }) => action === 'PostObject');
    expect(call).toMatchObject({ identity: 'pm-files', status: 204 });
    expect(s3.grantsUsed()).toContainEqual(expect.objectContaining({ action: 's3:PutObject' }));
  });

  it('is valid until it expires, even after its function has ended', async () => {
    const { url, fields } = await presignPost(wanted);
    s3.registry.revoke(signer.identity.accessKeyId);
    expect(await post(url, { fields })).toMatchObject({ status: 204 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    const message = 'Invalid according to Policy: Policy expired.';
    expect(await post(url, { fields })).toMatchObject({ ...denied, message });
  });

  it('accepts the maximum number of bytes, and not one more', async () => {
    const key = 'staging/t/size';
    const { url, fields } = await presignPost({ ...wanted, key });
    const tooLarge = { status: 400, code: 'EntityTooLarge' };
    expect(await post(url, { fields, file: '0123456789a' })).toMatchObject(tooLarge);
    expect(await stored(key)).toBeUndefined();
    expect(await post(url, { fields, file: '0123456789' })).toMatchObject({ status: 204 });
    const file = new Blob([Buffer.alloc(3_000_000)]);
    expect(await post(url, { fields, file })).toMatchObject({ status: 400 });
    expect(await stored(key)).toBe('0123456789');
  });

  it.each<[string, Record<string, string>, string]>([
    ['another key', { key: 'staging/t/b' }, 'Policy Condition failed'],
    ['another tenant’s key', { key: 'staging/other/a' }, 'Policy Condition failed'],
    ['another content type', { 'Content-Type': 'text/html' }, 'Policy Condition failed'],
    ['a field without a condition', { 'x-amz-meta-a': '1' }, 'Extra input fields: x-amz-meta-a'],
    ['another date', { 'X-Amz-Date': '20200101T000000Z' }, 'Policy Condition failed'],
  ])('refuses %s', async (_, change, message) => {
    const { url, fields } = await presignPost({ ...wanted, contentType: 'text/plain' });
    const refused = await post(url, { fields: { ...fields, ...change } });
    expect(refused).toMatchObject({ ...denied, message: expect.stringContaining(message) });
  });

  it('is valid for one bucket', async () => {
    const { url, fields } = await presignPost(wanted);
    const elsewhere = url.replace(Bucket, 'platform-modules-local-sync');
    expect(await post(elsewhere, { fields })).toMatchObject(denied);
  });

  it('is refused with a changed policy or signature, and without them', async () => {
    const { url, fields } = await presignPost(wanted);
    const generous = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
    generous.conditions = generous.conditions.map((one: unknown) =>
      Array.isArray(one) ? ['content-length-range', 0, 1_000_000] : one,
    );
    const Policy = Buffer.from(JSON.stringify(generous)).toString('base64');
    const refused = { status: 403, code: 'SignatureDoesNotMatch' };
    expect(await post(url, { fields: { ...fields, Policy } })).toMatchObject(refused);
    const scope = `${fields['X-Amz-Credential']}/${fields.Policy}`;
    const signingKey = Buffer.from(fields['X-Amz-Signature'] ?? '', 'hex');
    const signedBySignature = createHmac('sha256', signingKey).update(Policy).digest('hex');
    const extended = { Policy, 'X-Amz-Credential': scope, 'X-Amz-Signature': signedBySignature };
    for (const change of [extended, { 'X-Amz-Signature': '0'.repeat(64) }])
      expect(await post(url, { fields: { ...fields, ...change } })).toMatchObject(refused);
    const { Policy: _, ...unsigned } = fields;
    expect(await post(url, { fields: unsigned })).toMatchObject(denied);
    const stranger = { ...fields, 'X-Amz-Credential': 'AKIANOBODY/20260101/us-east-1/s3/aws4_request' };
    expect(await post(url, { fields: stranger })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
  });

  it('has the permissions of its signer', async () => {
    const { url, fields } = await presignPost({ ...wanted, key: 't/elsewhere' });
    expect(await post(url, { fields })).toMatchObject(denied);
    expect(await stored('t/elsewhere')).toBeUndefined();
  });

  it('can let the browser complete the key, and request another status', async () => {
    const { url, fields } = await createPresignedPost(signer.client, {
      Bucket,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
      Key: 'staging/t/${filename}',
      Fields: { success_action_status: '201' },
    });
    const answer = await post(url, { fields });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toContain('<Key>staging/t/name.txt</Key>');
    expect(await stored('staging/t/name.txt')).toBe('hello');
  });

  it('has the conditions that its policy says: the beginning of a field, its value, and the least size', async () => {
    const { url, fields } = await createPresignedPost(signer.client, {
      Bucket,
      Key: 'staging/t/a',
      Fields: { 'Content-Type': 'image/png' },
      Conditions: [
        ['starts-with', '$Content-Type', 'image/'],
        ['eq', '$x-amz-meta-a', '1'],
        ['content-length-range', 3, 9],
      ],
    });
    const meta = { 'x-amz-meta-a': '1' };
    expect(await post(url, { fields: { ...fields, ...meta } })).toMatchObject({ status: 204 });
    const changes: Sent['fields'][] = [{ 'x-amz-meta-a': '2' }, { ...meta, 'Content-Type': 'text/html' }, {}];
    for (const change of changes) {
      expect(await post(url, { fields: { ...fields, ...change } })).toMatchObject({ code: 'AccessDenied' });
    }
    const small = { fields: { ...fields, ...meta }, file: 'ab' };
    expect(await post(url, small)).toMatchObject({ status: 400, code: 'EntityTooSmall' });
  });

  it('needs a file, and a length', async () => {
    const { url, fields } = await presignPost(wanted);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const without = await fetch(url, { method: 'POST', body: form });
    expect(without.status).toBe(400);
    expect(await without.text()).toContain('<Code>InvalidArgument</Code>');
    const chunked = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: new Blob(['--b--']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(411);
  });
});

describe('a page', () => {
  const preflight = (url: string, origin: string) =>
    fetch(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  it('of an allowed origin can send forms and read the responses', async () => {
    const { url, fields } = await presignPost(wanted);
    const allowed = await preflight(url, allowedOrigin);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(allowedOrigin);
    expect(allowed.headers.get('access-control-allow-methods')).toBe('POST');
    const sent = await post(url, { fields, headers: { origin: allowedOrigin } });
    expect(sent.headers.get('access-control-allow-origin')).toBe(allowedOrigin);
  });

  it('of another origin cannot read them', async () => {
    const { url, fields } = await presignPost(wanted);
    expect((await preflight(url, 'https://evil.example')).status).toBe(403);
    const sent = await post(url, { fields, headers: { origin: 'https://evil.example' } });
    expect(sent.headers.get('access-control-allow-origin')).toBeNull();
  });
});
