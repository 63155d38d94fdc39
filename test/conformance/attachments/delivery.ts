/** Conformance cases of attachments: files, images and share links. */
import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  libraryPath,
  type UploadItem,
} from '../../support/builders/attachments.ts';
import { anImage, aPhoto, gifOfFrames, pngDeclaring } from '../../support/builders/images.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aSuperAdmin, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('attachments');

const content = Buffer.from('0123456789'.repeat(100));
const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
const sandbox = "default-src 'none'; sandbox";

let caller: TestCaller;
/** A private text, a public image, and a private photo. */
let file: UploadItem;
let open: UploadItem;
let photo: UploadItem;
let partitionCode: string;
let photoBytes: Buffer;

const url = ({ id }: Pick<UploadItem, 'id'>) => `${attachmentsPath}/file/${id}`;
const imageUrl = ({ id }: Pick<UploadItem, 'id'>, query = '', slug = '') =>
  `${attachmentsPath}/image/${id}${slug}${query && `?${query}`}`;
const quietly = (value: Uint8Array, filename: string, as = caller) =>
  aFile(as.api, { partitionCode }, { value, filename, type: 'application/octet-stream' });
const aPublicImage = async ({ api }: TestCaller) =>
  aFile(api, { entityId: 'catalog:catalog_product' }, { value: await anImage('png'), filename: 'front.png' });
const download = (headers: Record<string, string> = {}) => getBytes(url(file), { as: caller, headers });

beforeAll(async () => {
  caller = await aCaller();
  partitionCode = await aQuietPartition(caller.api, unique('quiet'));
  file = await quietly(content, 'Notes “1”.txt');
  open = await aPublicImage(caller);
  photoBytes = await aPhoto(300, 200);
  photo = await quietly(photoBytes, 'front.jpg');
});

proves('download', async () => {
  const { status, headers, bytes } = await download();
  expect([status, bytes.equals(content)]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'cache-control': 'private, max-age=60', etag },
    'content-disposition': `attachment; filename="Notes_1.txt"; filename*=UTF-8''Notes%20%E2%80%9C1%E2%80%9D.txt`,
    ...{ 'content-security-policy': sandbox, 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' },
  });
  expect(headers.get('vary')).toContain('Authorization, X-Api-Key, Cookie');
  const empty = await quietly(Buffer.alloc(0), 'empty.txt');
  const answer = await getBytes(url(empty), { as: caller });
  expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
});

proves('download-unauthenticated', async () => {
  const sent: Record<string, string>[] = [{}, { 'if-none-match': etag }, { cookie: 'auth_token=expired' }];
  for (const headers of sent) {
    const { status, headers: received, body } = await getBytes(url(file), { headers });
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(received.get('cache-control')).toBe('no-store');
  }
});

proves('download-foreign', async () => {
  const strangers = [await aCaller(), await aTenant()];
  for (const as of strangers) {
    const unknown = await getBytes(url({ id: randomUUID() }), { as });
    for (const path of [url(file), imageUrl(photo, 'width=70'), imageUrl(file)]) {
      const { status, headers, body } = await getBytes(path, { as });
      expect([status, body]).toEqual([404, unknown.body]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  }
  expect((await getBytes(imageUrl(photo))).status).toBe(401);
  expect((await getBytes(url({ id: 'none' }), { as: caller })).status).toBe(400);
});

proves('download-scope', async () => {
  const { organizationId } = caller;
  const statusAs = async (as: TestCaller, query = '', headers = {}) =>
    (await getBytes(`${url(file)}${query}`, { as, headers })).status;
  expect(await statusAs(await aKey({ ...caller, features: [] }))).toBe(200);
  expect(await statusAs(await aSuperAdmin())).toBe(200);
  const wide = await aKey({ ...caller, organizations: null });
  expect(await statusAs(wide, `?organizationId=${organizationId}`)).toBe(200);
  expect(await statusAs(wide, '', { cookie: `svc_selected_org=${organizationId}` })).toBe(200);
  expect(await statusAs(wide, '', { cookie: 'svc_selected_org=__all__' })).toBe(200);
  expect(await statusAs(wide, `?tenantId=${randomUUID()}`)).toBe(403);
});

proves('public-file', async () => {
  for (const as of [undefined, await aTenant()]) {
    const { status, headers } = await getBytes(url(open), as && { as });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': 'image/png', 'content-disposition': 'inline; filename="front.png"' },
      ...{ 'cache-control': 'public, max-age=86400', 'content-security-policy': sandbox },
    });
  }
});

proves('stale-cookies', ['auth_token=expired', 'svc_selected_org=gone'], async (cookie) => {
  expect((await getBytes(url(open), { headers: { cookie } })).status).toBe(200);
});

proves('invalid-key', ['pmk_wrong', `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`], async (key) => {
  expect((await getBytes(url(open), { as: { key } })).status).toBe(401);
});

proves(
  'download-flag',
  [
    ['1', /^attachment;/],
    ['true', /^attachment;/],
    ['Yes', /^attachment;/],
    ['0', /^inline;/],
    ['', /^inline;/],
  ] as const,
  async ([value, disposition]) => {
    const { headers } = await getBytes(`${url(open)}?download=${value}`);
    expect(headers.get('content-disposition')).toMatch(disposition);
    expect((await getBytes(`${url(open)}?download=perhaps`)).status).toBe(400);
  },
);

proves('closed-scope', ['organization', 'tenant', 'deleted tenant'] as const, async (closed) => {
  const owner = await aTenant();
  const { tenantId, organizationId } = owner;
  const superAdmin = await aSuperAdmin();
  const image = await aPublicImage(owner);
  const share = await owner.api.post<{ url: string }>(`${libraryPath}/${image.id}/shares`);
  const paths = [url(image), imageUrl(image), new URL(share.body.url).pathname];
  for (const path of paths) expect((await getBytes(path)).status).toBe(200);
  const { api } = superAdmin;
  const directory = '/api/directory';
  const organization = { id: organizationId, tenantId, isActive: false };
  const answer = await {
    organization: () => api.put(`${directory}/organizations`, { body: organization }),
    tenant: () => api.put(`${directory}/tenants`, { body: { id: tenantId, isActive: false } }),
    'deleted tenant': () => api.delete(`${directory}/tenants?id=${tenantId}`),
  }[closed]();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  for (const path of paths)
    for (const as of [undefined, caller, superAdmin])
      expect((await getBytes(path, as && { as })).status).toBe(404);
});

proves(
  'range',
  [
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
  ] as const,
  async ([range, first, last]) => {
    const { status, headers, bytes } = await download({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(bytes.equals(content.subarray(first, last + 1))).toBe(true);
  },
);

proves('range-refused', async () => {
  const { status, headers, body } = await download({ range: 'bytes=1000-' });
  expect([status, body.code]).toEqual([416, 'range_not_satisfiable']);
  expect(headers.get('content-range')).toBe('bytes */1000');
});

proves('whole-file', async () => {
  expect((await download({ range: 'bytes=0-1,5-6' })).status).toBe(200);
  expect((await download({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  expect((await download({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
});

proves('not-modified', async () => {
  const answer = await download({ 'if-none-match': `W/"x", ${etag}` });
  expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
  expect(answer.headers.get('etag')).toBe(etag);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
  expect((await download({ 'if-none-match': '"earlier"' })).bytes.equals(content)).toBe(true);
});

proves('head', async () => {
  for (const path of [url(file), imageUrl(photo, 'width=60')]) {
    const head = await getBytes(path, { as: caller, method: 'HEAD', headers: { range: 'bytes=0-1' } });
    const got = await getBytes(path, { as: caller });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-disposition', 'etag', 'cache-control'])
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
  }
  const unknown = await getBytes(url({ id: randomUUID() }), { as: caller, method: 'HEAD' });
  expect(unknown.status).toBe(404);
});

proves('image-size', async () => {
  const path = imageUrl(photo, 'width=100&height=100');
  const first = await getBytes(path, { as: caller });
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 100 });
  expect(Object.fromEntries(first.headers)).toMatchObject({
    ...{ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=60' },
    ...{ 'content-disposition': 'inline; filename="front.jpg"', 'content-security-policy': sandbox },
    'x-content-type-options': 'nosniff',
  });
  const again = await getBytes(`${path}&cropType=cover`, { as: caller });
  expect(again.bytes.equals(first.bytes)).toBe(true);
  const tag = String(first.headers.get('etag'));
  expect(again.headers.get('etag')).toBe(tag);
  const headers = { 'if-none-match': tag };
  expect((await getBytes(path, { as: caller, headers })).status).toBe(304);
  expect((await getBytes(imageUrl(photo, 'width=51'), { as: caller, headers })).status).toBe(200);
});

proves('image-proportions', async () => {
  const narrow = await getBytes(imageUrl(photo, 'width=150&height='), { as: caller });
  expect(await sharp(narrow.bytes).metadata()).toMatchObject({ width: 150, height: 100 });
  const contained = await getBytes(imageUrl(photo, 'width=100&height=100&cropType=contain'), { as: caller });
  const region = { left: 0, top: 0, width: 1, height: 1 };
  expect(Math.min(...(await sharp(contained.bytes).extract(region).raw().toBuffer()))).toBeGreaterThan(245);
});

proves('image-original', async () => {
  const animation = await quietly(gifOfFrames(3), 'a.gif');
  const answer = await getBytes(imageUrl(animation, 'cropType=contain'), { as: caller });
  expect(answer.bytes.equals(gifOfFrames(3))).toBe(true);
  const { headers } = await getBytes(url(animation), { as: caller });
  expect(answer.headers.get('etag')).toBe(headers.get('etag'));
});

proves('image-slug', ['/50x50', '/front-view.jpg', '/a/b/c', '/%2e%2e%2fx'], async (slug) => {
  const plain = await getBytes(imageUrl(photo, 'width=50'), { as: caller });
  const answer = await getBytes(imageUrl(photo, 'width=50', slug), { as: caller });
  expect([answer.status, answer.bytes.equals(plain.bytes)]).toEqual([200, true]);
});

proves('image-cache', async () => {
  const { status, headers } = await getBytes(imageUrl(open, 'width=20'));
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
});

proves(
  'image-size-refused',
  ['width=0', 'width=-1', 'width=4001', 'height=5000', 'height=abc', 'width=1.5', 'cropType=fill'],
  async (query) => {
    const body = { code: 'invalid_input', details: [{ message: expect.any(String) }] };
    expect(await getBytes(imageUrl(photo, query), { as: caller })).toMatchObject({ status: 400, body });
  },
);

proves(
  'image-refused',
  [
    ['a.txt', () => Buffer.from('hello'), 400, 'unsupported_image'],
    ['a.bmp', () => Buffer.from('BM'.padEnd(60, '\0')), 400, 'unsupported_image'],
    ['a.avif', () => Buffer.from('\0\0\0\x20ftypavif', 'latin1'), 400, 'unsupported_image'],
    ['half.jpg', () => photoBytes.subarray(0, 2_000), 400, 'unreadable_image'],
    ['bomb.png', () => pngDeclaring(20_000, 20_000), 413, 'image_too_large'],
    ['frames.gif', () => gifOfFrames(5_000), 413, 'image_too_large'],
  ] as const,
  async ([name, bytes, status, code]) => {
    const image = await quietly(bytes(), name);
    const answer = await getBytes(imageUrl(image, 'width=10'), { as: caller });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // The original is refused as well, except for damage after the header.
    if (code !== 'unreadable_image')
      expect((await getBytes(imageUrl(image), { as: caller })).status).toBe(status);
  },
);

interface Share {
  id: string;
  url: string;
  name: string | null;
  expiresAt: string;
}
const sharesPath = (id = file.id) => `${libraryPath}/${id}/shares`;
const pathOf = ({ url: address }: Pick<Share, 'url'>) => new URL(address).pathname;
async function shared(body = {}, id = file.id): Promise<Share> {
  const answer = await caller.api.post<Share>(sharesPath(id), { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

proves('share', async () => {
  const path = pathOf(await shared());
  const { status, headers, bytes } = await getBytes(path);
  expect([status, bytes.equals(content)]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="Notes_1.txt"/),
    ...{ 'content-type': 'application/octet-stream', 'cache-control': 'private, max-age=60' },
    ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  });
  const part = await getBytes(path, { headers: { range: 'bytes=2-4' } });
  expect([part.status, String(part.bytes)]).toEqual([206, '234']);
});

proves('share-expiry', async () => {
  const before = Date.now();
  const minutes = ({ expiresAt }: Share) => Math.round((Date.parse(expiresAt) - before) / 60_000);
  expect(minutes(await shared())).toBe(7 * 24 * 60);
  expect(minutes(await shared({ expiresInSeconds: 60 }))).toBe(1);
});

proves('share-revoked', async () => {
  const { id } = await quietly(content, 'a.txt');
  const { url: address, ...listed } = await shared({ name: 'Auditor' }, id);
  expect((await caller.api.get(sharesPath(id))).body.items).toEqual([listed]);
  const revoke = () => caller.api.delete(`${sharesPath(id)}/${listed.id}`);
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404]);
  expect((await getBytes(pathOf({ url: address }))).status).toBe(404);
  expect((await caller.api.get(sharesPath(id))).body.items).toEqual([]);
  const audit = '/api/audit_logs/actions?resource=attachments.share';
  const { items } = (await caller.api.get<{ items: Record<string, string>[] }>(audit)).body;
  const ofShare = items.filter(({ resourceId }) => resourceId === listed.id);
  expect(ofShare.map(({ action }) => action)).toEqual(['deleted', 'created']);
  const other = await shared({}, id);
  expect((await caller.api.delete(`${libraryPath}/${id}`)).status).toBe(200);
  expect((await getBytes(pathOf(other))).status).toBe(404);
});

proves('share-forged', async () => {
  const path = pathOf(await shared());
  const [base, token = ''] = [path.replace(/[^/]+$/, ''), path.split('/').at(-1)];
  const [secret = '', expiry = '', signature = ''] = token.split('.');
  const flipped = `${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`;
  const forged = [
    `${base}${secret}.${Number(expiry) + 9}.${signature}`,
    `${base}${secret}.${expiry}.${flipped}`,
    `${base}${'a'.repeat(32)}.${expiry}.${signature}`,
    `${base}${secret}`,
    `${base}${file.id}`,
  ];
  for (const address of forged) {
    const { status, body } = await getBytes(address);
    expect([status, body]).toEqual([404, { error: expect.any(String), code: 'not_found' }]);
  }
});

proves('share-foreign', async () => {
  const share = await shared();
  for (const { api } of [await aCaller(), await aTenant()]) {
    const revoke = api.delete(`${sharesPath()}/${share.id}`);
    for (const request of [api.post(sharesPath()), api.get(sharesPath()), revoke])
      expect((await request).status).toBe(404);
  }
  expect((await getBytes(pathOf(share))).status).toBe(200);
});

proves('share-limit', async () => {
  const { id } = await quietly(content, 'a.txt');
  for (let made = 0; made < 50; made += 10)
    await Promise.all(Array.from({ length: 10 }, () => shared({}, id)));
  expect((await caller.api.post(sharesPath(id))).body).toMatchObject({ code: 'limit_reached', limit: 50 });
});
