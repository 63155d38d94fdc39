import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { productsPartition } from '../../../shared/modules/attachments/partitions/partition.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { anImage } from '../../support/builders/images.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
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
  const names = { fileName: 'Notes_1.txt', originalName: 'Notes “1”.txt' };
  file = await aStoredFile(caller, content, { ...names, mimeType: 'text/plain' });
  open = await aStoredFile(caller, await anImage('png'), {
    fileName: 'front.png',
    mimeType: 'image/png',
    partitionCode: productsPartition,
  });
});

describe('a private file', () => {
  it.each([
    ['costs a read of its object besides', 'GET', false, ['GetObject']],
    ['costs a read of its head besides', 'HEAD', false, ['HeadObject']],
    ['that the client has costs only', 'GET', true, []],
  ] as const)('%s the requests for caller, row and partition', async (_, method, isKnown, ofObject) => {
    const headers: Record<string, string> = isKnown ? { 'if-none-match': `W/"x", "${file.sha256}"` } : {};
    const answer = await getBytes(url(file), { as: caller, method, headers });
    const actions = (await callsOf(answer)).map(({ action }) => action);
    expect(actions).toEqual(['UpdateItem', 'GetItem', 'GetItem', ...ofObject]);
    expect(answer.status).toBe(isKnown ? 304 : 200);
  });
});

describe('a public file', () => {
  it.each(['svc_selected_org=0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11', 'svc_selected_org=gone'])(
    'is sent to a session with the expired cookie %s',
    async (cookie) => {
      const session = await aSession(await aUser(caller));
      const signedIn = { cookie: `auth_token=${session.token}; ${cookie}` };
      expect((await getBytes(url(open), { headers: signedIn })).status).toBe(200);
    },
  );
});

describe('the URL of a version', () => {
  it.each([
    ['image', 'image', 'public, max-age=3600'],
    ['size of an image', 'image', 'public, max-age=3600', '&width=20'],
  ])('that is stored later keeps the current %s out of caches', async (_, kind, cached, size = '') => {
    const cachedAs = async (version: number) => {
      const answer = await getBytes(`/api/attachments/${kind}/${open.id}?v=${version}${size}`);
      return [answer.status, answer.headers.get('cache-control')];
    };
    expect(await cachedAs(1)).toEqual([200, cached]);
    expect(await cachedAs(2)).toEqual([200, 'no-store']);
  });
});

describe('a changed file', () => {
  it.each([
    [4 * 1024 * 1024, 'in one response'],
    [4 * 1024 * 1024 + 1, 'as a stream'],
  ])('of %s bytes is returned %s', async (length, how) => {
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
});

describe('a file that cannot be delivered', () => {
  it('returns 404 if the object is missing', async () => {
    const empty = await aStoredFile(caller, null);
    expect((await getBytes(url(empty), { as: caller, method: 'HEAD' })).status).toBe(404);
    const lost = await aStoredFile(caller, null, { fileSize: 5 });
    const { status, body, headers } = await getBytes(url(lost), { as: caller });
    expect([status, body]).toEqual([404, { error: expect.any(String), code: 'not_found' }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns 500 for a file without a partition', async () => {
    const stray = await aStoredFile(caller, content, { partitionCode: 'nowhere' });
    expect((await getBytes(url(stray), { as: caller })).status).toBe(500);
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
