import { expect, it } from 'vitest';
import { findViews } from '../../../shared/modules/identity/views/view-store.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

it('a deleted key leaves no saved views', async () => {
  const home = await aTenant();
  const key = await aKey(home);
  await key.api.put('/api/auth/views', { body: { items: [] } });
  const caller = { ...key, subject: `api_key:${key.keyId}` };
  expect((await findViews(caller)).revision).toBe(1);
  await home.api.delete(`/api/api_keys/keys?id=${key.keyId}`);
  expect((await findViews(caller)).revision).toBe(0);
});
