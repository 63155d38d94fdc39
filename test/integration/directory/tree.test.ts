import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { anOrganization, manage, organizationsPath, shapeOf } from '../../support/builders/directory.ts';
import { aTenant } from '../../support/builders/tenants.ts';

/** The branches a > b > c and d next to `main`. */
async function aTree() {
  const owner = await aTenant();
  const caller = { ...owner, ...(await aTenantAdmin(owner)) };
  const a = await anOrganization(caller, { name: 'a' });
  const b = await anOrganization(caller, { name: 'b', parentId: a });
  const c = await anOrganization(caller, { name: 'c', parentId: b });
  const d = await anOrganization(caller, { name: 'd' });
  const put = (body: Record<string, unknown>) => caller.api.put(organizationsPath, { body });
  return { caller, put, a, b, c, d };
}

describe('a tree of organizations', () => {
  it('never has a cycle when moves race', async () => {
    const { caller, put, a, b, c, d } = await aTree();
    const moves = [
      [a, d],
      [d, c],
      [d, a],
      [b, d],
      [a, b],
      [c, null],
    ];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(moves.map(([id, parentId]) => put({ id, parentId })));
      for (const { status } of answers) expect([200, 400, 503]).toContain(status);
      const rows = await manage(caller);
      expect(rows).toHaveLength(5);
      const tops = rows.filter(({ parentId }) => parentId === null);
      expect(tops.reduce((sum, { descendantsCount }) => sum + 1 + descendantsCount, 0)).toBe(5);
    }
  });

  it('accepts one of two concurrent moves that would create a cycle together', async () => {
    const { caller, put, a, d } = await aTree();
    const answers = await Promise.all([put({ id: a, parentId: d }), put({ id: d, parentId: a })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { a: parentOfA, d: parentOfD } = await shapeOf(caller);
    expect([parentOfA, parentOfD]).toContain(null);
  });

  it('deletes an organization with more children than fit into one transaction', async () => {
    const { caller, b } = await aTree();
    for (let count = 0; count < 27; count++) await anOrganization(caller, { name: `k${count}`, parentId: b });
    expect((await caller.api.delete(`${organizationsPath}?id=${b}`)).status).toBe(200);
    const parents = Object.entries(await shapeOf(caller)).filter(([name]) => name.startsWith('k'));
    expect(parents).toHaveLength(27);
    expect(new Set(parents.map(([, parent]) => parent))).toEqual(new Set(['a']));
  });

  it('keeps a child that is moved while its parent is deleted', async () => {
    const { caller, b } = await aTree();
    const create = (name: string) => caller.api.post(organizationsPath, { body: { name, parentId: b } });
    const [deleted, ...created] = await Promise.all([
      caller.api.delete(`${organizationsPath}?id=${b}`),
      ...['x', 'y', 'z'].map(create),
    ]);
    expect(deleted?.status).toBe(200);
    const rows = await manage(caller);
    const ids = new Set(rows.map(({ id }) => id));
    for (const { parentId } of rows) expect(parentId === null || ids.has(parentId)).toBe(true);
    for (const { status, body } of created) if (status === 201) expect(ids).toContain(body.id);
  });
});
