import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientConfig } from '../../../shared/kernel/aws/client-config.ts';
import { connectEarly } from '../../../shared/kernel/aws/preconnect.ts';
import {
  receiverCertificate,
  receiverKey,
  receiverName,
} from '../../support/fixtures/receiver-certificate.ts';

/** In order of creation. */
let connections: Socket[];
let requests: { over: Socket }[];
/** The number of the connection of each request. */
const used = () => requests.map(({ over }) => connections.indexOf(over));

function listen(server: Server): Server {
  server.on('connection', (socket) => connections.push(socket));
  server.on('request', (request, response) => {
    requests.push({ over: request.socket });
    request.resume().once('end', () => response.end('{}'));
  });
  return server.listen(0, '127.0.0.1');
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
let server: Server;
let endpoint: string;
const clients: DynamoDBClient[] = [];

beforeEach(async () => {
  [connections, requests] = [[], []];
  server = listen(createServer());
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${portOf(server)}`;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A client of functions that has started to connect. */
function aClient(to = endpoint, early = to): DynamoDBClient {
  const client = new DynamoDBClient({
    ...clientConfig,
    endpoint: to,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
    requestHandler: { ...clientConfig.requestHandler, ...connectEarly(early) },
  });
  clients.push(client);
  return client;
}

const ask = (client: DynamoDBClient) =>
  client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } }));

describe('a preconnecting client', () => {
  it('sends its first and later requests over the existing connection', async () => {
    const client = aClient();
    await once(server, 'connection');
    expect(requests).toEqual([]);
    await ask(client);
    await ask(client);
    expect(connections).toHaveLength(1);
    expect(used()).toEqual([0, 0]);
  });

  it('does not wait for it: a request can use it while it is being opened', async () => {
    await ask(aClient());
    expect(connections).toHaveLength(1);
  });

  it('opens more connections for parallel requests', async () => {
    const client = aClient();
    await once(server, 'connection');
    await Promise.all([ask(client), ask(client), ask(client)]);
    expect(used().toSorted()).toEqual([0, 1, 2]);
    expect(connections).toHaveLength(3);
  });

  it('retries a request on a dead connection transparently', async () => {
    server.once('connection', (socket) => socket.once('data', () => socket.destroy()));
    const client = aClient();
    await once(server, 'connection');
    await ask(client);
    expect(used().at(-1)).toBe(1);
  });

  it('connects again if the server has closed the connection', async () => {
    const client = aClient();
    const [socket] = (await once(server, 'connection')) as [Socket];
    socket.end();
    await once(socket, 'close');
    const { $metadata } = await ask(client);
    expect([$metadata.attempts, used()]).toEqual([1, [1]]);
  });

  it('does not use a connection from before a long freeze', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const client = aClient();
    await once(server, 'connection');
    vi.setSystemTime(Date.now() + 5_001);
    await ask(client);
    expect(used()).toEqual([1]);
  });

  it('closes an unused connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    aClient();
    const [socket] = (await once(server, 'connection')) as [Socket];
    const closed = once(socket, 'close');
    vi.advanceTimersByTime(5_000);
    await closed;
  });

  it('sends nothing to other hosts over the connection', async () => {
    const other = listen(createServer());
    await once(other, 'listening');
    const client = aClient(`http://127.0.0.1:${portOf(other)}`, endpoint);
    await once(server, 'connection');
    await ask(client);
    expect(requests[0]?.over.localPort).toBe(portOf(other));
    other.closeAllConnections();
    other.close();
  });

  it.each([
    'http://127.0.0.1:9',
    'https://127.0.0.1:9',
    'https://nowhere.invalid',
    'http://[::1]:9',
    'nonsense',
  ])('works normally without a preconnect (%s)', async (early) => {
    const client = aClient(endpoint, early);
    await ask(client);
    expect(requests).toHaveLength(1);
  });

  it('reports the failure of the request, not of the preconnect', async () => {
    await expect(ask(aClient('http://127.0.0.1:9'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a preconnect over TLS', () => {
  it('completes the handshake before the first request, with the requested host name', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, receiverCertificate]);
    const secure = listen(
      createTlsServer({ cert: receiverCertificate, key: receiverKey }) as unknown as Server,
    );
    await once(secure, 'listening');
    const lookup = vi.spyOn(process.getBuiltinModule('node:dns'), 'lookup');
    lookup.mockImplementation(((
      _name: string,
      options: { all?: boolean },
      done: (...all: unknown[]) => void,
    ) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
    try {
      const client = aClient(`https://${receiverName}:${portOf(secure)}`);
      const [socket] = (await once(secure, 'secureConnection')) as [TLSSocket];
      expect(socket.servername).toBe(receiverName);
      await ask(client);
      expect(connections).toHaveLength(1);
      expect(requests).toHaveLength(1);
    } finally {
      lookup.mockRestore();
      setDefaultCACertificates(trusted);
      secure.closeAllConnections();
      secure.close();
    }
  });
});
