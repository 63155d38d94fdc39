import { describe, expect, it } from 'vitest';
import { isSameRights, wildcardOf, withGrant } from '../../../lib/console/access/rights.ts';
import { changesOf } from '../../../lib/console/audit/changes.ts';
import { branchOf, type TreeNode, treeOf } from '../../../lib/console/directory/organization-tree.ts';

describe('a grant in the picker', () => {
  it.each([
    [['*'], 'webhooks.view', '*'],
    [['*.view'], 'webhooks.view', '*.view'],
    [['webhooks.*'], 'webhooks.manage', 'webhooks.*'],
    [['*.view'], 'webhooks.manage', undefined],
    [['webhooks.view'], 'webhooks.view', undefined],
    [['*'], 'webhooks.*', '*'],
  ])('with %j the feature %s comes from %s', (grants, feature, wildcard) => {
    expect(wildcardOf(grants, feature)).toBe(wildcard);
  });

  it('is added and removed separately', () => {
    expect(withGrant(['a'], 'b', true)).toEqual(['a', 'b']);
    expect(withGrant(['a', 'b'], 'a', false)).toEqual(['b']);
  });

  it('is equal in another order', () => {
    const rights = { features: ['a', 'b'], isSuperAdmin: false, organizations: null };
    expect(isSameRights(rights, { ...rights, features: ['b', 'a'] })).toBe(true);
    expect(isSameRights(rights, { ...rights, features: ['a'] })).toBe(false);
    expect(isSameRights(rights, { ...rights, organizations: [] })).toBe(false);
  });
});

const organization = (id: string, parentId: string | null) => ({
  ...{ id, parentId, name: id, slug: id, depth: 0, isActive: true },
});

const shapeOf = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.map(({ organization: { id }, children }) => [id, ...shapeOf(children)]);

describe('the tree of organizations', () => {
  const all = [
    organization('europe', null),
    organization('lisbon', 'portugal'),
    organization('portugal', 'europe'),
    organization('branch', 'not-visible'),
  ];

  it('puts each below its parent, and those with a hidden parent at the top', () => {
    expect(shapeOf(treeOf(all))).toEqual([['europe', ['portugal', ['lisbon']]], ['branch']]);
  });

  it('returns the whole branch, which an organization cannot be moved into', () => {
    expect([...branchOf(all, 'europe')].toSorted()).toEqual(['europe', 'lisbon', 'portugal']);
    expect([...branchOf(all, 'lisbon')]).toEqual(['lisbon']);
  });
});

describe('the changes of an audit entry', () => {
  it.each([
    [{ name: { before: 'a', after: 'b' } }, { before: 'a', after: 'b' }],
    [{ name: { after: 'b' } }, { before: undefined, after: 'b' }],
    [{ name: { before: true, after: null } }, { before: 'true', after: undefined }],
    [{ name: { after: ['a'] } }, { after: '[\n  "a"\n]' }],
    [{ name: { note: 'too large to keep' } }, { before: undefined, note: 'too large to keep' }],
  ])('%j are shown as texts', (changes, shown) => {
    expect(changesOf(changes)).toEqual([expect.objectContaining({ field: 'name', ...shown })]);
  });
});
