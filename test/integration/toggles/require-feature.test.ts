import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { features } from '../../../shared/catalog/features.ts';
import type { TenantScope } from '../../../shared/kernel/base/principal.ts';
import { isFeatureOn } from '../../../shared/modules/toggles/require-feature.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';

const isOn = (scope: TenantScope, name: string) => isFeatureOn(scope, name, features);

const rolesPath = '/api/auth/roles';
const aclPath = `${rolesPath}/acl`;

/** A role of the caller's tenant with these features. */
async function aRole({ api }: TestCaller, features: readonly string[]): Promise<string> {
  const { status, body } = await api.post<{ id: string }>(rolesPath, { body: { name: randomUUID() } });
  expect(status).toBe(201);
  await grant({ api }, body.id, features);
  return body.id;
}

async function grant({ api }: Pick<TestCaller, 'api'>, roleId: string, features: readonly string[]) {
  const { status } = await api.put(aclPath, { body: { roleId, features } });
  expect(status).toBe(200);
}

describe('isFeatureOn with a boolean toggle of that name', () => {
  it('is the value of the toggle in the tenant, with any roles', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant()];
    const { id, identifier } = await aStoredToggle(admin, { defaultValue: false });
    await aRole(admin, [identifier]);
    expect(await isOn(admin, identifier)).toBe(false);
    await setOverride(admin, id, true);
    expect(await isOn(admin, identifier)).toBe(true);
    expect(await isOn(other, identifier)).toBe(false);
  });

  it('is off while the toggle is null', async () => {
    const admin = await aSuperAdmin();
    const { identifier } = await aStoredToggle(admin, { defaultValue: null });
    expect(await isOn(admin, identifier)).toBe(false);
  });
});

describe('isFeatureOn without one', () => {
  it('is on if a role of the tenant grants the feature, in this tenant only', async () => {
    const [caller, other] = [await aTenant(), await aTenant()];
    const role = await aRole(caller, ['scheduler.jobs.manage', 'reports.monthly']);
    await aRole(caller, ['webhooks.*']);
    for (const name of ['scheduler.jobs.manage', 'reports.monthly', 'webhooks.test']) {
      expect(await isOn(caller, name), name).toBe(true);
      expect(await isOn(other, name), name).toBe(false);
    }
    await grant(caller, role, []);
    expect(await isOn(caller, 'reports.monthly')).toBe(false);
  });

  it('is off for a name that is neither toggle nor feature, even if a role grants everything', async () => {
    const admin = await aSuperAdmin();
    await aRole(admin, ['*']);
    expect(await isOn(admin, 'scheduler.jobs.view')).toBe(true);
    expect(await isOn(admin, anIdentifier())).toBe(false);
    expect(await isOn(admin, 'scheduler.unheard')).toBe(false);
  });

  it('ignores deleted toggles and toggles of other types', async () => {
    const admin = await aSuperAdmin();
    const text = await aStoredToggle(admin, { type: 'string', defaultValue: 'true' });
    const gone = await aStoredToggle(admin, { defaultValue: true });
    await admin.api.delete(globalPath, { body: { id: gone.id } });
    for (const { identifier } of [text, gone]) {
      expect(await isOn(admin, identifier)).toBe(false);
      await aRole(admin, [identifier]);
      expect(await isOn(admin, identifier)).toBe(true);
    }
  });
});
