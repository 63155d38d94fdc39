import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Acl } from '../../../shared/kernel/auth/acl.ts';
import type { ApiKeyRow, Role, UserRights, UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { rightsOfKey, rightsOfUser } from '../../../shared/kernel/auth/rights.ts';
import { grants } from '../../../shared/kernel/base/features.ts';

const at = '2026-03-01T09:30:00.000Z';

const stored = { tenantId: 't', revision: 1, createdAt: at, updatedAt: at };

const aRole = (id: string, acl: Partial<Acl>, pending?: Acl): Role => ({
  ...{ ...stored, id, name: id, pending, users: 0, keys: 0 },
  acl: { features: [], isSuperAdmin: false, organizations: [], ...acl },
});

const aUser = (rights: Partial<UserRights>, pending?: UserRights): UserRow => ({
  ...{ ...stored, id: 'u', email: 'ada@example.com', name: null, passwordHash: null },
  ...{ organizationId: 'home', roleIds: [], acl: null, isActive: true, pending, ...rights },
});

const aKey = (key: Partial<ApiKeyRow>): ApiKeyRow => ({
  ...{ ...stored, id: 'k', name: 'k', description: null, prefix: 'pmk_00000000', organizationId: 'home' },
  ...{ roleIds: [], features: [], isSuperAdmin: false, expiresAtMs: null, perMinute: null, perHour: null },
  ...{ secretSha256: '0', createdBy: 'system:test', ...key },
});

const byId = (...roles: Role[]) => new Map(roles.map((role) => [role.id, role]));

describe('the rights of a user', () => {
  it('are individual ones if it has any, and none while it is inactive', () => {
    const roles = byId(aRole('one', { features: ['*'], isSuperAdmin: true }));
    const acl = { features: ['a.view'], isSuperAdmin: false, organizations: null };
    expect(rightsOfUser(aUser({ roleIds: ['one'], acl }), roles)).toMatchObject(acl);
    const inactive = rightsOfUser(aUser({ roleIds: ['one'], isActive: false }), roles);
    expect(inactive).toMatchObject({ features: [], isSuperAdmin: false });
  });

  it('ignore a deleted role', () => {
    expect(rightsOfUser(aUser({ roleIds: ['gone'] }), byId()).features).toEqual([]);
  });
});

describe('the rights of a key', () => {
  it('are its own and those of its roles, in its organization and those of the roles', () => {
    const roles = byId(aRole('one', { features: ['b.view'], organizations: ['north'] }));
    expect(rightsOfKey(aKey({ features: ['a.view'], roleIds: ['one'] }), roles)).toMatchObject({
      features: ['a.view', 'b.view'],
      organizations: ['home', 'north'],
    });
  });

  it('include the whole tenant without an organization and roles, and otherwise only what the roles name', () => {
    const roles = byId(aRole('one', { organizations: ['north'] }));
    expect(rightsOfKey(aKey({ organizationId: null }), roles).organizations).toBeNull();
    expect(rightsOfKey(aKey({ organizationId: null, roleIds: ['one'] }), roles).organizations).toEqual([
      'north',
    ]);
  });
});

describe('a pending change', () => {
  const grant = fc.constantFrom('*', 'a.*', 'a.view', 'b.*', 'b.view', 'b.edit');
  const acl = fc.record({
    features: fc.array(grant, { maxLength: 3 }),
    isSuperAdmin: fc.boolean(),
    organizations: fc.option(fc.subarray(['home', 'north', 'south']), { nil: null }),
  });
  const features = ['a.view', 'a.edit', 'b.view', 'b.edit', 'c.view'];
  const organizations = ['north', 'south', 'west'];

  /** All rights, expanded. */
  function extent(rights: Pick<Acl, 'features' | 'organizations' | 'isSuperAdmin'>): string[] {
    return [
      ...features.filter((name) => rights.features.some((held) => grants(held, name))),
      ...organizations.filter((id) => rights.organizations === null || rights.organizations.includes(id)),
      ...(rights.isSuperAdmin ? ['super_admin'] : []),
    ];
  }

  it('of a role allows only what both the old and the new rights allow', () => {
    fc.assert(
      fc.property(acl, acl, (before, after) => {
        const during = rightsOfUser(aUser({ roleIds: ['r'] }), byId(aRole('r', before, after)));
        const old = extent(rightsOfUser(aUser({ roleIds: ['r'] }), byId(aRole('r', before))));
        const next = extent(rightsOfUser(aUser({ roleIds: ['r'] }), byId(aRole('r', after))));
        expect(extent(during)).toEqual(old.filter((right) => next.includes(right)));
      }),
    );
  });

  it('of a user allows only what both the old and the new rights allow', () => {
    fc.assert(
      fc.property(acl, acl, fc.boolean(), (before, after, isActive) => {
        const state = (own: Acl) => ({ organizationId: 'home', roleIds: [], acl: own, isActive: true });
        const pending = { ...state(after), isActive };
        const during = extent(rightsOfUser(aUser(state(before), pending), byId()));
        const old = extent(rightsOfUser(aUser(state(before)), byId()));
        const next = extent(rightsOfUser(aUser(pending), byId()));
        expect(during).toEqual(old.filter((right) => next.includes(right)));
      }),
    );
  });
});
