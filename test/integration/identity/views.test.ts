/** The views that callers save for lists. */
import { expect, it } from 'vitest';
import { findViews } from '../../../shared/modules/identity/views/view-store.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';

const body = { items: [{ list: '/deliveries', name: 'Failed', search: 'status=failed' }] };

it('a deleted user leaves no views', async () => {
  const home = await aTenant();
  const user = await aUser(home);
  const { token } = await aSession(user);
  await apiFor(token).put('/api/auth/views', { body });
  const caller = { ...user, subject: `user:${user.id}` };
  expect((await findViews(caller)).items).toEqual(body.items);
  await home.api.delete('/api/auth/users', { body: { id: user.id } });
  expect((await findViews(caller)).revision).toBe(0);
});

it('a deleted key leaves no views', async () => {
  const home = await aTenant();
  const key = await aKey(home);
  await key.api.put('/api/auth/views', { body });
  const caller = { ...key, subject: `api_key:${key.keyId}` };
  expect((await findViews(caller)).items).toEqual(body.items);
  await home.api.delete(`/api/api_keys/keys?id=${key.keyId}`);
  expect((await findViews(caller)).revision).toBe(0);
});
