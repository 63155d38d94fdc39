import { describe, expect, it } from 'vitest';
import { baseOf, pageInAnyScope, parseAddress } from '../../../lib/console/session/address.ts';
import { isGranted } from '../../../lib/console/session/features.ts';
import { flatten } from '../../../lib/console/session/organizations.ts';

describe('features', () => {
  it.each([
    ['webhooks.view', ['webhooks.view'], true],
    ['webhooks.manage', ['webhooks.*'], true],
    ['webhooks.view', ['*.view'], true],
    ['webhooks.secrets', ['*'], true],
    ['webhooks.manage', [], false],
    ['webhooks.manage', ['webhooks.view', '*.view'], false],
    ['webhooksother.view', ['webhooks.*'], false],
  ])('%s is shown to a holder of %j: %s', (feature, grants, isShown) => {
    expect(isGranted(grants, feature)).toBe(isShown);
  });
});

describe('organizations', () => {
  it('are a list, each before its descendants', () => {
    const [root, leaf, other] = [
      { id: 'a', name: 'Acme', depth: 0, selectable: false },
      { id: 'b', name: 'North', depth: 1, selectable: true },
      { id: 'c', name: 'Other', depth: 0, selectable: true },
    ] as const;
    const children = [{ ...leaf, children: [] }];
    expect(
      flatten([
        { ...root, children },
        { ...other, children: [] },
      ]),
    ).toEqual([root, leaf, other]);
  });
});

describe('an address', () => {
  const tenant = '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11';
  const organization = '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22';
  const inTenant = `/console/t/${tenant}`;

  it.each([
    ['/console', undefined, undefined, '/'],
    ['/console/', undefined, undefined, '/'],
    ['/console/webhooks/1', undefined, undefined, '/webhooks/1'],
    ['/console/tenants', undefined, undefined, '/tenants'],
    [inTenant, tenant, undefined, '/'],
    [`${inTenant}/webhooks`, tenant, undefined, '/webhooks'],
    [`${inTenant}/o/${organization}`, tenant, organization, '/'],
    [`/console/t/${tenant.toUpperCase()}/jobs/1/edit`, tenant, undefined, '/jobs/1/edit'],
    [`${inTenant}/o/all/jobs`, tenant, '__all__', '/jobs'],
    ['/elsewhere', undefined, undefined, '/'],
  ])('%s names its scope and its page', (address, tenantId, organizationId, page) => {
    expect(parseAddress(address)).toEqual({ scope: { tenantId, organizationId }, page });
  });

  it.each([
    { tenantId: undefined, organizationId: undefined },
    { tenantId: tenant, organizationId: undefined },
    { tenantId: tenant, organizationId: organization },
    { tenantId: tenant, organizationId: '__all__' },
  ])('is built from %j so that it names the same', (scope) => {
    expect(parseAddress(`${baseOf(scope)}/webhooks`)).toEqual({ scope, page: '/webhooks' });
  });

  it.each([
    ['/', '/'],
    ['/sync/mappings', '/sync/mappings'],
    [`/webhooks/${tenant}/edit`, '/webhooks'],
    [`/rules/sets/${tenant}`, '/rules/sets'],
  ])('of %s is %s in another scope', (page, other) => {
    expect(pageInAnyScope(page)).toBe(other);
  });
});
