/** What the console shows by rights, and its selected scope. */
import { describe, expect, it } from 'vitest';
import { isGranted } from '../../../lib/console/session/features.ts';
import { flatten } from '../../../lib/console/session/organizations.ts';

describe('features', () => {
  it.each([
    ['webhooks.view', ['webhooks.view']],
    ['webhooks.manage', ['webhooks.*']],
    ['webhooks.view', ['*.view']],
    ['webhooks.secrets', ['*']],
  ])('shows %s to a holder of %j', (feature, grants) => {
    expect(isGranted(grants, feature)).toBe(true);
  });

  it.each([
    ['webhooks.manage', []],
    ['webhooks.manage', ['webhooks.view', '*.view']],
    ['webhooksother.view', ['webhooks.*']],
  ])('hides %s from a holder of %j', (feature, grants) => {
    expect(isGranted(grants, feature)).toBe(false);
  });
});

describe('organizations', () => {
  it('are a list, each before its descendants', () => {
    const leaf = { id: 'b', name: 'North', depth: 1, selectable: true, children: [] };
    const tree = [
      { id: 'a', name: 'Acme', depth: 0, selectable: false, children: [leaf] },
      { id: 'c', name: 'Other', depth: 0, selectable: true, children: [] },
    ];
    expect(flatten(tree)).toEqual([
      { id: 'a', name: 'Acme', depth: 0, selectable: false },
      { id: 'b', name: 'North', depth: 1, selectable: true },
      { id: 'c', name: 'Other', depth: 0, selectable: true },
    ]);
  });
});
