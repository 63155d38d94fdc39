import { describe, expect, it } from 'vitest';
import { aKey, aTenant } from '../../support/builders.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  rightsOfSecret,
  roleNow,
  setRoleAcl,
} from '../../support/roles.ts';

describe('changes that meet', () => {
  it('on two roles of one key converge to both', async () => {
    const admin = await aTenant();
    const [left, right] = [await aRole(admin), await aRole(admin)];
    const key = await aKey({ ...admin, features: [], roles: [left, right] });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        setRoleAcl(admin, left, { features: [`left${round}.view`] }),
        setRoleAcl(admin, right, { features: [`right${round}.view`] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { features } = await rightsOfSecret(key.key);
      expect(features).toEqual([`left${round}.view`, `right${round}.view`]);
    }
  });

  it('on one role end with one of them, everywhere', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: ['start.view'] });
    const keys = await Promise.all(Array.from({ length: 3 }, () => aKey({ ...admin, features: [] })));
    const holders = [];
    for (const _ of keys) holders.push(await aKey({ ...admin, features: [], roles: [role] }));
    const answers = await Promise.all(
      [0, 1, 2].map((index) => setRoleAcl(admin, role, { features: [`change${index}.view`] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { acl, pending, fanOut } = await roleNow(role);
    expect({ pending, fanOut }).toEqual({ pending: undefined, fanOut: undefined });
    for (const { key } of holders) expect((await rightsOfSecret(key)).features).toEqual(acl.features);
  });

  it('with the same If-Match let one through', async () => {
    const admin = await aTenant();
    const role = await aRole(admin);
    const answers = await Promise.all(
      [0, 1, 2].map((index) =>
        setRoleAcl(admin, role, { features: [`change${index}.view`] }, { 'if-match': '"1"' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 412, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await roleNow(role)).acl.features).toEqual([`change${winner}.view`]);
  });

  it('with new keys and sessions leave nobody with the old rights', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: [probeFeature] });
    const member = await aMember(admin, [role]);
    const newcomers = Array.from({ length: 6 }, async (_, index) => {
      try {
        return index % 2 === 0
          ? (await aKey({ ...admin, features: [], roles: [await roleNow(role)] })).api
          : await loggedIn(member);
      } catch {
        // Refused because the role changed meanwhile: nobody came.
        return undefined;
      }
    });
    const [changed, ...apis] = await Promise.all([setRoleAcl(admin, role, { features: [] }), ...newcomers]);
    expect(changed.status).toBe(200);
    for (const api of apis) if (api) expect(await probe(api)).toBe(403);
  });
});
