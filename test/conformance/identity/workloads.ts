/** Conformance cases of workloads, whose issuer the tests are. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject } from 'vitest';
import { apiFor } from '../../support/clients/api.ts';
import { startIssuer, type TokenFaults } from '../../support/clients/issuer.ts';
import { casesOf } from '../support/conformance.ts';
import { holdTest } from '../support/held.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('identity');

const keysPath = '/api/api_keys/keys';
const audience = 'https://platform.example.com';
const subject = 'repo:acme/shop:ref:refs/heads/main';

const [issuer, otherIssuer] = [await startIssuer(), await startIssuer()];
afterAll(() => Promise.all([issuer.stop(), otherIssuer.stop()]));

const aWorkload = (more: Record<string, string> = {}) => ({ issuer: issuer.url, audience, subject, ...more });

/** A key for workloads. Skips the test on AWS, which refuses issuers on this machine. */
async function aWorkloadKey(...workloads: Record<string, string>[]) {
  if (inject('controlUrl') === '') holdTest('needs an issuer that the stage can reach');
  const caller = await aCaller();
  const { status, body: key } = await caller.api.post<Record<string, unknown>>(keysPath, {
    body: { name: 'Deployment', workloads },
  });
  expect(status, JSON.stringify(key)).toBe(201);
  return { ...caller, key, keyId: String(key.id) };
}
type WorkloadKey = Pick<Awaited<ReturnType<typeof aWorkloadKey>>, 'tenantId' | 'keyId'>;

const exchange = ({ tenantId, keyId }: WorkloadKey, token: string) =>
  apiFor('').post<{ token: string; expiresAt: string }>('/api/auth/session/from-token', {
    headers: { 'x-api-key': '' },
    body: { tenantId, keyId, token },
  });

const tokenOf = (claims: Record<string, unknown> = {}, faults?: TokenFaults) =>
  issuer.sign({ aud: audience, sub: subject, ...claims }, faults);

const tokenOfOther = (claims = {}) => otherIssuer.sign({ aud: audience, sub: subject, ...claims });

const sessionOf = (token: string) => apiFor(token).get<Record<string, unknown>>('/api/auth/session');

proves('workload-session', async () => {
  const owner = await aWorkloadKey(aWorkload());
  const { body } = await exchange(owner, await tokenOf());
  const lastsSeconds = (Date.parse(body.expiresAt) - Date.now()) / 1_000;
  expect(lastsSeconds).toBeGreaterThan(800);
  expect(lastsSeconds).toBeLessThan(930);
  expect((await sessionOf(body.token)).body).toMatchObject({ kind: 'api_key', id: owner.keyId });
});

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const wrongTokens: { name: string; token: () => Promise<string> }[] = [
  { name: 'another audience', token: () => tokenOf({ aud: 'https://other.example.com' }) },
  { name: 'another subject', token: () => tokenOf({ sub: 'repo:acme/shop:ref:refs/heads/other' }) },
  { name: 'no subject', token: () => tokenOf({ sub: undefined }) },
  { name: 'expired', token: () => tokenOf({ exp: nowSeconds() - 60 }) },
  { name: 'not yet valid', token: () => tokenOf({ nbf: nowSeconds() + 120 }) },
  { name: 'issued two days ago', token: () => tokenOf({ iat: nowSeconds() - 172_800 }) },
  { name: 'unsigned', token: () => tokenOf({}, { algorithm: 'none' }) },
  { name: 'signed with the public key as a secret', token: () => tokenOf({}, { algorithm: 'HS256' }) },
  { name: 'forged', token: () => tokenOf({}, { isForged: true }) },
  { name: 'another issuer', token: () => tokenOfOther() },
  { name: 'another issuer’s in the name of this one', token: () => tokenOfOther({ iss: issuer.url }) },
  { name: 'no token', token: async () => 'token' },
];
const refusal = { ok: false, code: 'unauthenticated' };

proves('workload-refused', wrongTokens, async ({ token }) => {
  const { status, body } = await exchange(await aWorkloadKey(aWorkload()), await token());
  expect([status, body]).toEqual([401, expect.objectContaining(refusal)]);
});

proves(
  'workload-refused',
  [
    // Audience and subject of different workloads do not add up to one.
    { audience, subject: 'repo:acme/other' },
    { audience: 'https://other.example.com', subject },
  ],
  async (only) => {
    const owner = await aWorkloadKey(
      aWorkload({ subject: 'repo:acme/other' }),
      aWorkload({ audience: 'https://other.example.com' }),
    );
    const right = await issuer.sign({ aud: only.audience, sub: only.subject });
    expect([(await exchange(owner, right)).status, (await exchange(owner, await tokenOf())).status]).toEqual([
      200, 401,
    ]);
    const unknown = await exchange({ ...owner, keyId: randomUUID() }, right);
    const foreign = await exchange({ ...owner, tenantId: randomUUID() }, right);
    for (const { status, body } of [unknown, foreign])
      expect([status, body]).toEqual([401, expect.objectContaining(refusal)]);
  },
);

proves('workload-no-secret', async () => {
  const { api, key, keyId } = await aWorkloadKey(aWorkload());
  expect(key).toMatchObject({ secret: null, workloads: [aWorkload()] });
  const { body } = await api.post<{ secret: string }>(`${keysPath}/${keyId}/rotate`);
  expect((await sessionOf(body.secret)).body).toMatchObject({ id: keyId, method: 'key' });
});

proves('workload-method', async () => {
  const { body } = await exchange(await aWorkloadKey(aWorkload()), await tokenOf());
  expect((await sessionOf(body.token)).body).toMatchObject({ method: 'workload', factors: ['workload'] });
});

proves('workload-removed', async () => {
  const owner = await aWorkloadKey(aWorkload());
  const { status } = await owner.api.put(keysPath, { body: { id: owner.keyId, workloads: [] } });
  expect([status, (await exchange(owner, await tokenOf())).status]).toEqual([200, 401]);
});

proves('workload-subject', async () => {
  const owner = await aWorkloadKey(aWorkload({ subject: 'repo:acme/*:ref:refs/heads/*' }));
  const statusOf = async (sub: string) => (await exchange(owner, await tokenOf({ sub }))).status;
  expect([await statusOf(subject), await statusOf('repo:acme-other/shop:ref:refs/heads/main')]).toEqual([
    200, 401,
  ]);
  const body = { name: 'Deployment', workloads: [aWorkload({ subject: '*:main' })] };
  expect((await owner.api.post(keysPath, { body })).status).toBe(400);
});

proves('workload-key-ends', async () => {
  const owner = await aWorkloadKey(aWorkload());
  const { body } = await exchange(owner, await tokenOf());
  await owner.api.delete(`${keysPath}?id=${owner.keyId}`);
  expect((await sessionOf(body.token)).status).toBe(401);
});
