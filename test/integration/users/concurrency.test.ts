/** Concurrent changes of users leave their rows, addresses, listing and counters consistent. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { aMember, aRole, userNow, usersPath } from '../../support/builders/roles.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser, formOf, password } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { logIn } from '../../support/clients/browser-request.ts';
import { interleaved } from '../../support/fault-injection/interleaving.ts';

const put = ({ api }: TestCaller, body: Record<string, unknown>) => api.put(usersPath, { body });

/** Asserts that users, addresses, listing and counters of a tenant are consistent; returns the number of users. */
function assertNothingHalfWritten(tenantId: string): number {
  const items = itemsOf(tenantId);
  const users = items.filter(({ sk }) => sk === 'USER');
  const listed = items.filter(({ pk }) => pk.endsWith('#USERS'));
  const counted = items
    .filter(({ pk }) => pk.endsWith('#USERS#COUNT'))
    .reduce((sum, { n }) => sum + Number(n), 0);
  const named = (rows: typeof items, name: string) => new Map(rows.map((row) => [row.id, row[name]]));
  expect(named(listed, 'e')).toEqual(named(users, 'email'));
  expect(counted).toBe(users.length);
  return users.length;
}

it('keeps all concurrent changes', async () => {
  const caller = await aTenant();
  const user = await aMember(caller);
  const role = await aRole(caller);
  const answers = await Promise.all([
    put(caller, { id: user.id, name: 'Ada' }),
    put(caller, { id: user.id, email: 'ada@example.com' }),
    put(caller, { id: user.id, roles: [role.id] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { name, email, roleIds, pending } = await userNow(user);
  expect([name, email, roleIds, pending]).toEqual(['Ada', 'ada@example.com', [role.id], undefined]);
  expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
});

it('a user who is too late for an address keeps its own, and can log in', async () => {
  const caller = await aTenant();
  const [fast, late] = [await aUser(caller), await aUser(caller)];
  const email = 'ada@example.com';
  const { status, body } = await interleaved(
    (request) => request.includes('TransactItems') && request.includes('"EMAIL#'),
    () => put(caller, { id: fast.id, email }),
    () => put(caller, { id: late.id, email, password: 'Difference-2' }),
  );
  expect([status, body.code]).toEqual([409, 'email_taken']);
  const { email: kept, pending } = await userNow(late);
  expect([kept, pending]).toEqual([late.email, undefined]);
  expect((await logIn(formOf(late))).status).toBe(200);
  expect(assertNothingHalfWritten(caller.tenantId)).toBe(2);
});

it('a user who is too late for an address is not deactivated, and its keys are not refused', async () => {
  const caller = await aTenant();
  const [fast, late] = [await aUser(caller), await aUser(caller)];
  const email = 'ada@example.com';
  const owner = { principal: { subject: `user:${late.id}`, tenantId: late.tenantId }, nowMs: Date.now() };
  const { secret } = await createApiKey({ name: 'own', tenantId: late.tenantId }, owner);
  const { status } = await interleaved(
    (request) => request.includes('TransactItems') && request.includes('"EMAIL#'),
    () => put(caller, { id: fast.id, email }),
    () => put(caller, { id: late.id, email, isActive: false }),
  );
  expect([status, (await userNow(late)).isActive]).toEqual([409, true]);
  expect((await apiFor(secret).get('/api/auth/session')).status).toBe(200);
});

it('one of several users with an address is created, and its deletion frees the address', async () => {
  const caller = await aTenant();
  const post = (email: string) => caller.api.post(usersPath, { body: { email, password } });
  const answers = await Promise.all(['a@example.com', 'A@example.com', 'a@EXAMPLE.com'].map(post));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(assertNothingHalfWritten(caller.tenantId)).toBe(1);
  const id = answers.find(({ status }) => status === 201)?.body.id;
  expect((await caller.api.delete(`${usersPath}?id=${id}`)).status).toBe(200);
  expect(assertNothingHalfWritten(caller.tenantId)).toBe(0);
  expect((await post('a@example.com')).status).toBe(201);
});
