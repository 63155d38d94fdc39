import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import { Reply } from '../../../shared/kernel/http/reply.ts';
import { streamBody, streamedBody } from '../../../shared/kernel/http/stream-body.ts';
import { ingestLimits } from '../../../shared/modules/attachments/ingest/limits.ts';
import { createIngestServer } from '../../../shared/modules/attachments/ingest/server.ts';
import { sampleEndpoint } from '../../support/fixtures/sample-endpoint.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const path = '/api/samples/files';
/** For events that happen soon, also on a busy machine. */
const patience = { timeout: 300_000 };
const maxBodyBytes = 25 * 1024 * 1024;
const result = z.object({ bytes: z.number(), sha256: z.string(), ip: z.string() });
const contract = (auth: 'none' | 'caller') =>
  defineEndpoint({
    ...sampleEndpoint,
    ...{ operationId: 'takeFile', method: 'POST', path, transport: 'ingest', auth },
    ...{ bodyFormat: 'stream', body: streamedBody('A file.'), maxBodyBytes },
    success: { status: 200, description: 'Taken', result },
  });

let servers: Server[];
/** Resumes waiting handlers. */
let gate: PromiseWithResolvers<void>;

beforeEach(() => {
  servers = [];
  gate = Promise.withResolvers();
  vi.stubEnv(originSecretsVariable, 'secret');
  vi.stubEnv('CORS_ALLOWED_ORIGINS', 'https://app.example.com');
});
afterEach(async () => {
  gate.resolve();
  vi.unstubAllEnvs();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(limits: Partial<typeof ingestLimits> = {}, auth: 'none' | 'caller' = 'none') {
  const handler = endpoint(
    contract(auth),
    async ({ client }, { chunks }) => {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
      }
      if (bytes === 5) await gate.promise;
      const taken = { bytes, sha256: hash.digest('hex'), ip: client.ip };
      return new Reply(taken, { cookies: ['seen=1; Path=/'] });
    },
    streamBody,
  );
  const server = createIngestServer([{ method: 'POST', path, handler }], { ...ingestLimits, ...limits });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const origin = { 'x-origin-secret': 'secret', 'x-viewer-address': '203.0.113.9' };

function post(url: string, body: RequestInit['body'], headers: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers: { ...origin, ...headers }, duplex: 'half' };
  return fetch(`${url}${path}`, init as RequestInit);
}

/** Sends the head of a request only. */
async function sendHead(url: string, headers: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const lines = [`POST ${path} HTTP/1.1`, 'Host: files', ...headers, '', ''];
  socket.write(lines.join('\r\n'));
  return socket;
}

async function firstAnswer(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

describe('the ingest service', () => {
  it('streams bodies of any size to the handler of the endpoint', async () => {
    const { url } = await serve();
    const body = Buffer.alloc(maxBodyBytes, 'abcdefg');
    const response = await post(url, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      bytes: maxBodyBytes,
      sha256: createHash('sha256').update(body).digest('hex'),
      ip: '203.0.113.9',
    });
    expect(response.headers.getSetCookie()).toEqual(['seen=1; Path=/']);
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('refuses one byte over the limit, announced or not', async () => {
    const { url } = await serve();
    const chunks = async function* () {
      for (let count = 0; count < 30; count += 1) yield Buffer.alloc(1024 * 1024);
    };
    for (const body of [Buffer.alloc(maxBodyBytes + 1), ReadableStream.from(chunks())]) {
      const response = await post(url, body as RequestInit['body']);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'body_too_large', maxBytes: maxBodyBytes });
    }
  });

  it('refuses unauthorized callers before the body is sent', async () => {
    const { url } = await serve({}, 'caller');
    const head = [`Content-Length: ${maxBodyBytes}`, 'X-Origin-Secret: secret', 'X-Viewer-Host: files'];
    const socket = await sendHead(url, head);
    const answer = await firstAnswer(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer).toContain('"error"');
    socket.destroy();
  });

  it('sends the response also to a client that does not wait for it', async () => {
    const { url } = await serve({}, 'caller');
    const response = await post(url, Buffer.alloc(maxBodyBytes));
    expect(response.status).toBe(401);
    expect(await response.json()).toHaveProperty('error');
  });

  it('sends 100-continue only if the body is needed', async () => {
    const open = await serve();
    const head = ['Content-Length: 3', 'Expect: 100-continue', 'X-Origin-Secret: secret'];
    const allowed = await sendHead(open.url, head);
    expect(await firstAnswer(allowed)).toMatch(/^HTTP\/1\.1 100 Continue/);
    allowed.write('abc');
    expect(await firstAnswer(allowed)).toMatch(/^HTTP\/1\.1 200 /);
    const closed = await serve({}, 'caller');
    const refused = await sendHead(closed.url, head);
    expect(await firstAnswer(refused)).toMatch(/^HTTP\/1\.1 401 /);
    for (const socket of [allowed, refused]) socket.destroy();
  });

  it('refuses requests that bypass the public host', async () => {
    const { url } = await serve();
    expect((await post(url, 'abc', { 'x-origin-secret': 'guessed' })).status).toBe(403);
  });

  it('closes connections of clients that pause, or take too long in total', async () => {
    for (const limits of [{ idleSeconds: 0.05 }, { totalSeconds: 0.05 }]) {
      const { url } = await serve(limits);
      const socket = await sendHead(url, ['Content-Length: 10', 'X-Origin-Secret: secret']);
      socket.write('abc');
      const answer = await firstAnswer(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('did not arrive in time');
      socket.destroy();
    }
  });

  it('limits concurrent requests, and returns Retry-After to others', async () => {
    const { url } = await serve({ requests: 1 });
    const first = post(url, '12345');
    await vi.waitFor(async () => {
      const second = await post(url, 'abc');
      expect(second.status).toBe(503);
      expect(second.headers.get('retry-after')).toBe('2');
      expect(await second.json()).toMatchObject({ code: 'unavailable' });
    }, patience);
    gate.resolve();
    expect((await first).status).toBe(200);
    expect((await post(url, 'abc')).status).toBe(200);
  });

  it('frees the slot of a disconnected client', async () => {
    const { url } = await serve({ requests: 1 });
    const socket = await sendHead(url, ['Content-Length: 10', 'X-Origin-Secret: secret']);
    await vi.waitFor(async () => expect((await post(url, 'abc')).status).toBe(503), patience);
    socket.destroy();
    await vi.waitFor(async () => expect((await post(url, 'abc')).status).toBe(200), patience);
  });

  it('responds to health checks, and returns 404 for unknown paths', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const unknown = await fetch(`${url}/api/other`, { method: 'POST', headers: origin, body: 'x' });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'not_found' });
    expect((await fetch(`${url}${path}`, { headers: origin })).status).toBe(404);
  });

  it('allows pages of allowed origins to read its responses', async () => {
    const { url } = await serve();
    const allowed = await post(url, 'abc', { origin: 'https://app.example.com' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    const other = await post(url, 'abc', { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('completes requests in flight on SIGTERM', async () => {
    const { url, server } = await serve();
    const running = post(url, '12345');
    await once(server, 'request');
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    gate.resolve();
    expect((await running).status).toBe(200);
    await closed;
  });
});
