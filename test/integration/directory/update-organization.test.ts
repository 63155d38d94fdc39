/** Organizations that are closed while other requests run, or in several requests. */
import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { keysPath } from '../../support/builders/api-keys.ts';
import { organizationsPath, rowOf, switcherPath } from '../../support/builders/directory.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { during } from '../../support/fault-injection/faults.ts';

const statusOf = async ({ api }: { api: Api }) => (await api.get(switcherPath)).status;

describe('an organization that is closed', () => {
  const close = ({ api }: { api: Api }, id: string, isActive = false) =>
    api.put(organizationsPath, { body: { id, isActive } });

  it('leaves no active key that is created while it is closed', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { organizationId } = owner;
    const [, ...created] = await Promise.all([
      close(admin, organizationId),
      ...Array.from({ length: 8 }, (_, index) =>
        admin.api.post(keysPath, { body: { name: `k${index}`, organizationId } }),
      ),
    ]);
    for (const { status, body } of created)
      if (status === 201) expect(await statusOf({ api: apiFor(String(body.secret)) })).toBe(401);
  });

  it('is consistent with its callers when closing and opening race', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        [true, false, true, false].map((isActive) => close(admin, owner.organizationId, isActive)),
      );
      for (const { status } of answers) expect([200, 503]).toContain(status);
      const { isActive } = await rowOf(admin, owner.organizationId);
      expect(await statusOf(owner)).toBe(isActive ? 200 : 401);
    }
  });

  it('is completed by repeating an interrupted request', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { key } = await aKey(owner);
    // The organization is closed, then the write of one key fails.
    const fault = { effect: 'throttle', action: 'UpdateItem', bodyContains: hashApiKey(key) } as const;
    const interrupted = await during(fault, () => close(admin, owner.organizationId));
    expect(interrupted.status).toBe(503);
    expect((await rowOf(admin, owner.organizationId)).isActive).toBe(false);
    expect((await close(admin, owner.organizationId)).status).toBe(200);
    expect([await statusOf(owner), await statusOf({ api: apiFor(key) })]).toEqual([401, 401]);
  });
});
