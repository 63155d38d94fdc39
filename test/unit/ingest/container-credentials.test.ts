import { createServer } from 'node:http';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../lib/local/loopback.ts';
import type * as ContainerCredentials from '../../../shared/kernel/aws/container-credentials.ts';
import { aFreshCopy } from '../../support/runtime/fresh-copies.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function aProvider(answers: ((count: number) => object | undefined) | undefined) {
  let asked = 0;
  const server = await listen(
    createServer((request, response) => {
      asked += 1;
      const answer = request.headers.authorization === 'token' ? answers?.(asked) : undefined;
      response.statusCode = answer === undefined ? 500 : 200;
      response.end(JSON.stringify(answer ?? {}));
    }),
    0,
  );
  onTestFinished(server.stop);
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', server.url);
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', 'token');
  const file = 'shared/kernel/aws/container-credentials.ts';
  const { defaultProvider } = await aFreshCopy()<typeof ContainerCredentials>(file);
  return { provider: defaultProvider(), asked: () => asked };
}

const credentials = (minutes: number) => ({
  AccessKeyId: 'ASIA1',
  SecretAccessKey: 'secret',
  Token: 'session',
  Expiration: new Date(Date.now() + minutes * 60_000).toISOString(),
});

it('the credentials of a task are fetched once for several clients, with their expiry', async () => {
  const { provider, asked } = await aProvider(() => credentials(60));
  const [first] = await Promise.all([provider(), provider(), provider()]);
  expect(first).toMatchObject({ accessKeyId: 'ASIA1', secretAccessKey: 'secret', sessionToken: 'session' });
  expect(first.expiration?.getTime()).toBeGreaterThan(Date.now());
  await provider();
  expect(asked()).toBe(1);
});

it('credentials about to expire are renewed, and stay in use while that fails', async () => {
  const { provider, asked } = await aProvider((count) => (count === 1 ? credentials(5) : undefined));
  await provider();
  expect(await provider()).toMatchObject({ accessKeyId: 'ASIA1' });
  expect(asked()).toBeGreaterThan(1);
});

it('a task without credentials throws a clear error', async () => {
  const { provider } = await aProvider(undefined);
  await expect(provider()).rejects.toThrow();
});
