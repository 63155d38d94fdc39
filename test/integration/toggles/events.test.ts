import { expect, it } from 'vitest';
import { aStoredToggle, aSuperAdmin, globalPath } from '../../support/builders/toggles.ts';

it('the audit trail of the platform records who changed a toggle, and how', async () => {
  const { api, keyId: actorId } = await aSuperAdmin();
  const { id } = await aStoredToggle({ api });
  await api.put(globalPath, { body: { id, defaultValue: true } });
  await api.delete(globalPath, { body: { id } });
  const { body } = await api.get(`/api/audit_logs/actions?platform=true&resourceId=${id}`);
  const by = { resource: 'feature_toggles.toggle', actorId };
  expect(body.items).toMatchObject([
    { ...by, action: 'deleted', changes: { identifier: { before: expect.any(String) } } },
    { ...by, action: 'updated', changes: { defaultValue: { before: false, after: true } } },
    { ...by, action: 'created', changes: { defaultValue: { after: false } } },
  ]);
});
