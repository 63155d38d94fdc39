import { describe, expect, it } from 'vitest';
import {
  anAdminWithoutTenant,
  aStoredToggle,
  aSuperAdmin,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf, successfulCallsOf } from '../../support/clients/api.ts';

describe('GET /overrides', () => {
  it('reads a page with at most six DynamoDB requests', async () => {
    const admin = await aSuperAdmin();
    await aStoredToggle(admin);
    // The first list of an instance also checks whether the counters are initialized.
    await admin.api.get(`${overridesPath}?pageSize=5`);
    const calls = await callsOf(await admin.api.get(`${overridesPath}?pageSize=5`));
    const actions = calls.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['UpdateItem', 'Query']);
    // With many toggles the counters are read, and a large toggle by its key; overrides and tenant name are read in
    // parallel.
    expect(actions.length).toBeLessThanOrEqual(6);
  });

  it('and the override of a tenant must select the tenant for super admins without one', async () => {
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

  it('are written with four DynamoDB requests', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const calls = await successfulCallsOf(await setOverride(admin, id, true));
    const actions = ['UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'];
    expect(calls.map(({ action }) => action)).toEqual(actions);
  });
});
