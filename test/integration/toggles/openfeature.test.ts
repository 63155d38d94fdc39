import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ErrorCode, OpenFeature, StandardResolutionReasons } from '@openfeature/server-sdk';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import {
  PlatformProvider,
  type PlatformProviderOptions,
} from '../../../shared/clients/openfeature/provider.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

interface Sent {
  status: number;
  ifNoneMatch: string | null;
}

/** OpenFeature's own client over our provider, and what the provider sent. */
async function aClient({ key }: Pick<TestCaller, 'key'>, options: Partial<PlatformProviderOptions> = {}) {
  const sent: Sent[] = [];
  const watched: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const ifNoneMatch = new Headers(init?.headers).get('if-none-match');
    sent.push({ status: response.status, ifNoneMatch });
    return response;
  };
  const provider = new PlatformProvider({
    baseUrl: inject('baseUrl'),
    apiKey: key,
    fetch: watched,
    ...options,
  });
  const domain = anIdentifier('domain');
  await OpenFeature.setProviderAndWait(domain, provider);
  return { client: OpenFeature.getClient(domain), sent };
}

/** A proxy before the service that can be taken off the network, or made to answer with a status or never. */
async function aFragileService() {
  const target = new URL(inject('baseUrl'));
  let mode: 'forward' | 'hang' | number = 'forward';
  const server = createServer((request, response) => {
    if (mode === 'hang') return;
    if (typeof mode === 'number') {
      response.writeHead(mode, { 'content-type': 'application/json' }).end('{"error":"Out of order."}');
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const headers = Object.entries({ ...request.headers, connection: 'close' });
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n`);
    upstream.write(`${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
    if (response.socket) upstream.pipe(response.socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    answer: (next: typeof mode) => {
      mode = next;
    },
  };
}

describe('values', () => {
  it('of every type come with reason, variant and metadata', async () => {
    const admin = await aSuperAdmin();
    const toggle = (type: string, defaultValue: unknown) => aStoredToggle(admin, { type, defaultValue });
    const [flag, text, number, json] = [
      await toggle('boolean', true),
      await toggle('string', 'Spring sale'),
      await toggle('number', 2_500),
      await toggle('json', { email: 'help@example.com', hours: [9, 17] }),
    ];
    const { client } = await aClient(admin);
    const details = [
      [await client.getBooleanDetails(flag.identifier, false), flag],
      [await client.getStringDetails(text.identifier, ''), text],
      [await client.getNumberDetails(number.identifier, 0), number],
      [await client.getObjectDetails(json.identifier, {}), json],
    ] as const;
    for (const [answer, { id, identifier, defaultValue }] of details) {
      expect(answer).toEqual({
        flagKey: identifier,
        value: defaultValue,
        variant: 'default',
        reason: StandardResolutionReasons.DEFAULT,
        flagMetadata: { source: 'default', toggleId: id, tenantId: admin.tenantId },
      });
    }
  });

  it('are those of the key’s tenant, and no evaluation context changes that', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant({ features: [] })];
    const { id, identifier } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    const context = { tenantId: admin.tenantId, targetingKey: admin.tenantId };
    const [mine, theirs] = [await aClient(admin), await aClient(other)];
    expect(await mine.client.getBooleanDetails(identifier, false)).toMatchObject({
      value: true,
      reason: StandardResolutionReasons.TARGETING_MATCH,
      variant: 'override',
    });
    expect(await theirs.client.getBooleanDetails(identifier, true, context)).toMatchObject({
      value: false,
      reason: StandardResolutionReasons.DEFAULT,
      flagMetadata: { tenantId: other.tenantId },
    });
  });
});

describe('what has no value answers the caller’s default', () => {
  it('with FLAG_NOT_FOUND for an unknown toggle, and finds it once it is there', async () => {
    const admin = await aSuperAdmin();
    const identifier = anIdentifier();
    const { client } = await aClient(admin);
    expect(await client.getBooleanDetails(identifier, true)).toMatchObject({
      value: true,
      reason: StandardResolutionReasons.ERROR,
      errorCode: ErrorCode.FLAG_NOT_FOUND,
      errorMessage: `There is no toggle "${identifier}".`,
    });
    await aStoredToggle(admin, { identifier, defaultValue: false });
    expect(await client.getBooleanValue(identifier, true)).toBe(false);
  });

  it('with TYPE_MISMATCH for a toggle of another type, and for one that is null', async () => {
    const admin = await aSuperAdmin();
    const text = await aStoredToggle(admin, { type: 'string', defaultValue: 'x' });
    const empty = await aStoredToggle(admin, { type: 'number', defaultValue: null });
    const { client } = await aClient(admin);
    const wrong = { reason: StandardResolutionReasons.ERROR, errorCode: ErrorCode.TYPE_MISMATCH };
    expect(await client.getNumberDetails(text.identifier, 7)).toMatchObject({ value: 7, ...wrong });
    expect(await client.getNumberDetails(empty.identifier, 8)).toMatchObject({ value: 8, ...wrong });
  });

  it('with GENERAL for a key that the service refuses', async () => {
    const { client } = await aClient({ key: `pmk_00000000.${'0'.repeat(48)}` });
    expect(await client.getStringDetails('any', 'fallback')).toMatchObject({
      value: 'fallback',
      errorCode: ErrorCode.GENERAL,
      errorMessage: 'Missing or invalid credentials.',
    });
  });
});

describe('a remembered value', () => {
  it('is used without asking while it is young', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    const { client, sent } = await aClient(admin, { maxAgeSeconds: 60 });
    await client.getBooleanValue(identifier, false);
    await setOverride(admin, id, true);
    expect(await client.getBooleanDetails(identifier, true)).toMatchObject({
      value: false,
      reason: StandardResolutionReasons.CACHED,
      variant: 'default',
    });
    expect(sent).toHaveLength(1);
  });

  it('costs a 304 while it holds, and gives way to a new one', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: { a: 1 } });
    const { client, sent } = await aClient(admin, { maxAgeSeconds: 0 });
    const ask = () => client.getObjectDetails(identifier, {});
    expect(await ask()).toMatchObject({ value: { a: 1 }, reason: StandardResolutionReasons.DEFAULT });
    expect(await ask()).toMatchObject({ value: { a: 1 }, reason: StandardResolutionReasons.CACHED });
    await setOverride(admin, id, { a: 2 });
    expect(await ask()).toMatchObject({
      value: { a: 2 },
      reason: StandardResolutionReasons.TARGETING_MATCH,
    });
    expect(sent.map(({ status }) => status)).toEqual([200, 304, 200]);
    expect(sent.map(({ ifNoneMatch }) => ifNoneMatch !== null)).toEqual([false, true, true]);
  });

  it('of one type does not answer for another', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { defaultValue: true });
    const { client } = await aClient(admin, { maxAgeSeconds: 60 });
    expect(await client.getBooleanValue(identifier, false)).toBe(true);
    expect(await client.getStringDetails(identifier, 's')).toMatchObject({
      value: 's',
      errorCode: ErrorCode.TYPE_MISMATCH,
    });
  });

  it('is asked for once by evaluations at the same time', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { defaultValue: true });
    const { client, sent } = await aClient(admin);
    const all = Array.from({ length: 20 }, () => client.getBooleanValue(identifier, false));
    expect(await Promise.all(all)).toEqual(Array(20).fill(true));
    expect(sent).toHaveLength(1);
  });
});

describe('a service that cannot be reached', () => {
  it('answers the caller’s default with GENERAL: gone, too slow, or failing', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { defaultValue: true });
    const service = await aFragileService();
    const options = { baseUrl: service.baseUrl, maxAgeSeconds: 0, timeoutMs: 200 };
    const { client } = await aClient(admin, options);
    const failure = (errorMessage: string) => ({
      value: false,
      reason: StandardResolutionReasons.ERROR,
      errorCode: ErrorCode.GENERAL,
      errorMessage,
    });
    const ask = () => client.getBooleanDetails(identifier, false);
    service.answer('hang');
    expect(await ask()).toMatchObject(failure('The toggle service did not answer within 200 ms.'));
    service.answer(503);
    expect(await ask()).toMatchObject(failure('Out of order. (503)'));
    service.close();
    expect(await ask()).toMatchObject(failure('The toggle service cannot be reached.'));
  });

  it('leaves the last known value in place as STALE, when that was asked for', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { defaultValue: true });
    const service = await aFragileService();
    const { client } = await aClient(admin, {
      baseUrl: service.baseUrl,
      maxAgeSeconds: 0,
      staleSeconds: 60,
    });
    const ask = () => client.getBooleanDetails(identifier, false);
    expect(await ask()).toMatchObject({ value: true, reason: StandardResolutionReasons.DEFAULT });
    service.answer(503);
    expect(await ask()).toMatchObject({ value: true, reason: StandardResolutionReasons.STALE });

    service.answer('forward');
    await admin.api.delete(globalPath, { body: { id } });
    expect(await ask()).toMatchObject({ value: false, errorCode: ErrorCode.FLAG_NOT_FOUND });
    service.close();
    expect(await ask()).toMatchObject({ value: false, errorCode: ErrorCode.GENERAL });
  });
});
