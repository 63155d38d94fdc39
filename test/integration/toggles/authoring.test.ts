/** Creating, changing, renaming and deleting toggles: their items and audit entries, also of parallel callers. */
import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { overrideKey } from '../../../shared/modules/toggles/keys.ts';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anAdminWithoutTenant,
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

const put = ({ api }: TestCaller, body: object, headers: Record<string, string> = {}) =>
  api.put(globalPath, { body, headers });
const read = ({ api }: TestCaller, id: string) => api.get<Toggle>(togglePath(id));

it('the audit trail of the platform records who changed a toggle, and how', async () => {
  const admin = await aSuperAdmin();
  const { api, keyId: actorId } = admin;
  const { id } = await aStoredToggle(admin);
  await put(admin, { id, defaultValue: true });
  await api.delete(globalPath, { body: { id } });
  const { body } = await api.get(`/api/audit_logs/actions?platform=true&resourceId=${id}`);
  const by = { resource: 'feature_toggles.toggle', actorId };
  expect(body.items).toMatchObject([
    { ...by, action: 'deleted', changes: { identifier: { before: expect.any(String) } } },
    { ...by, action: 'updated', changes: { defaultValue: { before: false, after: true } } },
    { ...by, action: 'created', changes: { defaultValue: { after: false } } },
  ]);
});

it('a deleted toggle keeps the overrides of tenants', async () => {
  const admin = await aSuperAdmin();
  const { id, identifier } = await aStoredToggle(admin);
  await setOverride(admin, id, true);
  await admin.api.delete(`${globalPath}?id=${id}`);
  expect(await getItem(overrideKey(admin, identifier))).toMatchObject({ toggleId: id, value: 'true' });
});

describe('parallel writers', () => {
  it('are accepted once with If-Match, and all without, and the toggle stays consistent', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const etag = String((await read(admin, id)).headers.get('etag'));
    const statuses = (headers: Record<string, string>) =>
      Promise.all(
        [1, 2, 3, 4, 5, 6].map(async (n) => (await put(admin, { id, name: `n${n}` }, headers)).status),
      );
    expect((await statuses({ 'if-match': etag })).toSorted()).toEqual([200, ...Array(5).fill(412)]);
    expect(await statuses({})).toEqual(Array(6).fill(200));
    await assertToggleWhole((await read(admin, id)).body);
  });

  it('give an identifier to exactly one of several toggles', async () => {
    const admin = await aSuperAdmin();
    const toggles = await Promise.all(Array.from({ length: 5 }, () => aStoredToggle(admin)));
    const identifier = anIdentifier();
    const answers = await Promise.all(toggles.map(({ id }) => put(admin, { id, identifier })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(4).fill(409)]);
    for (const { id } of toggles) await assertToggleWhole((await read(admin, id)).body);
  });
});

describe('a renamed toggle', () => {
  it('and the next toggle with its former identifier have consistent items', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const identifier = anIdentifier();
    await put(admin, { id: toggle.id, identifier });
    await assertToggleWhole({ ...toggle, identifier });
    await assertToggleWhole(await aStoredToggle(admin, { identifier: toggle.identifier }));
  });

  it('is checked with one request more than other toggles, also if its rules use segments', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, false);
    const identifier = anIdentifier();
    await put(admin, { id, identifier });
    const condition = { field: 'tenant.id', operator: '=', value: admin.tenantId };
    const body = { name: identifier, condition };
    const segment = await admin.api.post<{ id: string }>('/api/feature_toggles/segments', { body });
    for (const rules of [[], [{ segments: [segment.body.id], value: true }]]) {
      await admin.api.put(`${overridePath(id)}/targeting`, { body: { rules } });
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer.body).toMatchObject({ enabled: rules.length > 0, source: 'override' });
      const actions = (await callsOf(answer)).map(({ action }) => action);
      expect(actions).toEqual(['UpdateItem', 'BatchGetItem', 'BatchGetItem']);
    }
  });
});

it('overrides need a selected tenant of super admins without one', async () => {
  const [admin, api] = [await aSuperAdmin(), await anAdminWithoutTenant()];
  const { id, identifier } = await aStoredToggle(admin);
  const body = { toggleId: id, isOverride: true, overrideValue: true };
  const requests = (suffix: string) => [
    api.get(`${overridePath(id)}${suffix}`),
    api.get(`${overridesPath}${suffix}`),
    api.put(`${overridesPath}${suffix}`, { body }),
  ];
  for (const answer of await Promise.all([...requests(''), api.get(checkPath('boolean', identifier))]))
    expect(answer).toMatchObject({ status: 400, body: { code: 'scope_required' } });
  for (const answer of await Promise.all(requests(`?tenantId=${admin.tenantId}`)))
    expect(answer.status).toBe(200);
  expect((await api.get(globalPath)).status).toBe(200);
});
