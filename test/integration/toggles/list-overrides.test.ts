import { expect, it } from 'vitest';
import {
  anAdminWithoutTenant,
  aStoredToggle,
  aSuperAdmin,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
} from '../../support/builders/toggles.ts';

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
