/** Large uploads through the public host and the ingest service. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listObjects } from '../../../shared/kernel/files/bucket.ts';
import { filePrefixes } from '../../../shared/kernel/files/object-keys.ts';
import { attachmentsPath } from '../../support/builders/attachments.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

callOverHttp();

fanOutEvents();

const run = promisify(execFile);
const megabyte = 1024 * 1024;
const largest = 25 * megabyte;
const url = `${inject('baseUrl')}${attachmentsPath}`;

let caller: Awaited<ReturnType<typeof aTenant>>;
let folder: string;

beforeAll(async () => {
  caller = await aTenant();
  folder = mkdtempSync(join(tmpdir(), 'uploads-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function aFileOf(bytes: number): { path: string; sha256: string } {
  const path = join(folder, `${bytes}.bin`);
  const content = randomBytes(bytes);
  writeFileSync(path, content);
  return { path, sha256: createHash('sha256').update(content).digest('hex') };
}

interface Sent {
  status: number;
  body: { error?: string; maxBytes?: number; item?: { id: string; fileSize: number } };
}

/** Uploads with curl. */
async function curl(file: string, key: string | undefined = caller.key, more: string[] = []): Promise<Sent> {
  const form = ['entityId=sales.order', 'recordId=SO-1', `file=@${file}`].flatMap((part) => ['-F', part]);
  const auth = key === '' ? [] : ['-H', `x-api-key: ${key}`];
  const { stdout } = await run('curl', ['-sS', '-w', '\n%{http_code}', ...auth, ...more, ...form, url]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) };
}

/** Objects without a row. */
async function leftOver(): Promise<string[]> {
  const areas = [filePrefixes.staging, filePrefixes.originals];
  const lists = areas.map((area) => Array.fromAsync(listObjects(`${area}${caller.tenantId}/`)));
  const { body } = await caller.api.get<{ items: { id: string }[] }>(`${attachmentsPath}/library`);
  const known = body.items.map(({ id }) => id);
  const keys = (await Promise.all(lists)).flat().map(({ key }) => key);
  return keys.filter((key) => !known.some((id) => key.includes(id)));
}

describe('a file of 25 MB in one plain form', () => {
  it('is stored completely, and downloaded unchanged', async () => {
    const { path, sha256 } = aFileOf(largest);
    const { status, body } = await curl(path);
    expect(status).toBe(200);
    expect(body.item?.fileSize).toBe(largest);
    const target = join(folder, 'back.bin');
    const back = `${url}/file/${body.item?.id}`;
    await run('curl', ['-sS', '-H', `x-api-key: ${caller.key}`, '-o', target, back]);
    const { stdout } = await run('sha256sum', [target]);
    expect(stdout.split(' ')[0]).toBe(sha256);
    expect(await leftOver()).toEqual([]);
  });

  it('is refused with one more byte, and leaves nothing behind', async () => {
    const { status, body } = await curl(aFileOf(largest + 1).path);
    expect([status, body.maxBytes]).toEqual([413, largest]);
    expect(await leftOver()).toEqual([]);
  });

  it('is refused by the public host if its content-length is far too large', async () => {
    const startedMs = performance.now();
    const { status, body } = await curl(aFileOf(40 * megabyte).path);
    expect([status, body.maxBytes, body.error]).toEqual([
      413,
      largest,
      expect.stringContaining('maximum upload size'),
    ]);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it('is refused without a content-length if it never ends', async () => {
    const { status } = await curl(aFileOf(40 * megabyte).path, caller.key, [
      '-H',
      'transfer-encoding: chunked',
    ]);
    expect(status).toBe(413);
    expect(await leftOver()).toEqual([]);
  });
});

describe('a client without credentials', () => {
  it('is refused before it sends its file', async () => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = [
      `POST ${attachmentsPath} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${largest}`,
      '',
      '',
    ];
    socket.write(head.join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('receives the response although it sends the whole body', async () => {
    expect((await curl(aFileOf(largest).path, '')).status).toBe(401);
  });
});
