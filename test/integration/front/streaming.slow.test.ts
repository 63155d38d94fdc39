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

async function readerOf(response: Response) {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  const text = async () => Buffer.from((await reader.read()).value ?? []).toString();
  return { text, reader };
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
    const id = randomUUID();
    using channel = channelOf(id);
    const { text } = await readerOf(await stream('wait', {}, id));
    expect(await text()).toBe('first');
    expect(channel.heard).toEqual([]);
    channel.say('go on');
    expect(await text()).toBe(' last');
    await channel.hears('ended');
  });

  it('ends the function’s stream when the client disconnects', async () => {
    const id = randomUUID();
    using channel = channelOf(id);
    const abort = new AbortController();
    const { text } = await readerOf(await stream('endless', { signal: abort.signal }, id));
    await text();
    abort.abort();
    await channel.hears('ended');
    expect((await stream('short')).status).toBe(200);
  });

  it('notifies a waiting function when the client disconnects', async () => {
    const id = randomUUID();
    using channel = channelOf(id);
    const abort = new AbortController();
    const { text } = await readerOf(await stream('idle', { signal: abort.signal }, id));
    await text();
    abort.abort();
    await channel.hears('ended');
    expect((await stream('short')).status).toBe(200);
  });

  it('is produced no faster than the client reads it', async () => {
    const id = randomUUID();
    using channel = channelOf(id);
    const abort = new AbortController();
    const { text } = await readerOf(await stream('large', { signal: abort.signal }, id));
    await text();
    // Nothing is read from here on: the function must stop writing long before its 26 MB.
    let made = -1;
    while (made < channel.heard.length) {
      made = channel.heard.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(made).toBeLessThan(200);
    abort.abort();
    await channel.hears('ended');
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
  it('before its first byte returns the normal JSON error', async () => {
    const response = await stream('refuse');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ code: 'not_found', error: 'Stream not found.' });
  });

  it('in validation returns 400 with details', async () => {
    const response = await stream('nonsense');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: [{ field: 'how' }] });
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
  it.each([
    ['no permission', []],
    ['only the one for the URL', permissions.slice(0, 1)],
    ['only the one for the function', permissions.slice(1)],
    [
      'those for another distribution',
      permissions.map((one) => ({ ...one, SourceArn: 'arn:aws:cloudfront::1:distribution/E2' })),
    ],
    ['those for another service', permissions.map((one) => ({ ...one, Principal: 's3.amazonaws.com' }))],
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
