import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { productsPartition } from '../../../shared/modules/attachments/partitions/partition.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { anImage } from '../../support/builders/images.ts';
import { aKey, aSibling, aTenant, close, closings, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const url = ({ id }: Pick<Attachment, 'id'>) => `/api/attachments/file/${id}`;
const content = Buffer.from('0123456789'.repeat(100));

let caller: TestCaller;
let file: Attachment;
let open: Attachment;

beforeAll(async () => {
  caller = await aTenant();
  file = await aStoredFile(caller, content, {
    fileName: 'Notes_1.txt',
    originalName: 'Notes “1”.txt',
    mimeType: 'text/plain',
  });
  open = await aStoredFile(caller, await anImage('png'), {
    fileName: 'front.png',
    mimeType: 'image/png',
    partitionCode: productsPartition,
  });
});

describe('a private file', () => {
  it('is downloaded unchanged, as an attachment without active content', async () => {
    const { status, headers, bytes } = await getBytes(url(file), { as: caller });
    expect(status).toBe(200);
    expect(bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Notes_1.txt"; filename*=UTF-8''Notes%20%E2%80%9C1%E2%80%9D.txt`,
      'cache-control': 'private, max-age=60',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
    });
    expect(headers.get('vary')).toContain('Authorization, X-Api-Key, Cookie');
  });

  it('is found with four requests: caller, row, partition, object', async () => {
    const calls = await callsOf({ ...(await getBytes(url(file), { as: caller })), body: undefined });
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'GetObject']);
  });

  it('returns 401 without credentials, not cacheable', async () => {
    const { status, headers, body } = await getBytes(url(file));
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'unauthenticated', error: expect.any(String) });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('looks to others as if it did not exist', async () => {
    const [stranger, sibling] = await Promise.all([aTenant(), aSibling(caller)]);
    const unknown = await getBytes(url({ id: randomUUID() }), { as: stranger });
    expect(unknown.status).toBe(404);
    for (const as of [stranger, sibling]) {
      const answer = await getBytes(url(file), { as });
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('can be read by super admins of any tenant', async () => {
    const elsewhere = await aTenant({ isSuperAdmin: true });
    expect((await getBytes(url(file), { as: elsewhere })).status).toBe(200);
  });

  it('can be read by callers who select its organization or all', async () => {
    const sibling = await aSibling(caller);
    const user = await aUser(sibling, { acl: { features: [], isSuperAdmin: false, organizations: null } });
    const { token } = await aSession(user);
    const statusOf = async (query: string, cookie: string) =>
      (await getBytes(url(file) + query, { headers: { authorization: `Bearer ${token}`, cookie } })).status;
    expect(await statusOf('', '')).toBe(404);
    expect(await statusOf(`?organizationId=${caller.organizationId}`, '')).toBe(200);
    expect(await statusOf('', `svc_selected_org=${caller.organizationId}`)).toBe(200);
    expect(await statusOf('', 'svc_selected_org=__all__')).toBe(200);
    expect(await statusOf(`?tenantId=${randomUUID()}`, '')).toBe(403);
  });

  it('needs no feature', async () => {
    const unprivileged = await aKey({ ...caller, features: [] });
    expect((await getBytes(url(file), { as: unprivileged })).status).toBe(200);
  });
});

describe('a public file', () => {
  it.each([
    'auth_token=expired',
    'svc_selected_org=0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
    'svc_selected_org=gone',
  ])('is sent to a browser with the expired cookie %s', async (cookie) => {
    expect((await getBytes(url(open), { headers: { cookie } })).status).toBe(200);
    const session = await aSession(await aUser(caller));
    const signedIn = { cookie: `auth_token=${session.token}; ${cookie}` };
    expect((await getBytes(url(open), { headers: signedIn })).status).toBe(200);
  });

  it('is refused to an invalid key, and a private one to an expired cookie', async () => {
    expect((await getBytes(url(open), { headers: { 'x-api-key': 'pmk_wrong' } })).status).toBe(401);
    expect((await getBytes(url(file), { headers: { cookie: 'auth_token=expired' } })).status).toBe(401);
  });

  it.each([
    ['download=true', 'attachment'],
    ['download=Yes', 'attachment'],
    ['download=0', 'inline'],
  ])('with %s is sent as %s', async (query, kind) => {
    const { headers } = await getBytes(`${url(open)}?${query}`);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind};`));
  });

  it('refuses an invalid value of download', async () => {
    expect((await getBytes(`${url(open)}?download=perhaps`)).status).toBe(400);
  });

  it('is public, displayed inline if it is an image, and cached for a day', async () => {
    const { status, headers } = await getBytes(url(open));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="front.png"',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each(closings)('is sent to no caller when %s', async (closing) => {
    const owner = await aTenant();
    const sibling = await aSibling(owner);
    const image = await aStoredFile(owner, await anImage('png'), {
      fileName: 'front.png',
      mimeType: 'image/png',
      partitionCode: productsPartition,
    });
    const imageUrl = `/api/attachments/image/${image.id}`;
    const superAdmin = await aKey({ ...caller, isSuperAdmin: true });
    expect((await getBytes(url(image), { as: sibling })).status).toBe(200);
    expect((await getBytes(imageUrl)).status).toBe(200);
    await close(owner, closing);
    for (const path of [url(image), imageUrl]) {
      expect((await getBytes(path)).status).toBe(404);
      expect((await getBytes(path, { as: caller })).status).toBe(404);
      expect((await getBytes(path, { as: superAdmin })).status).toBe(404);
    }
    const isTenant = closing !== 'its organization is closed';
    expect((await getBytes(url(image), { as: sibling })).status).toBe(isTenant ? 401 : 404);
  });

  it('is available to callers of other tenants', async () => {
    expect((await getBytes(url(open), { as: await aTenant() })).status).toBe(200);
  });

  it('is refused to invalid credentials', async () => {
    const unknown = { key: `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}` };
    expect((await getBytes(url(open), { as: unknown })).status).toBe(401);
  });

  it('is sent as an attachment for download=1 only', async () => {
    const dispositionOf = async (query: string) =>
      (await getBytes(`${url(open)}?${query}`)).headers.get('content-disposition');
    expect(await dispositionOf('download=1')).toMatch(/^attachment/);
    expect(await dispositionOf('download=false')).toMatch(/^inline/);
    expect(await dispositionOf('download=')).toMatch(/^inline/);
  });
});

describe('a range of a file', () => {
  const part = (range: string, headers: Record<string, string> = {}) =>
    getBytes(url(file), { as: caller, headers: { range, ...headers } });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
  ])('%s returns 206', async (range, first, last) => {
    const { status, headers, bytes } = await part(range);
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(bytes.equals(content.subarray(first, last + 1))).toBe(true);
  });

  it('beyond its end returns 416', async () => {
    const { status, headers, body } = await part('bytes=1000-');
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('bytes */1000');
    expect(body).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it('returns the whole file for several ranges, and for another version', async () => {
    expect((await part('bytes=0-1,5-6')).status).toBe(200);
    expect((await part('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    expect((await part('bytes=0-1', { 'if-range': `"${file.sha256}"` })).status).toBe(206);
  });
});

describe('a file in the client’s cache', () => {
  it('returns 304 without a request to the bucket', async () => {
    const answer = await getBytes(url(file), {
      as: caller,
      headers: { 'if-none-match': `W/"x", "${file.sha256}"` },
    });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.get('etag')).toBe(`"${file.sha256}"`);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    const calls = await callsOf({ ...answer, body: undefined });
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'GetItem']);
  });

  it.each([
    [4 * 1024 * 1024, 'in one response'],
    [4 * 1024 * 1024 + 1, 'as a stream'],
  ])('returns a changed file of %s bytes %s', async (length, how) => {
    const changed = await aStoredFile(caller, randomBytes(length));
    const headers = { 'if-none-match': '"earlier"' };
    const direct = await fetch(`${inject('baseUrl')}${url(changed)}`, {
      headers: { ...headers, 'x-api-key': caller.key },
      redirect: 'manual',
    });
    await direct.bytes();
    expect(direct.status).toBe(how === 'as a stream' ? 307 : 200);
    const { status, bytes } = await getBytes(url(changed), { as: caller, headers });
    expect([status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, changed.sha256]);
  });

  it('is still refused to callers without access', async () => {
    const headers = { 'if-none-match': `"${file.sha256}"` };
    expect((await getBytes(url(file), { headers })).status).toBe(401);
  });
});

describe('HEAD', () => {
  it('returns the headers of GET, without a body', async () => {
    const [got, head] = await Promise.all([
      getBytes(url(file), { as: caller }),
      getBytes(url(file), { as: caller, method: 'HEAD', headers: { range: 'bytes=0-1' } }),
    ]);
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-type', 'content-disposition', 'etag', 'cache-control']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    }
    const calls = await callsOf({ ...head, body: undefined });
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'HeadObject']);
  });

  it('returns 404 for missing files', async () => {
    expect((await getBytes(url({ id: randomUUID() }), { as: caller, method: 'HEAD' })).status).toBe(404);
    const lost = await aStoredFile(caller, null);
    expect((await getBytes(url(lost), { as: caller, method: 'HEAD' })).status).toBe(404);
  });
});

describe('a file that cannot be delivered', () => {
  it('returns 404 if the object is missing', async () => {
    const lost = await aStoredFile(caller, null, { fileSize: 5 });
    const { status, body, headers } = await getBytes(url(lost), { as: caller });
    expect([status, body]).toEqual([404, { error: expect.any(String), code: 'not_found' }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns 400 for an invalid id, and 500 for a file without a partition', async () => {
    expect((await getBytes(url({ id: 'none' }), { as: caller })).status).toBe(400);
    const stray = await aStoredFile(caller, content, { partitionCode: 'nowhere' });
    expect((await getBytes(url(stray), { as: caller })).status).toBe(500);
  });

  it('is not sent as an empty file', async () => {
    const empty = await aStoredFile(caller, Buffer.alloc(0));
    const { status, headers, bytes } = await getBytes(url(empty), { as: caller });
    expect([status, headers.get('etag'), bytes.length]).toEqual([200, `"${empty.sha256}"`, 0]);
  });
});

describe('a large file', () => {
  it('is sent completely and unchanged', async () => {
    const bytes = randomBytes(25 * 1024 * 1024);
    const large = await aStoredFile(caller, bytes);
    const answer = await getBytes(url(large), { as: caller });
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(large.sha256);

    // A client that reads the beginning and disconnects.
    const requestId = await new Promise<string>((resolve, reject) => {
      const sent = request(`${inject('baseUrl')}${url(large)}`, { headers: { 'x-api-key': caller.key } });
      sent.on('error', reject).end();
      sent.on('response', (response) => {
        response.once('data', () => {
          sent.off('error', reject).on('error', () => undefined);
          response.destroy();
          resolve(String(response.headers['x-request-id']));
        });
      });
    });
    const line = await eventually('the log line of the download', async () => {
      const response = await fetch(`${inject('controlUrl')}/logs?requestId=${requestId}`);
      const { lines } = (await response.json()) as { lines: { line: string }[] };
      return lines.find((each) => each.line.includes('"outcome":"client left"'))?.line;
    });
    // The read of the bucket was cancelled as well, long before the end of the file.
    expect(JSON.parse(line).bytes).toBeLessThan(bytes.length / 2);
  });
});
