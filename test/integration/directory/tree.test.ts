import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  anOrganization,
  manage,
  organizationsPath,
  rowOf,
  shapeOf,
} from '../../support/builders/directory.ts';
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

const original = { a: null, b: 'a', c: 'b', d: null, main: null };

describe('a tree of organizations', () => {
  it('moves a branch with all descendants', async () => {
    const { caller, put, b, c, d } = await aTree();
    expect((await put({ id: b, parentId: d })).status).toBe(200);
    expect(await shapeOf(caller)).toEqual({ ...original, b: 'd' });
    expect(await rowOf(caller, c)).toMatchObject({ ancestorIds: [d, b], rootId: d, depth: 2 });
    await put({ id: b, parentId: null });
    expect(await shapeOf(caller)).toEqual({ ...original, b: null });
  });

  it('refuses moves that would create a cycle, and changes nothing', async () => {
    const { caller, put, a, b, c } = await aTree();
    for (const [body, field] of [
      [{ id: a, parentId: c }, 'parentId'],
      [{ id: a, parentId: b }, 'parentId'],
      [{ id: a, parentId: a }, 'parentId'],
      [{ id: c, childIds: [a] }, 'childIds'],
      [{ id: c, childIds: [c] }, 'childIds'],
    ] as const) {
      const answer = await put({ ...body, name: 'changed' });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
    }
    expect(await shapeOf(caller)).toEqual(original);
  });

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

  it('accepts a list of children: new ones are moved in, missing ones move to the parent', async () => {
    const { caller, put, b, d } = await aTree();
    expect((await put({ id: b, childIds: [d] })).status).toBe(200);
    expect(await shapeOf(caller)).toEqual({ ...original, c: 'a', d: 'b' });
    await put({ id: b, childIds: [] });
    expect(await shapeOf(caller)).toEqual({ ...original, c: 'a', d: 'a' });
  });

  it('creates an organization between a parent and its children', async () => {
    const { caller, a, b } = await aTree();
    await anOrganization(caller, { name: 'between', parentId: a, childIds: [b] });
    expect(await shapeOf(caller)).toEqual({ ...original, between: 'a', b: 'between' });
  });

  it('is at most 32 levels deep', async () => {
    const { caller, a } = await aTree();
    let parentId = a;
    for (let level = 2; level <= 32; level++)
      parentId = await anOrganization(caller, { name: 'x', parentId });
    const answer = await caller.api.post(organizationsPath, { body: { name: 'too deep', parentId } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'parentId' }] } });
  });

  it('moves the children of a deleted organization to its parent', async () => {
    const { caller, b, a } = await aTree();
    const deleted = await caller.api.delete(`${organizationsPath}?id=${b}`);
    expect(deleted).toMatchObject({ status: 200, body: { ok: true } });
    expect(await shapeOf(caller)).toEqual({ a: null, c: 'a', d: null, main: null });
    await caller.api.delete(`${organizationsPath}?id=${a}`);
    expect(await shapeOf(caller)).toEqual({ c: null, d: null, main: null });
    expect((await caller.api.delete(`${organizationsPath}?id=${a}`)).status).toBe(404);
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
