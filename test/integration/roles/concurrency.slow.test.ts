import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import type { Role } from '../../../shared/kernel/auth/identity-types.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { roleKey } from '../../../shared/modules/identity/keys.ts';
import { refreshHolder } from '../../../shared/modules/identity/roles/rights-service.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  rightsOfSecret,
  roleNow,
  setRoleAcl,
} from '../../support/builders/roles.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during, untilUsed } from '../../support/fault-injection/faults.ts';

describe('a late refresh', () => {
  it('does not restore rights that were removed meanwhile', async () => {
    const admin = await aTenant();
    const role = await aRole(admin);
    const key = await aKey({ ...admin, features: [], roles: [role] });
    // A change that was interrupted before it updated its holders: the role has the rights, the key does not.
    await transact([
      { set: roleKey(role, role.id), values: { acl: { ...role.acl, features: [probeFeature] } } },
    ]);
    const late = { effect: 'latency', latencyMs: 1_500, times: 1, action: 'UpdateItem' } as const;
    const [, taken] = await during({ ...late, bodyContains: hashApiKey(key.key) }, () => {
      const refreshed = refreshHolder(admin, { kind: 'KEY', id: key.keyId });
      const change = untilUsed(hashApiKey(key.key)).then(() => setRoleAcl(admin, role, { features: [] }));
      return Promise.all([refreshed, change]);
    });
    expect(taken.status).toBe(200);
    expect((await rightsOfSecret(key.key)).features).toEqual([]);
    expect(await probe(key.api)).toBe(403);
  });
});

/** Changes a role, and retries while the response asks for it, because concurrent requests may delay it. */
async function changed(admin: TestCaller, role: Role, features: string[]) {
  for (;;) {
    const answer = await setRoleAcl(admin, role, { features });
    if (answer.status !== 503) return answer;
  }
}

describe('concurrent changes', () => {
  it('on two roles of one key converge to both', async () => {
    const admin = await aTenant();
    const [left, right] = [await aRole(admin), await aRole(admin)];
    const key = await aKey({ ...admin, features: [], roles: [left, right] });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        changed(admin, left, [`left${round}.view`]),
        changed(admin, right, [`right${round}.view`]),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { features } = await rightsOfSecret(key.key);
      expect(features).toEqual([`left${round}.view`, `right${round}.view`]);
    }
  });

  it('on one role end with one of them for all holders', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: ['start.view'] });
    const holders = [];
    for (let made = 0; made < 3; made++) holders.push(await aKey({ ...admin, features: [], roles: [role] }));
    const answers = await Promise.all(
      [0, 1, 2].map((index) => changed(admin, role, [`change${index}.view`])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { acl, pending, fanOut } = await roleNow(role);
    expect({ pending, fanOut }).toEqual({ pending: undefined, fanOut: undefined });
    for (const { key } of holders) expect((await rightsOfSecret(key)).features).toEqual(acl.features);
  });

  it('with the same If-Match accept one', async () => {
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

  it('concurrent with new keys and sessions leave no holder with the old rights', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: [probeFeature] });
    const member = await aMember(admin, [role]);
    const newcomers = Array.from({ length: 6 }, async (_, index) => {
      try {
        return index % 2 === 0
          ? (await aKey({ ...admin, features: [], roles: [await roleNow(role)] })).api
          : await loggedIn(member);
      } catch {
        // Refused because the role changed meanwhile: no holder was added.
        return undefined;
      }
    });
    const [changed, ...apis] = await Promise.all([setRoleAcl(admin, role, { features: [] }), ...newcomers]);
    expect(changed.status).toBe(200);
    for (const api of apis) if (api) expect(await probe(api)).toBe(403);
  });
});
