import { describe, expect, it } from 'vitest';
import { auditPartition } from '../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { aStoredToggle, aSuperAdmin, globalPath } from '../../support/builders/toggles.ts';

/** The audit entries of a resource, oldest first: written in the transaction of the change, as its event is. */
async function trailOf(tenantId: string, resourceId: unknown) {
  const items = await queryAll({ pk: auditPartition({ tenantId }), consistent: true });
  return items
    .filter((item) => item.resourceId === resourceId)
    .toSorted((a, b) => Number(a.createdAtMs) - Number(b.createdAtMs))
    .map(({ resource, action, actorId, changes }) => ({
      resource,
      action,
      actorId,
      changes: JSON.parse(String(changes)),
    }));
}

describe('the audit trail', () => {
  it('of the platform records who changed a toggle, and how', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await admin.api.put(globalPath, { body: { id, defaultValue: true } });
    await admin.api.delete(globalPath, { body: { id } });
    const by = { resource: 'feature_toggles.toggle', actorId: admin.keyId };
    expect(await trailOf('platform', id)).toEqual([
      { ...by, action: 'created', changes: expect.objectContaining({ defaultValue: { after: false } }) },
      { ...by, action: 'updated', changes: { defaultValue: { before: false, after: true } } },
      {
        ...by,
        action: 'deleted',
        changes: expect.objectContaining({ identifier: { before: expect.any(String) } }),
      },
    ]);
  });
});
