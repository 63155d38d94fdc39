import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createSender, deliveryHeaders, type SendRequest } from '../../../shared/kernel/outbound/send.ts';
import { version } from '../../../shared/kernel/settings/version.ts';
import { rawReceiver } from '../../support/clients/raw-receiver.ts';
import { startSink } from '../../support/clients/sink.ts';

const { send, close } = createSender({ allowPrivate: true });
afterAll(close);

const aRequest = (url: string, overrides: Partial<SendRequest> = {}): SendRequest => ({
  ...{ url, method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  ...{ timeoutMs: 10_000, ...overrides },
});

const ok = 'HTTP/1.1 200 OK\r\n';
const two = 'content-length: 2\r\n\r\nok';
const chunked = 'transfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';

describe('a delivery', () => {
  it.each(['POST', 'PUT', 'PATCH'] as const)('arrives unchanged by %s, of any size', async (method) => {
    await using sink = await startSink();
    const body = JSON.stringify({ text: `Grüße 😀 ${'x'.repeat(1_000_000)}` });
    const exchange = await send(aRequest(`${sink.url}/hook?a=1#part`, { method, body }));
    expect(exchange).toMatchObject({ status: 200, problem: null });
    const [received] = await sink.waitFor(1);
    const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` };
    expect(received).toMatchObject({ method, path: '/hook?a=1', body, headers });
  });

  it('has custom headers, which the standard headers override', () => {
    const customHeaders = { authorization: 'Bearer x', 'WEBHOOK-SIGNATURE': 'v1,x', host: 'evil' };
    const signed = { messageId: 'msg_1', timestampSeconds: 1, signature: 'v1,own', signedHops: '1.x' };
    expect(Object.entries(deliveryHeaders({ customHeaders, ...signed }))).toEqual([
      ['content-type', 'application/json'],
      ['user-agent', `Platform-Modules-Webhooks/${version}`],
      ['authorization', 'Bearer x'],
      ['webhook-id', 'msg_1'],
      ['webhook-timestamp', '1'],
      ['x-platform-hops', '1.x'],
      ['webhook-signature', 'v1,own'],
    ]);
  });
});

describe('an answer', () => {
  it.each([200, 204, 301, 302, 303, 307, 308, 400, 410, 429, 500, 599])(
    'with status %d is reported completely, and not followed',
    async (status) => {
      await using sink = await startSink();
      const [beforeMs, startedMs] = [Date.now(), performance.now()];
      const body = status === 204 ? '' : 'Thank you';
      const headers = { 'X-One': '1', 'Set-Cookie': ['a', 'b'], location: `${sink.url}/elsewhere` };
      sink.respond(() => ({ status, headers, body }));
      const exchange = await send(aRequest(sink.url));
      expect(exchange).toMatchObject({ status, responseBody: body, problem: null });
      expect(exchange.responseHeaders).toMatchObject({ 'x-one': '1', 'set-cookie': 'a, b' });
      expect(sink.requests).toHaveLength(1);
      // A machine may correct its clock meanwhile.
      expect(Math.abs(exchange.startedAtMs - beforeMs)).toBeLessThan(60_000);
      expect(exchange.durationMs).toBeLessThanOrEqual(performance.now() - startedMs + 1);
    },
  );

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
      socket.write(`${ok}content-length: 100000000\r\n\r\n`);
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
    ['without a status', 'HTTP/1.1 OK\r\n\r\n'],
    ['with different lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
    ['with a length that is no number', `${ok}content-length: 0x2\r\n\r\nok`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['with an invalid header', `${ok}bad header\r\n\r\n`],
    ['with a head of 20 KB', `${ok}x: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('that is %s violates the protocol', async (_, text) => {
    await using receiver = await rawReceiver((socket) => socket.write(text));
    const violation = { status: null, problem: 'protocol' };
    expect(await send(aRequest(receiver.url))).toMatchObject(violation);
    expect(receiver.connections()).toBe(1);
  });

  it('with an invalid chunk violates the protocol after its head, which decides', async () => {
    const text = `${ok}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nzz`;
    await using receiver = await rawReceiver((socket) => socket.write(text));
    const cut = { status: 200, responseBody: 'half', problem: 'protocol' };
    expect(await send(aRequest(receiver.url))).toMatchObject(cut);
  });

  it.each([
    ['at once', ''],
    ['within its head', `${ok}content-`],
    ['after 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['after early hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['within its body', `${ok}content-length: 9\r\n\r\nhalf`],
    ['within its body of repeated lengths', `${ok}content-length: 9\r\ncontent-length: 9\r\n\r\nhalf`],
    ['within its last body', `${ok}connection: close\r\ncontent-length: 9\r\n\r\nhalf`],
    ['within a chunk', `${ok}transfer-encoding: chunked\r\n\r\n9\r\nhalf`],
    ['within LF line ends of chunks', 'HTTP/1.1 200 OK\ntransfer-encoding: chunked\n\n4\nhalf\n0\n\n'],
    ['within its last chunk', `${ok}connection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf`],
  ])('that is interrupted %s is a network problem', async (_, text) => {
    await using receiver = await rawReceiver((socket) => socket.end(text));
    const [status, responseBody] = text.includes('half') ? [200, 'half'] : [null, null];
    expect(await send(aRequest(receiver.url))).toMatchObject({ status, responseBody, problem: 'network' });
    expect(receiver.connections()).toBe(1);
  });
});

/** Responses that RFC 9112 lets clients read. */
const wholeForms: Record<string, string> = {
  'a blank after the length': `${ok}Content-Length: 2 \r\n\r\nok`,
  'a tab after the length': `${ok}Content-Length: 2\t\r\n\r\nok`,
  'no blank before the length': `${ok}Content-Length:2\r\n\r\nok`,
  '100 Continue before it': `HTTP/1.1 100 Continue\r\n\r\n${ok}${two}`,
  'interim responses before it': `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}${two}`,
  'a folded header': `${ok}x-note: one\r\n two\r\n${two}`,
  'a folded length': `${ok}content-length:\r\n 2\r\n\r\nok`,
  'equal repeated lengths': `${ok}content-length: 2\r\nContent-Length: 2\r\n\r\nok`,
  'equal lengths in a list': `${ok}content-length: 2, 2\r\n\r\nok`,
  'equal repeated lengths after 100 Continue': `HTTP/1.1 100 Continue\r\n\r\n${ok}x-a: b\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok`,
  'a length with chunks': `${ok}content-length: 2\r\n${chunked}`,
  'chunks with a length': `${ok}${chunked.replace('\r\n', '\r\ncontent-length: 2\r\n')}`,
  'an extension of a chunk, and trailers': `${ok}transfer-encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nx-sum: 1\r\n\r\n`,
  'LF line ends': 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
  'mixed line ends': 'HTTP/1.1 200 OK\r\nx-a: b\ncontent-length: 2\r\n\nok',
  'an empty line before it': `\r\n${ok}${two}`,
  'no reason': `HTTP/1.1 200\r\n${two}`,
  'a header of unknown bytes': `${ok}x-note: \xfc\x01\r\n${two}`,
  'an offer to upgrade': `${ok}upgrade: h2c\r\nconnection: upgrade\r\n${two}`,
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\n\r\nok',
};

it.each(Object.entries(wholeForms))(
  'reads a response with %s, however its bytes arrive',
  async (form, text) => {
    await using receiver = await rawReceiver((socket, index) => {
      if (index > 0) return;
      socket.setNoDelay();
      if (form === 'HTTP/1.0') socket.end(text, 'latin1');
      else socket.write(text, 'latin1');
    });
    expect(await send(aRequest(receiver.url))).toMatchObject({
      status: 200,
      responseBody: 'ok',
      problem: null,
    });
    expect(receiver.connections()).toBe(1);

    await using slow = await rawReceiver(async (socket) => {
      socket.setNoDelay();
      const cut = text.lastIndexOf('ok') - 6;
      socket.write(text.slice(0, cut), 'latin1');
      await setImmediate();
      socket.end(text.slice(cut), 'latin1');
    });
    expect(await send(aRequest(slow.url))).toMatchObject({ status: 200, problem: null });
  },
);

it.each([
  ['keeps', 'the usual form', ok + two, 1],
  ['keeps', 'chunks', ok + chunked, 1],
  ['closes', 'LF line ends', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok', 2],
  ['closes', 'a folded header', `${ok}x-note: one\r\n two\r\n${two}`, 2],
  ['closes', '100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}${two}`, 2],
  ['closes', 'a length with chunks', `${ok}content-length: 2\r\n${chunked}`, 2],
])('%s the connection after a response with %s', async (_, _form, text, connections) => {
  await using receiver = await rawReceiver((socket) => socket.write(text));
  for (let count = 0; count < 2; count += 1) {
    expect(await send(aRequest(receiver.url))).toMatchObject({ responseBody: 'ok' });
    await setImmediate();
  }
  expect(receiver.connections()).toBe(connections);
});

describe('at the timeout', () => {
  const timeoutMs = 60;
  const nothing = { status: null, responseHeaders: null, responseBody: null };
  const timedOut = { problem: 'timeout', durationMs: timeoutMs, ...nothing };

  it('a receiver that never responds is disconnected', async () => {
    await using sink = await startSink();
    sink.respond(() => 'never');
    expect(await send(aRequest(sink.url, { timeoutMs }))).toMatchObject(timedOut);
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
      socket.write(ok);
      const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 10);
      socket.once('close', () => {
        clearInterval(timer);
        left.resolve();
      });
    });
    expect(await send(aRequest(receiver.url, { timeoutMs }))).toMatchObject(timedOut);
    await left.promise;
  });

  it('a pending lookup is abandoned, and nothing is sent after it resolves', async () => {
    await using sink = await startSink();
    const known = Promise.withResolvers<{ address: string; family: number }[]>();
    const slow = createSender({ allowPrivate: true, lookup: () => known.promise });
    const named = sink.url.replace('127.0.0.1', 'hooks.example.com');
    expect(await slow.send(aRequest(`${named}/late`, { timeoutMs }))).toMatchObject(timedOut);
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
