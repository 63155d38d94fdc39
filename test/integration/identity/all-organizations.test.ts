/** What it costs to select all organizations: by the cookie `svc_selected_org` with the value `__all__`. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rulePath } from '../../support/builders/rules.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf, send } from '../../support/clients/api.ts';

const all = { cookie: 'svc_selected_org=__all__' };

/** Headers of a user of the organization who may select the given ones. */
async function someone(home: TestCaller, organizations: string[]): Promise<Record<string, string>> {
  const user = await aUser(home, { acl: { features: ['*'], isSuperAdmin: false, organizations } });
  return { authorization: `Bearer ${(await aSession(user)).token}` };
}

describe('all organizations selected', () => {
  it('costs one more request, and none if there is only one organization', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const actions = async (headers: Record<string, string>) =>
      (await callsOf(await send('GET', rulePath(randomUUID()), { headers }))).map(({ action }) => action);
    const wide = await someone(north, [south.organizationId]);
    expect(await actions({ ...wide, ...all })).toEqual([
      'GetItem',
      'UpdateItem',
      'Query',
      'GetItem',
      'GetItem',
    ]);
    expect(await actions(wide)).toEqual(['GetItem', 'UpdateItem', 'GetItem']);
    expect(await actions({ 'x-api-key': north.key, ...all })).toEqual(['UpdateItem', 'GetItem']);
  });
});
