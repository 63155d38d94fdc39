/** Effects of a role change on its holders, also if it is interrupted. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Acl } from '../../../shared/kernel/auth/acl.ts';
import { generateApiKey, hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import type { Role } from '../../../shared/kernel/auth/identity-types.ts';
import { forEachParallel } from '../../../shared/kernel/base/parallel.ts';
import { UnfinishedError } from '../../../shared/kernel/errors/errors.ts';
import { callerKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { findApiKey, removeApiKey } from '../../../shared/modules/identity/api-keys/api-key-store.ts';
import { apiKeyKey, roleHolderKey, roleKey } from '../../../shared/modules/identity/keys.ts';
import type { RoleRow } from '../../../shared/modules/identity/roles/contract.ts';
import { changeRoleAcl } from '../../../shared/modules/identity/roles/rights-changes.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  probePath,
  rightsOfSecret,
  roleNow,
  rolesPath,
  rowOf,
  setRoleAcl,
} from '../../support/builders/roles.ts';
import { aKey, aSibling, asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';

/** More holders than one batch, more than one request, and a few. */
const [batches, waves, few] = [60, 25, 6];
const oldFeatures = ['kept.view', 'old.view'];

interface RoleHolders {
  admin: TestCaller;
  role: Role;
  /** In the order in which a change updates them. */
  secrets: string[];
}

/** A role with many keys: copies of one, because each real creation updates the counters of the role. */
async function manyHolders(holders: number): Promise<RoleHolders> {
  const admin = await aTenant();
  const role = await aRole(admin, { features: oldFeatures });
  const original = await aKey({ ...admin, features: [], roles: [role] });
  const sources = [
    apiKeyKey(admin, original.keyId),
    callerKey(hashApiKey(original.key)),
    roleHolderKey(admin, role.id, 'KEY', original.keyId),
  ];
  const [row, caller, holder] = await Promise.all(sources.map(getItem));
  const copies = Array.from({ length: holders - 1 }, () => ({
    id: randomUUID(),
    key: generateApiKey().secret,
  }));
  await forEachParallel(copies, 5, ({ id, key }) => {
    const secretSha256 = hashApiKey(key);
    return transact([
      { put: { ...row, ...apiKeyKey(admin, id), id, secretSha256 } },
      { put: { ...caller, ...callerKey(secretSha256), id } },
      { put: { ...holder, ...roleHolderKey(admin, role.id, 'KEY', id), id } },
    ]);
  });
  await transact([{ add: roleKey(admin, role.id), amounts: { keys: copies.length } }]);
  const keys = [{ id: original.keyId, key: original.key }, ...copies].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return { admin, role, secrets: keys.map(({ key }) => key) };
}

async function deleteKey({ tenantId, keyId }: TestCaller): Promise<void> {
  const key = await findApiKey(tenantId, keyId);
  if (key) await removeApiKey(key, asTest());
}

const rightsOfAll = ({ secrets }: RoleHolders): Promise<Acl[]> => Promise.all(secrets.map(rightsOfSecret));

/** Asserts that no holder has a right that is in neither set, or rights from both sets at the same time. */
async function expectNarrow(crowd: RoleHolders, newFeatures: readonly string[]): Promise<void> {
  for (const { features, isSuperAdmin, organizations } of await rightsOfAll(crowd)) {
    const within = (allowed: readonly string[]) => features.every((feature) => allowed.includes(feature));
    expect(within(oldFeatures) || within(newFeatures), features.join()).toBe(true);
    expect({ isSuperAdmin, organizations }).toEqual({
      isSuperAdmin: false,
      organizations: [crowd.admin.organizationId],
    });
  }
}

async function expectAll(crowd: RoleHolders, features: readonly string[]): Promise<void> {
  for (const rights of await rightsOfAll(crowd)) expect(rights.features).toEqual(features);
  const row = await rowOf<RoleRow>(crowd.admin, rolesPath, crowd.role.id);
  expect(row).toMatchObject({ isChanging: false, keysCount: crowd.secrets.length });
}

describe('a change of a role', () => {
  it('applies to organizations: a removed one is refused at once', async () => {
    const admin = await aTenant({ isSuperAdmin: true });
    const { organizationId: south } = await aSibling(admin);
    const role = await aRole(admin, { features: [probeFeature], organizations: [south] });
    const session = await loggedIn(await aMember(admin, [role]));
    const inSouth = async () => (await session.get(`${probePath}?organizationId=${south}`)).status;
    expect(await inSouth()).toBe(200);
    await setRoleAcl(admin, role, { organizations: [] });
    expect(await inSouth()).toBe(403);
    expect(await probe(session)).toBe(200);
  });

  it('skips deleted holders', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: ['a.view'] });
    const [gone, left] = [await aKey({ ...admin, roles: [role] }), await aKey({ ...admin, roles: [role] })];
    await deleteKey(gone);
    expect((await setRoleAcl(admin, role, { features: ['b.view'] })).status).toBe(200);
    expect((await rightsOfSecret(left.key)).features).toContain('b.view');
    expect(await probe(gone.api)).toBe(401);
  });
});

type Cut = (crowd: RoleHolders, newFeature: string) => { action: string; bodyContains: string };
const update = (bodyContains: string) => ({ action: 'UpdateItem', bodyContains });
const commit = (bodyContains: string) => ({ action: 'TransactWriteItems', bodyContains });
const atHolder =
  (index: number): Cut =>
  ({ secrets }) =>
    update(hashApiKey(secrets[index] ?? ''));

const cuts: [string, number, Cut][] = [
  ['when it is recorded', few, ({ role }) => commit(role.id)],
  ['at the first holder', few, atHolder(0)],
  ['in the middle', waves, atHolder(12)],
  ['at the last holder', waves, atHolder(waves - 1)],
  ['when it records its progress', batches, ({ role }) => update(`ROLE#${role.id}`)],
  ['when it is committed', few, ({ role }) => commit(`"resourceId":{"S":"${role.id}"}`)],
  ['when the new rights are granted', waves, (_, feature) => update(feature)],
];

describe('an interrupted change for many keys', () => {
  it.concurrent.each(cuts)(
    '%s leaves no holder with more rights than before, and completes when repeated (%i keys)',
    async (_, holders, cut) => {
      const crowd = await manyHolders(holders);
      const added = `new${crowd.role.id.replaceAll('-', '')}.view`;
      const newFeatures = ['kept.view', added];
      const change = () =>
        setRoleAcl(crowd.admin, crowd.role, { features: newFeatures }, { 'if-match': '"1"' });

      const interrupted = await during({ effect: 'error', ...cut(crowd, added) }, change);
      expect(interrupted.status).toBe(503);
      expect(Number(interrupted.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectNarrow(crowd, newFeatures);
      const lateHolder = await aKey({ ...crowd.admin, features: [], roles: [await roleNow(crowd.role)] });
      const { features } = await rightsOfSecret(lateHolder.key);
      expect(features.includes('old.view') && features.includes(added)).toBe(false);
      await deleteKey(lateHolder);

      const repeated = await change();
      expect(repeated.status).toBe(200);
      await expectAll(crowd, newFeatures);
    },
  );

  it.concurrent('can be replaced by another change', async () => {
    const crowd = await manyHolders(waves);
    const first = await during({ effect: 'error', ...atHolder(12)(crowd, '') }, () =>
      setRoleAcl(crowd.admin, crowd.role, { features: ['first.view'] }),
    );
    expect(first.status).toBe(503);
    expect((await setRoleAcl(crowd.admin, crowd.role, { features: ['second.view'] })).status).toBe(200);
    await expectAll(crowd, ['second.view']);
  });

  it.concurrent('can be reverted', async () => {
    const crowd = await manyHolders(waves);
    await during({ effect: 'error', ...atHolder(12)(crowd, '') }, () =>
      setRoleAcl(crowd.admin, crowd.role, { features: [] }),
    );
    expect((await rowOf<RoleRow>(crowd.admin, rolesPath, crowd.role.id)).isChanging).toBe(true);
    expect((await setRoleAcl(crowd.admin, crowd.role, { features: oldFeatures })).status).toBe(200);
    await expectAll(crowd, oldFeatures);
  });

  it.concurrent('by a timeout is resumed, and completes in a few requests', async () => {
    const crowd = await manyHolders(batches);
    const acl = { ...crowd.role.acl, features: ['new.view'] };
    const past = 0;
    const reached: number[] = [];
    let finished = false;
    for (let request = 0; request < 10 && !finished; request++) {
      try {
        await changeRoleAcl(await roleNow(crowd.role), acl, asTest(), past);
        finished = true;
      } catch (error) {
        expect(error).toBeInstanceOf(UnfinishedError);
        await expectNarrow(crowd, acl.features);
        reached.push(
          (await rightsOfAll(crowd)).filter(({ features }) => features.includes('old.view')).length,
        );
      }
    }
    expect(finished).toBe(true);
    // 50 holders per request, once to remove rights and once to grant them.
    expect(reached).toEqual([10, 0, 0, 0]);
    await expectAll(crowd, acl.features);
  });
});
