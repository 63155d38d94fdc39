/** Concurrent changes of a role, and what they leave in the table. */
import { expect, it } from 'vitest';
import type { RoleRow } from '../../../shared/modules/identity/roles/contract.ts';
import { aMember, aRole, rolesPath, rowOf } from '../../support/builders/roles.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('uses one name after concurrent renames', async () => {
  const caller = await aTenant();
  const role = await aRole(caller, {}, 'start');
  const rename = (_: unknown, index: number) =>
    caller.api.put(rolesPath, { body: { id: role.id, name: `name ${index}` } });
  const answers = await Promise.all(Array.from({ length: 4 }, rename));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { name } = await rowOf<RoleRow>(caller, rolesPath, role.id);
  const taken = itemsOf(caller.tenantId).filter(({ pk }) => pk.includes('#ROLENAME#'));
  expect(taken.map(({ pk }) => pk.split('#ROLENAME#')[1])).toEqual([name]);
});

it('never deletes a role that is granted at the same time', async () => {
  const caller = await aTenant();
  const role = await aRole(caller);
  const [deleted, given] = await Promise.allSettled([
    caller.api.delete(`${rolesPath}?id=${role.id}`),
    aMember(caller, [role]),
  ]);
  const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
  expect(isDeleted).toBe(given.status === 'rejected');
});

it('leaves nothing of a deleted role', async () => {
  const caller = await aTenant();
  const [first, second] = [await aRole(caller), await aRole(caller)];
  for (const deletion of [
    await caller.api.delete(`${rolesPath}?id=${first.id}`),
    await caller.api.delete(rolesPath, { body: { id: second.id } }),
  ])
    expect(deletion.status).toBe(200);
  const left = itemsOf(caller.tenantId).filter(({ pk }) => /#ROLE(S?)(#|$)|#ROLENAME#/.test(pk));
  expect(left.filter(({ pk }) => !pk.endsWith('#COUNT'))).toEqual([]);
});
