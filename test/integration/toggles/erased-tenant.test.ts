import { describe, expect, it } from 'vitest';
import { releaseTenantSegments } from '../../../shared/modules/toggles/release-tenant-segments.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aStoredToggle, aSuperAdmin, setOverride } from '../../support/builders/toggles.ts';

const segmentsPath = '/api/feature_toggles/segments';
const condition = { field: 'user.plan', operator: '=', value: 'pro' };

describe('erasing a tenant', () => {
  it('removes the uses of global segments by its overrides and its own segments, and no others', async () => {
    const admin = await aSuperAdmin();
    const other = await aSuperAdmin();
    const made: string[] = [];
    const aSegment = async (api: typeof admin.api, body: object) => {
      const { id } = (await api.post<{ id: string }>(segmentsPath, { body: { condition, ...body } })).body;
      return id;
    };
    const stamp = admin.tenantId;
    for (const part of ['a', 'b'])
      made.push(await aSegment(admin.api, { name: `${part} ${stamp}`, isGlobal: true }));
    const [one = '', two = ''] = made;
    const toggle = await aStoredToggle(admin);
    for (const caller of [admin, other]) {
      await setOverride(caller, toggle.id, true);
      const rules = [{ segments: [one], value: true }];
      const path = `/api/feature_toggles/global/${toggle.id}/override/targeting`;
      expect((await caller.api.put(path, { body: { rules } })).status).toBe(200);
    }
    for (const name of ['North', 'South']) await aSegment(admin.api, { name, segments: [one, two] });
    const uses = async () => {
      const { items } = (
        await other.api.get<{ items: { id: string; uses: number }[] }>(`${segmentsPath}?search=${stamp}`)
      ).body;
      return made.map((id) => items.find((item) => item.id === id)?.uses);
    };
    expect(await uses()).toEqual([4, 2]);
    await releaseTenantSegments(admin);
    expect(await uses()).toEqual([1, 0]);
    await releaseTenantSegments(admin);
    await releaseTenantSegments(await aTenant());
    expect(await uses()).toEqual([1, 0]);
    const remove = (id: string) => other.api.delete(`${segmentsPath}?id=${id}`);
    expect([(await remove(two)).status, (await remove(one)).status]).toEqual([200, 409]);
    await releaseTenantSegments(other);
    expect((await remove(one)).status).toBe(200);
  });
});
