/** The official providers of OpenFeature, unmodified, against the service. */
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as Server } from '@openfeature/server-sdk';
import { ProviderEvents, OpenFeature as Web } from '@openfeature/web-sdk';
import { EventSource } from 'undici';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { aNewKey, keysPath } from '../../support/builders/api-keys.ts';
import { aRole, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { apiFor, callsOf } from '../../support/clients/api.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

const bulkPath = '/ofrep/v1/evaluate/flags';
const isPro = { field: 'plan', operator: '=', value: 'pro' };
const setRules = ({ api }: TestCaller, id: string, rules: readonly unknown[]) =>
  api.put(`${globalPath}/${id}/targeting`, { body: { rules } });
const evaluated = ({ api }: TestCaller, key: string, context: Record<string, unknown> = {}) =>
  api.post<Record<string, unknown>>(`${bulkPath}/${key}`, { body: { context } });

const headersOf = ({ key }: Pick<TestCaller, 'key'>): [string, string][] => [['x-api-key', key]];

async function aServerClient(caller: Pick<TestCaller, 'key'>) {
  const domain = anIdentifier('domain');
  const provider = new OFREPProvider({ baseUrl: inject('baseUrl'), headers: headersOf(caller) });
  await Server.setProviderAndWait(domain, provider);
  return Server.getClient(domain);
}

describe('the official provider for servers', () => {
  it('receives values of every type with variant, reason and metadata', async () => {
    const admin = await aSuperAdmin();
    const client = await aServerClient(admin);
    const toggle = (type: string, defaultValue: unknown) => aStoredToggle(admin, { type, defaultValue });
    const [flag, text, number, json] = [
      await toggle('boolean', true),
      await toggle('string', 'Spring sale'),
      await toggle('number', 2.5),
      await toggle('json', { hours: [9, 17] }),
    ];
    const fields = { variant: 'default', reason: 'STATIC' };
    const flagMetadata = { toggleId: flag.id, source: 'default', reason: 'STATIC' };
    for (const [details, value, more] of [
      [await client.getBooleanDetails(flag.identifier, false), true, { flagMetadata }],
      [await client.getStringDetails(text.identifier, ''), 'Spring sale', {}],
      [await client.getNumberDetails(number.identifier, 0), 2.5, {}],
      [await client.getObjectDetails(json.identifier, {}), { hours: [9, 17] }, {}],
    ] as const)
      expect(details).toMatchObject({ value, ...fields, ...more });
  });

  it('sends the context for rules, in the tenant of its key', async () => {
    const [admin, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const { id, identifier } = await aStoredToggle(admin);
    await setRules(admin, id, [{ name: 'pro', condition: isPro, value: true }]);
    const [client, elsewhere] = [await aServerClient(admin), await aServerClient(other)];
    const plan = (name: string) => ({ targetingKey: 'user-1', plan: name });
    expect(await client.getBooleanDetails(identifier, false, plan('pro'))).toMatchObject({
      ...{ value: true, variant: 'pro', reason: 'TARGETING_MATCH' },
      flagMetadata: { rule: 0 },
    });
    expect(await client.getBooleanDetails(identifier, true, plan('free'))).toMatchObject({
      ...{ value: false, reason: 'UNKNOWN' },
      flagMetadata: { reason: 'DEFAULT' },
    });
    await setOverride(admin, id, false);
    expect(await client.getBooleanValue(identifier, true, plan('pro'))).toBe(false);
    expect(await elsewhere.getBooleanValue(identifier, false, plan('pro'))).toBe(true);
  });

  it('returns null of a json toggle without an error', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: null });
    const details = await (await aServerClient(admin)).getObjectDetails(identifier, { a: 1 });
    expect([details.value, details.errorCode]).toEqual([null, undefined]);
  });

  it('returns the default of the code with the error code', async () => {
    const admin = await aSuperAdmin();
    const client = await aServerClient(admin);
    const split = await aStoredToggle(admin);
    await setRules(admin, split.id, [{ percentage: 50, value: true }]);
    const unknown = await client.getBooleanDetails(anIdentifier(), true);
    expect(unknown).toMatchObject({ value: true, reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' });
    const keyless = await client.getBooleanDetails(split.identifier, true);
    expect(keyless).toMatchObject({ value: false, reason: 'UNKNOWN', flagMetadata: { reason: 'DEFAULT' } });
    const large = { targetingKey: 'a', note: 'x'.repeat(100_000) };
    const tooLarge = await client.getBooleanDetails(split.identifier, true, large);
    expect(tooLarge).toMatchObject({ value: true, errorCode: 'INVALID_CONTEXT' });
    const text = await client.getStringDetails(split.identifier, 'x', { targetingKey: 'a' });
    expect(text).toMatchObject({ value: 'x', errorCode: 'TYPE_MISMATCH' });
    const stranger = await aServerClient({ key: `pmk_00000000.${'0'.repeat(48)}` });
    const refused = await stranger.getBooleanDetails(split.identifier, true);
    expect(refused).toMatchObject({ value: true, reason: 'ERROR' });
  });
});

describe('the official provider for browsers', () => {
  async function aWebClient(caller: TestCaller, domain: string) {
    const provider = new OFREPWebProvider({ baseUrl: inject('baseUrl'), headers: headersOf(caller) });
    await Web.setProviderAndWait(domain, provider);
    onTestFinished(() => provider.onClose?.());
    return Web.getClient(domain);
  }

  it('evaluates all toggles for its context, again when that changes, and when a toggle changes', async () => {
    vi.stubGlobal('EventSource', EventSource);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await setRules(admin, id, [{ condition: isPro, value: true }]);
    const domain = anIdentifier('domain');
    await Web.setContext(domain, { targetingKey: 'user-1', plan: 'free' });
    const client = await aWebClient(admin, domain);
    expect(client.getBooleanDetails(identifier, true)).toMatchObject({ value: false });
    await Web.setContext(domain, { targetingKey: 'user-1', plan: 'pro' });
    const matched = { value: true, reason: 'TARGETING_MATCH' };
    expect(client.getBooleanDetails(identifier, false)).toMatchObject(matched);

    const changed = new Promise<void>((resolve) => {
      client.addHandler(ProviderEvents.ConfigurationChanged, (event) => {
        if (event?.flagsChanged?.includes(identifier)) resolve();
      });
    });
    await setRules(admin, id, []);
    await changed;
    expect(client.getBooleanDetails(identifier, true)).toMatchObject({ value: false, reason: 'STATIC' });
  });

  it('uses the default of the code, without an error, for toggles without a value', async () => {
    const admin = await aSuperAdmin();
    const [flag, text, number] = await Promise.all(
      (['boolean', 'string', 'number'] as const).map((type) =>
        aStoredToggle(admin, { type, defaultValue: null }),
      ),
    );
    const client = await aWebClient(admin, anIdentifier('domain'));
    const found = [
      client.getBooleanDetails(flag?.identifier ?? '', true),
      client.getStringDetails(text?.identifier ?? '', 'x'),
      client.getNumberDetails(number?.identifier ?? '', 7),
    ];
    expect(found.map(({ value, errorCode }) => [value, errorCode])).toEqual([
      [true, undefined],
      ['x', undefined],
      [7, undefined],
    ]);
  });
});

describe('the protocol', () => {
  it('takes two DynamoDB requests for one flag, and three for all', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await setRules(admin, id, [{ condition: isPro, value: true }]);
    expect(await callsOf(await evaluated(admin, identifier))).toHaveLength(2);
    const all = await admin.api.post<{ flags: { key: string }[] }>(bulkPath, { body: { context: {} } });
    expect(all.body.flags).toContainEqual(expect.objectContaining({ key: identifier, value: false }));
    // Each 1 MB of toggles of all tests is a further page of the Query.
    const calls = await callsOf(all);
    const kinds = calls.map(({ action }) => action);
    expect([...new Set(kinds)].toSorted()).toEqual(['Query', 'UpdateItem']);
  });
});

describe('the stream of changes', () => {
  /** The address of the stream that an evaluation returns. */
  async function uriOf({ api }: Pick<TestCaller, 'api'>, tenant?: { tenantId: string }): Promise<string> {
    const path = tenant === undefined ? bulkPath : `${bulkPath}?tenantId=${tenant.tenantId}`;
    const { body } = await api.post<{ eventStreams: { endpoint: { requestUri: string } }[] }>(path, {
      body: { context: {} },
    });
    return String(body.eventStreams[0]?.endpoint.requestUri);
  }
  const statusesOf = (...uris: string[]) =>
    Promise.all(
      uris.map(async (uri) => {
        const response = await fetch(`${inject('baseUrl')}${uri}`);
        await response.body?.cancel();
        return response.status;
      }),
    );

  it('opens with its token only, no other stream, and none of a closed tenant', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant()];
    const uri = await uriOf(admin);
    expect(uri).toMatch(/^\/ofrep\/v1\/streams\?token=/);
    const ofStranger = uri.replace(admin.tenantId, '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10');
    expect(await statusesOf(uri, ofStranger, `${uri}x`, '/ofrep/v1/streams')).toEqual([200, 401, 401, 401]);
    const uris = [await uriOf(other), await uriOf(admin, other)];
    expect(await statusesOf(...uris)).toEqual([200, 200]);
    await admin.api.put('/api/directory/tenants', { body: { id: other.tenantId, isActive: false } });
    expect(await statusesOf(...uris)).toEqual([401, 401]);
  });

  it('refuses the token for another tenant once its key is no longer that of a super admin', async () => {
    const [home, other] = [await aTenant({ isSuperAdmin: true }), await aTenant()];
    const role = await aRole(home, { isSuperAdmin: true });
    const key = await aKey({ ...home, features: [], roles: [role] });
    const uris = [await uriOf(key, home), await uriOf(key, other)];
    expect(await statusesOf(...uris)).toEqual([200, 200]);
    expect((await setRoleAcl(home, role, { isSuperAdmin: false })).status).toBe(200);
    expect(await statusesOf(...uris)).toEqual([200, 401]);
  });

  it('refuses the token of a key from addresses where the key is refused', async () => {
    const caller = await aTenant();
    const { id, secret } = await aNewKey(caller);
    const uri = await uriOf({ api: apiFor(secret) });
    expect(await statusesOf(uri)).toEqual([200]);
    await caller.api.put(keysPath, { body: { id, allowedAddresses: ['203.0.113.0/24'] } });
    expect(await statusesOf(uri)).toEqual([403]);
  });
});
