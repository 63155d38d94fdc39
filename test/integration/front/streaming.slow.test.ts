import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOverHttp } from '../../support/clients/in-process.ts';
import {
  aStreamHost,
  bundleStreamFunction,
  channelOf,
  permissions,
  type StreamHost,
} from '../../support/runtime/stream-host.ts';

callOverHttp();

let codeDir: string;
let host: StreamHost;

beforeAll(async () => {
  codeDir = await bundleStreamFunction();
  host = await aStreamHost(codeDir);
});
afterAll(async () => {
  await host.stop();
  rmSync(codeDir, { recursive: true, force: true });
});

const stream = (how: string, init: RequestInit = {}, id: string = randomUUID()) =>
  fetch(`${host.url}/api/streams/${id}/${how}`, init);

/** A response of which the client has read the first chunk. */
async function hold(how: string) {
  const id = randomUUID();
  const channel = channelOf(id);
  const abort = new AbortController();
  const { body } = await stream(how, { signal: abort.signal }, id);
  const reader = body?.getReader();
  const text = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  const dispose = async () => channel[Symbol.dispose]();
  return { channel, first: await text(), text, leave: () => abort.abort(), [Symbol.asyncDispose]: dispose };
}

describe('a streamed response', () => {
  it('has status, headers and the whole body of the function', async () => {
    const response = await stream('short', {
      headers: { range: 'bytes=0-', 'last-event-id': '7', 'x-viewer-address': '198.51.100.1' },
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      etag: '"1"',
      'x-range': 'bytes=0-',
      'x-last-event-id': '7',
      'x-head-only': 'false',
      'x-client': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(await response.text()).toBe('first last');
  });

  it('starts before the function has ended', async () => {
    await using held = await hold('wait');
    expect(held.first).toBe('first');
    expect(held.channel.heard).toEqual([]);
    held.channel.say('go on');
    expect(await held.text()).toBe(' last');
    await held.channel.hears('ended');
  });

  it.each([
    ['ends the function’s stream', 'endless'],
    ['notifies a waiting function', 'idle'],
  ])('%s when the client disconnects', async (_, how) => {
    await using held = await hold(how);
    held.leave();
    await held.channel.hears('ended');
    expect((await stream('short')).status).toBe(200);
  });

  it('is produced no faster than the client reads it', async () => {
    await using held = await hold('large');
    // Nothing is read from here on: the function must stop writing long before its 26 MB.
    let made = -1;
    while (made < held.channel.heard.length) {
      made = held.channel.heard.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(made).toBeLessThan(200);
    held.leave();
    await held.channel.hears('ended');
  });

  it('is complete when it is large', async () => {
    const body = await (await stream('large')).text();
    expect(body.length).toBe('first last'.length + 400 * 65_536);
  });

  it('returns only the headers for HEAD, without producing a body', async () => {
    const id = randomUUID();
    using channel = channelOf(id);
    const response = await stream('short', { method: 'HEAD' }, id);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-head-only')).toBe('true');
    expect(await response.text()).toBe('');
    expect(channel.heard).toEqual([]);
  });

  it.each(['"1"', 'W/"1"', '*'])(
    'returns 304 to If-None-Match: %s, without producing a body',
    async (tag) => {
      const id = randomUUID();
      using channel = channelOf(id);
      const response = await stream('short', { headers: { 'if-none-match': tag } }, id);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe('"1"');
      expect(await response.text()).toBe('');
      expect(channel.heard).toEqual([]);
    },
  );
});

describe('a response without a body', () => {
  it('of an empty stream is returned whole, after a redirect', async () => {
    const direct = await stream('empty', { redirect: 'manual' });
    expect(direct.status).toBe(307);
    expect(direct.headers.get('location')).toMatch(/^\/api\/streams\/[\da-f-]+\/empty\?delivery=whole$/);
    expect(direct.headers.get('cache-control')).toBe('no-store');
    const response = await stream('empty');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toBe('"1"');
  });

  it('to a client with an earlier version is the whole body, or the stream if that is large', async () => {
    const headers = { 'if-none-match': '"0"' };
    const small = await stream('short', { headers, redirect: 'manual' });
    expect([small.status, await small.text()]).toEqual([200, 'first last']);
    const large = await stream('large', { headers, redirect: 'manual' });
    expect([large.status, large.headers.get('location')]).toEqual([
      307,
      expect.stringMatching(/\/large\?delivery=stream$/),
    ]);
    expect((await (await stream('large', { headers })).text()).length).toBe(
      'first last'.length + 400 * 65_536,
    );
  });

  it('of the stream itself never arrives, as in AWS', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'empty-stream-'));
    writeFileSync(
      join(dir, 'index.mjs'),
      `export const handler = awslambda.streamifyResponse(async (event, stream) => {
        awslambda.HttpResponseStream.from(stream, { statusCode: 204 }).end();
      });`,
    );
    const hanging = await aStreamHost(dir, permissions, { originSeconds: 1 });
    try {
      expect((await fetch(`${hanging.url}/api/streams/1/short`)).status).toBe(504);
    } finally {
      await hanging.stop();
      rmSync(dir, { recursive: true });
    }
  });
});

describe('a stream that fails', () => {
  it.each([
    ['before its first byte', 'refuse', 404, { code: 'not_found', error: 'Stream not found.' }],
    ['in validation', 'nonsense', 400, { details: [{ field: 'how' }] }],
  ])('%s returns the normal JSON error', async (_, how, status, body) => {
    const response = await stream(how);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject(body);
  });

  it('afterwards is aborted, so that no part looks complete, and logged', async () => {
    const response = await stream('break');
    expect(response.status).toBe(200);
    const requestId = response.headers.get('x-request-id') ?? '';
    await expect(response.text()).rejects.toThrow();
    const lines = host.logs.find({ requestId }).map(({ line }) => line);
    expect(lines.join('\n')).toContain('broken inside');
  });

  it('is aborted when the function times out', async () => {
    const impatient = await aStreamHost(codeDir, permissions, { timeoutSeconds: 1 });
    try {
      const response = await fetch(`${impatient.url}/api/streams/${randomUUID()}/endless`);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    } finally {
      await impatient.stop();
    }
  });
});

describe('the function URL', () => {
  const withEach = (other: object) => permissions.map((one) => ({ ...one, ...other }));

  it.each([
    ['no permission', []],
    ['only the one for the URL', permissions.slice(0, 1)],
    ['only the one for the function', permissions.slice(1)],
    ['those for another distribution', withEach({ SourceArn: 'arn:aws:cloudfront::1:distribution/E2' })],
    ['those for another service', withEach({ Principal: 's3.amazonaws.com' })],
  ])('returns 403 to a distribution with %s', async (_, granted) => {
    const forbidden = await aStreamHost(codeDir, granted);
    try {
      const response = await fetch(`${forbidden.url}/api/streams/1/short`);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ Message: 'Forbidden' });
    } finally {
      await forbidden.stop();
    }
  });

  it('is not called for other methods', async () => {
    const response = await stream('short', { method: 'POST' });
    expect(await response.text()).toBe('api');
  });
});
