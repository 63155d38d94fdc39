import { describe, expect, it } from 'vitest';
import { type Acl, gainedRights, noRights, sameAcl } from '../../../shared/kernel/auth/acl.ts';
import type { Role } from '../../../shared/kernel/auth/identity-types.ts';
import type { Principal } from '../../../shared/kernel/base/principal.ts';
import { RightsExceededError } from '../../../shared/modules/identity/errors.ts';
import {
  assertMayChangeRole,
  assertMayGrant,
  givableFeatures,
  reachOf,
} from '../../../shared/modules/identity/granting.ts';

const acl = (overrides: Partial<Acl> = {}): Acl => ({ ...noRights, ...overrides });

function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    ...{ subject: 'user:ada', tenantId: 'acme', organizationId: 'north', organizationIds: ['north'] },
    ...{ features: ['sales.*'], isSuperAdmin: false, ...overrides },
  };
}

const superAdmin = aPrincipal({ isSuperAdmin: true, features: [], organizationIds: [] });

const in1 = (features: string[]) => ({ features, organizations: ['n'] });
const in2 = (features: string[]) => ({ features, organizations: ['n', 's'] });
const everywhere = (features: string[]) => ({ features, organizations: null });

describe('gainedRights', () => {
  const [a, wildcard] = [['a'], ['a.*']];
  const cases: [string, Partial<Acl>, Partial<Acl>, Partial<Acl>][] = [
    ['nothing for equal rights', in1(a), in1(a), {}],
    ['nothing for fewer rights', everywhere(wildcard), in1(['a.b']), {}],
    ['new features, in all organizations of the holder', in1(a), in1(['a', 'b']), in1(['b'])],
    ['every feature for a new organization', in1(a), in2(a), in2(a)],
    ['every feature for all organizations', in1(a), everywhere(a), everywhere(a)],
    ['a wildcard instead of one feature', everywhere(['a.b']), everywhere(wildcard), everywhere(wildcard)],
    ['super admin', {}, { isSuperAdmin: true }, { isSuperAdmin: true }],
  ];

  it.each(cases)('is %s', (_, before, after, gained) => {
    expect(gainedRights(acl(before), acl(after))).toEqual(acl(gained));
  });
});

describe('sameAcl', () => {
  it('ignores only the order', () => {
    const one = acl({ features: ['a', 'b'], organizations: ['n', 's'] });
    expect(sameAcl(one, { ...one, features: ['b', 'a'], organizations: ['s', 'n'] })).toBe(true);
    const others = [
      { features: ['a'] },
      { organizations: null },
      { organizations: [] },
      { isSuperAdmin: true },
    ];
    for (const other of others) expect(sameAcl(one, { ...one, ...other })).toBe(false);
  });
});

describe('reachOf', () => {
  it('is every organization for super admins and for null, otherwise the list with the own organization', () => {
    expect(reachOf(superAdmin)).toBeNull();
    expect(reachOf(aPrincipal({ organizationIds: null }))).toBeNull();
    expect(reachOf(aPrincipal({ organizationIds: ['south'] }))).toEqual(['south', 'north']);
    expect(reachOf(aPrincipal({ organizationId: null, organizationIds: [] }))).toEqual([]);
  });
});

describe('giving', () => {
  it('includes a pending change of the role', () => {
    const role = {
      acl: acl({ features: ['sales.view'] }),
      pending: acl({ features: ['stock.view'] }),
    } as Role;
    expect(() => assertMayGrant(aPrincipal(), [role])).toThrow('stock.view');
    expect(() => assertMayGrant(aPrincipal(), [{ ...role, pending: undefined }])).not.toThrow();
  });

  it('protects holders of a pending change from callers with fewer rights', () => {
    const changing = { acl: acl(), pending: acl({ organizations: null }) } as Role;
    expect(() => assertMayChangeRole(aPrincipal(), changing)).toThrow('organizations: all');
    expect(() => assertMayChangeRole(superAdmin, changing)).not.toThrow();
  });
});

describe('givableFeatures', () => {
  const cases: [string[], string[], boolean][] = [
    [['directory.*', 'directory.tenants', 'directory.tenants.*', 'directory.tenants.view', 'a'], ['a'], true],
    [['directory.organizations.*'], ['directory.organizations.*'], false],
  ];

  it.each(cases)('changes %j to %j', (wanted, features, sanitized) => {
    expect(givableFeatures(aPrincipal(), wanted)).toEqual({ features, sanitized });
  });

  it('refuses features of which none is left', () => {
    const give = () => givableFeatures(aPrincipal({ features: ['*'] }), ['directory.tenants.view']);
    expect(give).toThrow(RightsExceededError);
  });
});
