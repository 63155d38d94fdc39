/** Servers of the runtime accept requests with host names of this machine only. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isOwnHost, listen, refuseForeignHost, StartError } from '../../../lib/local/loopback.ts';

it('keep connections open for longer than clients do, even on a machine that is busy for seconds', async () => {
  const server = await listen(
    createServer((_, outgoing) => outgoing.end('kept')),
    0,
  );
  const { headers } = await fetch(server.url);
  expect(headers.get('keep-alive')).toBe('timeout=120');
  await server.stop();
});

it.each([
  ['EADDRINUSE', /^Port 80 is in use\. .*: PORT=4500 npm start$/],
  ['EACCES', /^Port 80 cannot be opened by your user\. .*: PORT=4500 npm start$/],
])('say in one line what to do about a port that fails with %s', async (code, message) => {
  const server = createServer();
  server.listen = () => {
    process.nextTick(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return server;
  };
  const failure = await listen(server, 80).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  expect(String(failure).replace('StartError: ', '')).toMatch(message);
});

describe('a Host header', () => {
  it.each([
    ['127.0.0.1:4401', true],
    ['localhost', true],
    ['LOCALHOST:80', true],
    ['[::1]:4401', true],
    ['files.localhost:4402', true],
    [undefined, true],
    ['evil.example:4401', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example:4401', false],
    ['evil-localhost', false],
    ['', false],
  ])('%s: own is %s', (host, isOwn) => {
    expect(isOwnHost(host)).toBe(isOwn);
  });

  it('with another host returns 403, as protection from DNS rebinding', async () => {
    const server = await listen(
      createServer((incoming, outgoing) => {
        if (!refuseForeignHost(incoming, outgoing)) outgoing.end('secret');
      }),
      0,
    );
    const statusFor = async (host: string): Promise<number> => {
      const [response] = await once(request(server.url, { headers: { host } }).end(), 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusFor('evil.example')).toBe(403);
    expect(await statusFor(`127.0.0.1:${server.port}`)).toBe(200);
    await server.stop();
  });
});
