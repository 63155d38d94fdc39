import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aMember, loggedIn, probe, userAclPath, userNow, usersPath } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { password } from '../../support/builders/users.ts';

describe('two tenants', () => {
  it("return 404 for each other's users, and do not change them", async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    const foreign = await aMember(theirs, [], {
      acl: { features: ['business_rules.*'], isSuperAdmin: false, organizations: [] },
    });
    const session = await loggedIn(foreign);
    const ask = (id: string) => [
      () => mine.api.put(usersPath, { body: { id, name: 'stolen' } }),
      () => mine.api.put(usersPath, { body: { id, password } }),
      () => mine.api.delete(`${usersPath}?id=${id}`),
      () => mine.api.get(`${userAclPath}?userId=${id}`),
      () => mine.api.put(userAclPath, { body: { userId: id, features: [] } }),
    ];
    for (const [index, askForeign] of ask(foreign.id).entries()) {
      const answer = await askForeign();
      const unknown = await ask(randomUUID())[index]?.();
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown?.body);
    }
    expect((await mine.api.get<{ total: number }>(usersPath)).body.total).toBe(0);
    expect((await mine.api.get<{ total: number }>(`${usersPath}?id=${foreign.id}`)).body.total).toBe(0);
    expect(await userNow(foreign)).toEqual(foreign);
    expect(await probe(session)).toBe(200);
  });

  it('cannot move users into each other, or list each other’s users', async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    const body = { email: 'ada@example.com', password };
    for (const place of [{ tenantId: theirs.tenantId }, { organizationId: theirs.organizationId }]) {
      expect((await mine.api.post(usersPath, { body: { ...body, ...place } })).status).toBe(403);
    }
    expect((await mine.api.get(`${usersPath}?tenantId=${theirs.tenantId}`)).status).toBe(403);
    expect((await mine.api.get(`${usersPath}?organizationId=${theirs.organizationId}`)).status).toBe(403);
    const user = await aMember(mine);
    const moved = await mine.api.put(usersPath, {
      body: { id: user.id, organizationId: theirs.organizationId },
    });
    expect(moved.status).toBe(403);
    expect((await theirs.api.get<{ total: number }>(usersPath)).body.total).toBe(0);
  });
});
