import { describe, expect, it } from 'vitest';
import { anIdentifier, aStoredToggle, aSuperAdmin } from '../../support/builders/toggles.ts';

describe('GET /toggles', () => {
  it('refuses a page of toggles in use that is too large for one response', async () => {
    const admin = await aSuperAdmin();
    const category = anIdentifier('category');
    const large = { category, type: 'json', defaultValue: '"'.repeat(12_287) };
    for (let round = 0; round < 11; round++)
      await Promise.all(Array.from({ length: 10 }, () => aStoredToggle(admin, large)));
    const list = (pageSize: number) =>
      admin.api.get(`/api/feature_toggles/toggles?stale=false&category=${category}&pageSize=${pageSize}`);
    expect(await list(110)).toMatchObject({ status: 400, body: { code: 'page_too_large', pageSize: 110 } });
    expect((await list(100)).body.items).toHaveLength(100);
  });
});
