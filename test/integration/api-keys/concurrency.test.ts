/** Concurrent requests that change one key, or use it meanwhile. */
import { expect, it } from 'vitest';
import { aNewKey, type KeyWithSecret, keysPath, rotatePath } from '../../support/builders/api-keys.ts';
import { aRole, probe, probeFeature, rowOf, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { apiFor } from '../../support/clients/api.ts';

const statusOf = async (secret: string) => (await apiFor(secret).get('/api/auth/session')).status;

it('refuses the key from its next request, also while it is in use', async () => {
  const caller = await aTenant();
  const role = await aRole(caller, { features: [probeFeature] });
  // Without rate limits: how often the loops send depends on the machine.
  const { keyId, api } = await aKey({ ...caller, features: [], roles: [role] });
  const sent: { at: number; status: number }[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      const at = performance.now();
      sent.push({ at, status: await probe(api) });
    }
  };
  const inUse = loop();
  await expect.poll(() => sent.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
  const deleted = await caller.api.delete(`${keysPath}?id=${keyId}`);
  const deletedAt = performance.now();
  await expect.poll(() => sent.filter(({ at }) => at > deletedAt).length).toBeGreaterThan(5);
  isOver = true;
  await inUse;
  expect(deleted).toMatchObject({ status: 200, body: { success: true } });
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 401]));
  expect(sent.filter(({ at, status }) => at > deletedAt && status !== 401)).toEqual([]);
});

it('returns a secret to each of several parallel rotations, of which only the last works', async () => {
  const caller = await aTenant();
  const made = await aNewKey(caller);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => caller.api.post<KeyWithSecret>(rotatePath(made.id))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const statuses = await Promise.all(answers.map(({ body }) => statusOf(body.secret)));
  expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  expect(await statusOf(made.secret)).toBe(401);
});

it('applies later changes of its roles, and none of removed roles', async () => {
  const caller = await aTenant();
  const [given, taken] = [await aRole(caller), await aRole(caller)];
  const { id, secret } = await aNewKey(caller, { roles: [taken.id] });
  await caller.api.put(keysPath, { body: { id, roles: [given.id] } });
  await setRoleAcl(caller, taken, { features: [probeFeature] });
  expect(await probe(apiFor(secret))).toBe(403);
  await setRoleAcl(caller, given, { features: [probeFeature] });
  expect(await probe(apiFor(secret))).toBe(200);
});

it('has the name of the last of several writers', async () => {
  const caller = await aTenant();
  const { id } = await aNewKey(caller);
  const names = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(
    names.map((name) => caller.api.put<{ name: string }>(keysPath, { body: { id, name } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const last = answers.find(({ headers }) => headers.get('etag') === '"5"');
  expect(await rowOf(caller, keysPath, id)).toMatchObject({ name: last?.body.name });
});
