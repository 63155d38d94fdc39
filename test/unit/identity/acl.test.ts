import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Acl, effectiveAcl, missingRights, narrower } from '../../../shared/kernel/auth/acl.ts';
import { grants } from '../../../shared/kernel/base/features.ts';

const segment = fc.constantFrom('a', 'b', 'c');
const feature = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('.'));
const grant = fc.oneof(
  feature,
  feature.map((name) => `${name}.*`),
  fc.constant('*'),
);
const acl: fc.Arbitrary<Acl> = fc.record({
  features: fc.array(grant, { maxLength: 4 }),
  isSuperAdmin: fc.boolean(),
  organizations: fc.option(fc.subarray(['north', 'south', 'east']), { nil: null }),
});

const allows = ({ features }: Acl, name: string) => features.some((held) => grants(held, name));
const reaches = ({ organizations }: Acl, id: string) => organizations === null || organizations.includes(id);
const organization = fc.constantFrom('north', 'south', 'east', 'west');

describe('a grant', () => {
  it.each([
    ['webhooks.view', 'webhooks.views', false],
    ['webhooks.*', 'webhooksx.view', false],
    ['webhooks', 'webhooks.view', false],
    ['webhooks.view', 'webhooks.*', false],
    ['webhooks.*', '*', false],
  ])('%s covers %s: %s', (held, wanted, expected) => {
    expect(grants(held, wanted)).toBe(expected);
  });

  it('covers itself, and is transitive', () => {
    fc.assert(
      fc.property(grant, grant, feature, (wide, narrow, name) => {
        expect([grants(wide, wide), grants('*', wide)]).toEqual([true, true]);
        if (grants(wide, narrow) && grants(narrow, name)) expect(grants(wide, name)).toBe(true);
      }),
    );
  });

  it('with a wildcard covers everything with its prefix', () => {
    fc.assert(
      fc.property(feature, feature, (prefix, rest) => {
        expect(grants(`${prefix}.*`, `${prefix}.${rest}`)).toBe(true);
        expect(grants(`${prefix}.*`, prefix)).toBe(true);
      }),
    );
  });
});

describe('the intersection of two rights', () => {
  it('allows exactly what both allow', () => {
    fc.assert(
      fc.property(acl, acl, feature, organization, (left, right, name, id) => {
        const both = narrower(left, right);
        expect(allows(both, name)).toBe(allows(left, name) && allows(right, name));
        expect(reaches(both, id)).toBe(reaches(left, id) && reaches(right, id));
        expect(both.isSuperAdmin).toBe(left.isSuperAdmin && right.isSuperAdmin);
      }),
    );
  });

  it('is covered by both, so holders of either can grant it', () => {
    fc.assert(
      fc.property(acl, acl, (left, right) => {
        const both = narrower(left, right);
        expect(missingRights(left, both)).toEqual([]);
        expect(missingRights(right, both)).toEqual([]);
      }),
    );
  });

  it('is commutative, and idempotent', () => {
    fc.assert(
      fc.property(acl, acl, feature, (left, right, name) => {
        expect(narrower(left, right).features).toEqual(narrower(right, left).features);
        expect(allows(narrower(left, left), name)).toBe(allows(left, name));
      }),
    );
  });
});

describe('effective rights', () => {
  it('are those of all roles together', () => {
    fc.assert(
      fc.property(fc.array(acl, { maxLength: 3 }), feature, organization, (roles, name, id) => {
        const all = effectiveAcl(roles);
        expect(allows(all, name)).toBe(roles.some((role) => allows(role, name)));
        expect(reaches(all, id)).toBe(roles.some((role) => reaches(role, id)));
        expect(all.isSuperAdmin).toBe(roles.some(({ isSuperAdmin }) => isSuperAdmin));
      }),
    );
  });

  it('are the individual ones if there are any', () => {
    fc.assert(
      fc.property(fc.array(acl, { maxLength: 3 }), acl, (roles, own) => {
        expect(effectiveAcl(roles, own)).toEqual(own);
      }),
    );
  });
});

describe('missing rights', () => {
  const holder: Acl = { features: ['webhooks.*'], isSuperAdmin: false, organizations: ['north'] };

  it.each<[string, Partial<Acl>, string[]]>([
    ['a feature', { features: ['webhooks.view', 'rules.view'] }, ['rules.view']],
    ['a wildcard', { features: ['*', 'webhooks.*'] }, ['*']],
    ['an organization', { organizations: ['north', 'south'] }, ['organization south']],
    ['all organizations', { organizations: null }, ['organizations: all']],
    ['super admin', { isSuperAdmin: true }, ['super_admin']],
    ['nothing', {}, []],
  ])('name %s', (_, wanted, missing) => {
    const nothing: Acl = { features: [], isSuperAdmin: false, organizations: [] };
    expect(missingRights(holder, { ...nothing, ...wanted })).toEqual(missing);
  });

  it('is empty for a super admin', () => {
    fc.assert(
      fc.property(acl, (wanted) => {
        expect(missingRights({ ...holder, isSuperAdmin: true }, wanted)).toEqual([]);
      }),
    );
  });
});
