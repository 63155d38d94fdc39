import { describe, expect, it } from 'vitest';
import { features } from '../../../shared/catalog/features.ts';
import type { TenantScope } from '../../../shared/kernel/base/principal.ts';
import { isFeatureOn } from '../../../shared/modules/toggles/require-feature.ts';
import { aRole, setRoleAcl } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';

const isOn = (scope: TenantScope, name: string) => isFeatureOn(scope, name, features);

describe('isFeatureOn with a boolean toggle of that name', () => {
  it('is the value of the toggle in the tenant, with any roles', async () => {
    const [admin, other] = [await aSuperAdmin(), await aTenant()];
    const { id, identifier } = await aStoredToggle(admin, { defaultValue: false });
    await aRole(admin, { features: [identifier] });
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
    const role = await aRole(caller, { features: ['scheduler.jobs.manage', 'reports.monthly'] });
    await aRole(caller, { features: ['webhooks.*'] });
    for (const name of ['scheduler.jobs.manage', 'reports.monthly', 'webhooks.test']) {
      expect(await isOn(caller, name), name).toBe(true);
      expect(await isOn(other, name), name).toBe(false);
    }
    await setRoleAcl(caller, role, { features: [] });
    expect(await isOn(caller, 'reports.monthly')).toBe(false);
  });

  it('is off for a name that is neither toggle nor feature, even if a role grants everything', async () => {
    const admin = await aSuperAdmin();
    await aRole(admin, { features: ['*'] });
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
      await aRole(admin, { features: [identifier] });
      expect(await isOn(admin, identifier)).toBe(true);
    }
  });
});
