/** Interrupted changes of rights. */
import { expect, it } from 'vitest';
import { aMember, aRole, loggedIn, probe, probeFeature, userAclPath } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';

it('a change of rights that is interrupted before its commit leaves the sessions with the common rights, and completes when repeated', async () => {
  const caller = await aTenant();
  const user = await aMember(caller, [await aRole(caller, { features: [probeFeature] })]);
  const session = await loggedIn(user);
  const view = async () => (await session.get('/api/auth/users')).status;
  const change = () =>
    caller.api.put(userAclPath, {
      body: { userId: user.id, features: ['auth.users.view'] },
      headers: { 'if-match': '"1"' },
    });
  const commit = { action: 'TransactWriteItems', bodyContains: `"resourceId":{"S":"${user.id}"}` };
  const interrupted = await during({ effect: 'error', ...commit }, change);
  expect(interrupted.status).toBe(503);
  expect([await probe(session), await view()]).toEqual([403, 403]);
  const read = await caller.api.get(`${userAclPath}?userId=${user.id}`);
  expect(read.body.hasCustomAcl).toBe(false);
  const lateHolder = await loggedIn(user);
  expect(await probe(lateHolder)).toBe(403);
  expect((await change()).status).toBe(200);
  expect([await probe(session), await view()]).toEqual([403, 200]);
});
