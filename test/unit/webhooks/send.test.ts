import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { createSender, deliveryHeaders, type SendRequest } from '../../../shared/kernel/outbound/send.ts';
import { version } from '../../../shared/kernel/settings/version.ts';
import { newSecret, signatures } from '../../../shared/modules/webhooks/deliveries/sign.ts';
import { rawReceiver } from '../../support/clients/raw-receiver.ts';
import { startSink } from '../../support/clients/sink.ts';

const { send, close } = createSender({ allowPrivate: true });
afterAll(close);

const aRequest = (url: string, overrides: Partial<SendRequest> = {}): SendRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 10_000,
  ...overrides,
});

describe('a delivery', () => {
  it('arrives unchanged, with a valid signature', async () => {
    await using sink = await startSink();
    const [secret, messageId, body] = [newSecret(), 'msg_1', JSON.stringify({ text: 'Grüße 😀' })];
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const headers = deliveryHeaders({
      customHeaders: { 'X-Team': 'acme', 'Webhook-Id': 'forged', 'Content-Length': '1' },
      messageId,
      timestampSeconds,
      signature: signatures([secret], messageId, timestampSeconds, body),
      signedHops: '1.x',
    });
    await send(aRequest(`${sink.url}/hook?a=1#part`, { method: 'PUT', headers, body }));
    const [received] = await sink.waitFor(1);
    expect(received).toMatchObject({ method: 'PUT', path: '/hook?a=1', body });
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': `Platform-Modules-Webhooks/${version}`,
      'x-team': 'acme',
      'webhook-id': 'msg_1',
    });
    const { 'webhook-id': id = '', 'webhook-timestamp': sentAt = '', ...rest } = received?.headers ?? {};
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': sentAt,
      'webhook-signature': rest['webhook-signature'] ?? '',
    };
    expect(new Webhook(secret).verify(received?.body ?? '', signed)).toEqual(JSON.parse(body));
  });

  it('has custom headers, which the standard headers override', () => {
    const headers = deliveryHeaders({
      customHeaders: { authorization: 'Bearer x', 'WEBHOOK-SIGNATURE': 'v1,x', host: 'evil' },
      messageId: 'msg_1',
      timestampSeconds: 1,
      signature: 'v1,own',
      signedHops: '1.x',
    });
    expect(Object.entries(headers)).toEqual([
      ['content-type', 'application/json'],
      ['user-agent', `Platform-Modules-Webhooks/${version}`],
      ['authorization', 'Bearer x'],
      ['webhook-id', 'msg_1'],
      ['webhook-timestamp', '1'],
      ['x-platform-hops', '1.x'],
      ['webhook-signature', 'v1,own'],
    ]);
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('is sent by %s, of any size', async (method) => {
    await using sink = await startSink();
    const body = 'x'.repeat(1_000_000);
    expect(await send(aRequest(sink.url, { method, body }))).toMatchObject({ status: 200, problem: null });
    const [received] = await sink.waitFor(1);
    expect(received).toMatchObject({ method, path: '/', body });
  });
});

describe('an answer', () => {
  it.each([200, 204, 400, 410, 429, 500, 599])('with status %d is reported completely', async (status) => {
    await using sink = await startSink();
    const [beforeMs, startedMs] = [Date.now(), performance.now()];
    const body = status === 204 ? '' : 'Thank you';
    sink.respond(() => ({ status, headers: { 'X-One': '1', 'Set-Cookie': ['a', 'b'] }, body }));
    const exchange = await send(aRequest(sink.url));
    expect(exchange).toMatchObject({ status, responseBody: body, problem: null });
    expect(exchange.responseHeaders).toMatchObject({ 'x-one': '1', 'set-cookie': 'a, b' });
    // A machine may correct its clock meanwhile.
    expect(Math.abs(exchange.startedAtMs - beforeMs)).toBeLessThan(60_000);
    expect(exchange.durationMs).toBeLessThanOrEqual(performance.now() - startedMs + 1);
  });

  it.each([301, 302, 303, 307, 308])('with status %d is not followed', async (status) => {
    await using sink = await startSink();
    sink.respond(() => ({ status, headers: { location: `${sink.url}/elsewhere` } }));
    expect(await send(aRequest(sink.url))).toMatchObject({ status, problem: null });
    expect(sink.requests).toHaveLength(1);
  });

  const text = 'Payload zu groß. '.repeat(2_000);
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  /** Its first 4 KB in a coding make more than 4 KB of text. */
  const noise = Array.from({ length: 9_000 }, (_, index) => String((index * 7_919) % 10_007)).join(' ');

  it.each([
    ['gzip', gzipSync(text), text],
    ['x-gzip', gzipSync(text), text],
    ['br', brotliCompressSync(text), text],
    ['deflate', deflateSync(text), text],
    ['deflate, gzip', gzipSync(deflateSync(text)), text],
    ['identity', Buffer.from(text), text],
    ['gzip', gzipSync(noise), noise],
    ['br', brotliCompressSync(noise), noise],
    ['gzip', Buffer.from('not compressed'), 'not compressed'],
    ['aes128gcm', Buffer.from('unknown'), 'unknown'],
    ['gzip', bomb, bomb.toString()],
  ])('in %s is stored decoded, if it can be', async (coding, body, expected) => {
    await using sink = await startSink();
    sink.respond(() => ({ status: 500, headers: { 'content-encoding': coding }, body }));
    const { responseBody, status } = await send(aRequest(sink.url));
    expect(status).toBe(500);
    const shown = responseBody ?? '';
    expect(shown).toBe(expected.slice(0, shown.length));
    expect(Buffer.byteLength(shown)).toBeGreaterThan(Math.min(Buffer.byteLength(expected), 4_096) - 4);
  });

  it('of 100 MB is read up to the stored size, and the connection is closed', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const left = Promise.withResolvers<void>();
    let written = 0;
    await using receiver = await rawReceiver((socket) => {
      socket.once('close', left.resolve);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n');
      const writeMore = () => {
        while (written < 100_000_000 && socket.writable && socket.write(chunk)) written += chunk.length;
      };
      socket.on('drain', writeMore);
      writeMore();
    });
    const exchange = await send(aRequest(receiver.url));
    expect(exchange).toMatchObject({ status: 200, responseBody: 'x'.repeat(4_096), problem: null });
    await left.promise;
    // Unread bytes fill at most the buffers of two sockets.
    expect(written).toBeLessThan(20_000_000);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['an invalid header', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
    ['an invalid chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['a head of 20 KB', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('that is %s violates the protocol', async (_, text) => {
    await using receiver = await rawReceiver((socket) => socket.write(text));
    expect(await send(aRequest(receiver.url))).toMatchObject({ problem: 'protocol' });
    expect(receiver.connections()).toBe(1);
  });

  it.each([
    ['at once', ''],
    ['within its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['after 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['after early hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
    ['within its last body', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'],
    [
      'within its last chunk',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf',
    ],
  ])('that is interrupted %s is a network problem', async (_, text) => {
    await using receiver = await rawReceiver((socket) => socket.end(text));
    const [status, responseBody] = text.includes('half') ? [200, 'half'] : [null, null];
    expect(await send(aRequest(receiver.url))).toMatchObject({ status, responseBody, problem: 'network' });
    expect(receiver.connections()).toBe(1);
  });
});

describe('at the timeout', () => {
  const timeoutMs = 60;
  const timedOut = { problem: 'timeout', durationMs: timeoutMs };
  const nothing = { status: null, responseHeaders: null, responseBody: null };

  it('a receiver that never responds is disconnected', async () => {
    await using sink = await startSink();
    sink.respond(() => 'never');
    expect(await send(aRequest(sink.url, { timeoutMs }))).toMatchObject({ ...timedOut, ...nothing });
  });

  it('a slow body is disconnected and stored up to there', async () => {
    await using sink = await startSink();
    sink.respond(() => ({ drip: { text: '.', everyMs: 10 } }));
    // Enough time for the first bytes to arrive, also on a busy machine.
    const exchange = await send(aRequest(sink.url, { timeoutMs: 400 }));
    expect(exchange).toMatchObject({ problem: 'timeout', durationMs: 400, status: 200 });
    expect(exchange.responseBody).toMatch(/^\.+$/);
  });

  it('a slow head is abandoned, and the connection closed', async () => {
    const left = Promise.withResolvers<void>();
    await using receiver = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 10);
      socket.once('close', () => {
        clearInterval(timer);
        left.resolve();
      });
    });
    expect(await send(aRequest(receiver.url, { timeoutMs }))).toMatchObject({ ...timedOut, ...nothing });
    await left.promise;
  });

  it('a pending lookup is abandoned, and nothing is sent after it resolves', async () => {
    await using sink = await startSink();
    const known = Promise.withResolvers<{ address: string; family: number }[]>();
    const slow = createSender({ allowPrivate: true, lookup: () => known.promise });
    const named = sink.url.replace('127.0.0.1', 'hooks.example.com');
    expect(await slow.send(aRequest(`${named}/late`, { timeoutMs }))).toMatchObject({
      ...timedOut,
      ...nothing,
    });
    known.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect(await slow.send(aRequest(`${named}/next`))).toMatchObject({ status: 200 });
    expect(sink.requests.map(({ path }) => path)).toEqual(['/next']);
    await slow.close();
  });
});

describe('sending never rejects', () => {
  it.each([
    ['a closed port', { url: 'http://127.0.0.1:1' }],
    ['a header that cannot be sent', { headers: { 'x-bad': 'a\nb' } }],
    ['an invalid URL', { url: 'nowhere' }],
  ])('to %s', async (_, overrides) => {
    await using sink = await startSink();
    const exchange = await send(aRequest(sink.url, overrides));
    expect(exchange).toMatchObject({ status: null, responseHeaders: null, responseBody: null });
    expect(exchange.problem).toMatch(/^(network|unsafe)$/);
    expect(sink.requests).toEqual([]);
  });
});
