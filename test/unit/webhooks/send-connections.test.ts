import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Lookup } from '../../../shared/kernel/outbound/public-lookup.ts';
import { createSender, type SendRequest } from '../../../shared/kernel/outbound/send.ts';
import { rawReceiver, tlsReceiver } from '../../support/clients/raw-receiver.ts';
import { startSink } from '../../support/clients/sink.ts';
import * as certificate from '../../support/fixtures/receiver-certificate.ts';

const { send, close } = createSender({ allowPrivate: true });
afterAll(close);

const aRequest = (url: string, timeoutMs = 10_000): SendRequest => ({
  ...{ url, method: 'POST', headers: { 'webhook-id': 'msg_1' }, body: '{}', timeoutMs },
});
const fine = { status: 200, problem: null };
const noConnection = { status: null, problem: 'network' };
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
/** Sends, and waits for the next turn of the event loop, when the connection is free for the next request. */
async function sendAndRelease(url: string, sender = { send }) {
  const exchange = await sender.send(aRequest(url));
  await setImmediate();
  return exchange;
}
const timesSent = (received: string) => received.split('webhook-id: msg_1').length - 1;

describe('connections', () => {
  it('are reused: one serves many requests in turn', async () => {
    await using sink = await startSink();
    for (let count = 0; count < 20; count++) await sendAndRelease(sink.url);
    expect(sink.requests).toHaveLength(20);
    expect(sink.connections()).toBe(1);
  });

  it('are limited to 50, also for 200 requests', async () => {
    await using sink = await startSink();
    const allThere = sink.waitFor(50);
    // No request gets a response before 50 are in progress.
    sink.respond(() => allThere.then(() => ({ status: 202 })));
    const exchanges = await Promise.all(Array.from({ length: 200 }, () => send(aRequest(sink.url))));
    expect(exchanges.filter(({ status }) => status !== 202)).toEqual([]);
    expect(sink.connections()).toBe(50);
  });

  it('of one receiver do not wait for those of another', async () => {
    await using quick = await startSink();
    const stuck = await startSink();
    stuck.respond(() => 'never');
    const waiting = Array.from({ length: 60 }, () => send(aRequest(stuck.url)));
    await stuck.waitFor(50);
    expect(await send(aRequest(quick.url))).toMatchObject({ status: 200 });
    await stuck.stop();
    expect(new Set((await Promise.all(waiting)).map(({ problem }) => problem))).toEqual(new Set(['network']));
  });

  it('that the receiver closes after a response are replaced', async () => {
    await using sink = await startSink();
    sink.respond(() => ({ headers: { connection: 'close' } }));
    for (let count = 0; count < 3; count++) expect(await send(aRequest(sink.url))).toMatchObject(fine);
    expect(sink.connections()).toBe(3);
  });
});

describe('a reused connection that the receiver closes', () => {
  it('while it is idle has no effect', async () => {
    let closed = Promise.withResolvers<void>();
    await using receiver = await rawReceiver((socket) => {
      socket.once('close', closed.resolve);
      socket.end(ok);
    });
    for (let count = 0; count < 3; count++) {
      closed = Promise.withResolvers();
      expect(await send(aRequest(receiver.url))).toMatchObject(fine);
      await closed.promise;
    }
    expect(timesSent(receiver.received())).toBe(3);
  });

  it.each([
    ['properly', 'end'],
    ['by force', 'resetAndDestroy'],
  ] as const)(
    '%s when the next request starts does not count: it is retried on a new one',
    async (_, how) => {
      await using receiver = await rawReceiver((socket, index) => {
        if (index === 0) socket.write(ok);
        else socket[how]();
      });
      await sendAndRelease(receiver.url);
      expect(await send(aRequest(receiver.url))).toMatchObject({ ...fine, responseBody: 'ok' });
      expect(timesSent(receiver.received())).toBe(3);
      expect(receiver.connections()).toBe(2);
    },
  );

  it('does not count if all open ones are closed: the retry uses a new one', async () => {
    const bothThere = Promise.withResolvers<void>();
    await using receiver = await rawReceiver(async (socket, index) => {
      if (receiver.connections() === 2) bothThere.resolve();
      await bothThere.promise;
      if (index === 0) socket.write(ok);
      else socket.end();
    });
    await Promise.all([sendAndRelease(receiver.url), sendAndRelease(receiver.url)]);
    expect(await send(aRequest(receiver.url))).toMatchObject(fine);
    expect(receiver.connections()).toBe(3);
    expect(receiver.received().match(/^connection: .*/gim)).toEqual([
      ...Array(3).fill('Connection: keep-alive'),
      'Connection: close',
    ]);
  });

  it('within a response counts', async () => {
    await using receiver = await rawReceiver((socket, index) => {
      if (index === 0) socket.write(ok);
      else socket.end(ok.slice(0, -1));
    });
    await sendAndRelease(receiver.url);
    expect(await send(aRequest(receiver.url))).toMatchObject({ status: 200, problem: 'network' });
    expect(timesSent(receiver.received())).toBe(2);
  });

  it('counts if a new one breaks as well', async () => {
    let answers = 1;
    await using receiver = await rawReceiver((socket) => {
      if (answers > 0) socket.write(ok);
      else socket.end();
      answers -= 1;
    });
    await sendAndRelease(receiver.url);
    expect(await send(aRequest(receiver.url))).toMatchObject(noConnection);
    expect(timesSent(receiver.received())).toBe(3);
  });

  it('gives the retry only the rest of the time', async () => {
    await using receiver = await rawReceiver((socket, index) => {
      if (receiver.connections() > 1) return;
      if (index === 0) socket.write(ok);
      else socket.end();
    });
    await sendAndRelease(receiver.url);
    const exchange = await send(aRequest(receiver.url, 600));
    expect(exchange).toMatchObject({ status: null, problem: 'timeout', durationMs: 600 });
    expect(receiver.connections()).toBe(2);
  });
});

describe('TLS', () => {
  const { receiverCertificate: cert, receiverKey: key, receiverName } = certificate;
  const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const at = (port: number, name = receiverName) => `https://${name}:${port}/hook`;
  const senderFor = (ca?: string) => {
    const sender = createSender({ allowPrivate: true, lookup, ca });
    onTestFinished(() => sender.close());
    return sender;
  };

  it('reaches a receiver with a trusted certificate, and reuses the connection', async () => {
    const sender = senderFor(cert);
    await using receiver = await tlsReceiver({ cert, key }, (socket) => socket.write(ok));
    for (let count = 0; count < 3; count++) {
      expect(await sendAndRelease(at(receiver.port), sender)).toMatchObject(fine);
    }
    expect(receiver.connections()).toBe(1);
  });

  it('retries on a new connection if a reused one broke', async () => {
    const sender = senderFor(cert);
    await using receiver = await tlsReceiver({ cert, key }, (socket, index) => {
      if (index === 0) socket.write(ok);
      else socket.destroy();
    });
    await sendAndRelease(at(receiver.port), sender);
    expect(await sender.send(aRequest(at(receiver.port)))).toMatchObject(fine);
    expect(receiver.connections()).toBe(2);
  });

  it('that breaks on the first request counts', async () => {
    await using receiver = await tlsReceiver({ cert, key }, (socket) => socket.destroy());
    expect(await senderFor(cert).send(aRequest(at(receiver.port)))).toMatchObject(noConnection);
    expect(receiver.connections()).toBe(1);
  });

  it.each([
    ['self-signed', undefined, receiverName],
    ['of another name', cert, 'other.example.com'],
  ])('with a certificate %s is refused as such', async (_, ca, name) => {
    await using receiver = await tlsReceiver({ cert, key }, (socket) => socket.write(ok));
    const refused = { status: null, problem: 'certificate' };
    expect(await senderFor(ca).send(aRequest(at(receiver.port, name)))).toMatchObject(refused);
    expect(receiver.received()).toBe('');
  });

  it('to a receiver without TLS is a network problem', async () => {
    await using sink = await startSink();
    expect(await send(aRequest(sink.url.replace('http:', 'https:')))).toMatchObject(noConnection);
  });
});
