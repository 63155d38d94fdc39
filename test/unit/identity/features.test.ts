import { describe, expect, it } from 'vitest';
import { featureTitles } from '../../../shared/catalog/declared-features.ts';
import { features as platformFeatures } from '../../../shared/catalog/features.ts';
import { grants } from '../../../shared/kernel/base/features.ts';
import type { Principal } from '../../../shared/kernel/base/principal.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { assertDeclared } from '../../../shared/modules/identity/declared-features.ts';
import { listFeatures } from '../../../shared/modules/identity/sessions/feature-catalogue.ts';

const featureNames = Object.keys(platformFeatures);

const aPrincipal = (features: readonly string[], isSuperAdmin = false): Principal => ({
  ...{ subject: 'user:ada', tenantId: 'acme', organizationId: null, organizationIds: null },
  ...{ features, isSuperAdmin },
});

describe('the grant *.view', () => {
  it('covers all features that end in view, including those of teams, but no other tenants', () => {
    const covered = featureNames.filter((feature) => grants('*.view', feature));
    const expected = featureNames.filter((feature) => feature.endsWith('.view'));
    expect(covered).toEqual(expected.filter((feature) => feature !== 'directory.tenants.view'));
    expect(grants('*.view', 'shop.orders.view')).toBe(true);
  });

  it.each(['*', 'webhooks.*', 'view', 'webhooks.manage', 'directory.*', 'directory.tenants.*'])(
    'does not cover %s',
    (feature) => expect(grants('*.view', feature)).toBe(false),
  );

  it('is covered by itself and by *, but not by a prefix', () => {
    const wide = ['*', '*.view', 'webhooks.*'].filter((grant) => grants(grant, '*.view'));
    expect(wide).toEqual(['*', '*.view']);
  });
});

describe('assertDeclared', () => {
  const titles = { ...platformFeatures, 'shop.orders.view': 'Read orders' };
  const problem = (grant: string, held: readonly string[] = []): unknown => {
    try {
      assertDeclared([grant], held, titles);
      return undefined;
    } catch (error) {
      return error instanceof InvalidInputError ? error.details : error;
    }
  };

  it.each([
    ...featureNames,
    ...['*', '*.view', 'webhooks.*', 'business_rules.rules.*', 'webhooks.view.*'],
    ...['shop.orders.view', 'shop.*'],
    // Modules without features.
    ...['sales.view', 'a.b', 'reports.nightly', 'made.up'],
  ])('accepts %s', (grant) => expect(problem(grant)).toBeUndefined());

  it.each([
    ['webhooks.views', 'webhooks.view'],
    ['webhook.view', 'webhooks.view'],
    ['Webhooks.view', 'webhooks.view'],
    ['Business_Rules.Rules.View', 'business_rules.rules.view'],
    ['webhooks.deliveries', 'webhooks.view'],
    ['busines_rules.rules.view', 'business_rules.rules.view'],
    ['business_rule.*', 'business_rules.*'],
    ['business_rules.rule.*', 'business_rules.rules.*'],
    ['shop.orders.views', 'shop.orders.view'],
    ['shop.carts.view', 'shop.orders.view'],
    ['payments.*', 'events.*'],
    ['nope.*', 'shop.*'],
  ])('refuses %s and names %s', (grant, nearest) => {
    const message = `there is no feature "${grant}", did you mean "${nearest}"?`;
    expect(problem(grant)).toEqual({ features: message });
  });

  it('accepts already granted features', () => {
    expect(problem('webhooks.old', ['webhooks.old'])).toBeUndefined();
  });
});

describe('listFeatures', () => {
  it('contains every feature once, with a title, in its module', async () => {
    const titles = { ...platformFeatures, 'shop.orders.view': 'Read orders' };
    const { modules } = await listFeatures(titles)({ principal: aPrincipal([]) });
    const listed = modules.flatMap(({ features }) => features.map(({ feature }) => feature));
    expect(listed).toEqual(expect.arrayContaining([...featureNames, 'shop.orders.view']));
    expect(new Set(listed).size).toBe(listed.length);
    expect(modules.find(({ module }) => module === 'shop')?.features).toEqual([
      { feature: 'shop.orders.view', title: 'Read orders', granted: false, onlyBySuperAdmins: false },
    ]);
  });

  it('marks features of the caller and those that only super admins can grant', async () => {
    const rows = async (principal: Principal) =>
      (await listFeatures(featureTitles)({ principal })).modules.flatMap(({ features }) => features);
    const viewer = (await rows(aPrincipal(['*.view']))).filter(({ granted }) => granted);
    expect(viewer.every(({ feature }) => feature.endsWith('.view'))).toBe(true);
    expect((await rows(aPrincipal([], true))).every(({ granted }) => granted)).toBe(true);
    const platformWide = (await rows(aPrincipal([]))).filter(({ onlyBySuperAdmins }) => onlyBySuperAdmins);
    const names = platformWide.map(({ feature }) => feature);
    expect(names).toEqual(['directory.tenants.manage', 'directory.tenants.view']);
  });
});
