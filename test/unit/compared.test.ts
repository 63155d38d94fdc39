import { describe, expect, it } from 'vitest';
import { comparedName, containing } from '../../shared/kernel/base/compared.ts';
import { CreateOrganization } from '../../shared/modules/identity/directory/organization-contract.ts';
import { CreateTenant } from '../../shared/modules/identity/directory/tenant-contract.ts';
import { CreateRole } from '../../shared/modules/identity/roles/contract.ts';

describe('names', () => {
  it.each([
    ['café', 'cafe\u0301'],
    ['CAFÉ', 'café'],
    ['ａdmin', 'admin'],
    ['superadmin\u200b', 'superadmin'],
    ['super\u00adadmin', 'superadmin'],
    ['\u202eadmin', 'admin'],
    ['ad\ufeffmin', 'Admin'],
    ['ﬁnance', 'finance'],
    ['Straße', 'STRASSE'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Sales\u00a0 Team ', 'sales team'],
  ])('%j and %j are equal', (one, other) => expect(comparedName(one)).toBe(comparedName(other)));

  it.each([
    ['café', 'cafe'],
    ['admin', 'admins'],
    ['sales team', 'salesteam'],
  ])('%j and %j differ', (one, other) => expect(comparedName(one)).not.toBe(comparedName(other)));
});

describe('a search', () => {
  it.each([
    ['Le cafe\u0301 du monde', 'CAFÉ'],
    ['ｓｈｏｐ 24', 'Shop'],
    ['invo\u200bice', 'invoice'],
    ['Hauptstraße', 'STRASSE'],
    ['100%_sure', '%_'],
    ['anything', ''],
    ['İstanbul', 'istanbul'],
    ['IŞIK', 'ışık'],
  ])('in %j finds %j', (text, search) => expect(containing(search)(text)).toBe(true));

  it('finds nothing in an absent text', () => expect(containing('a')(null)).toBe(false));
});

it.each([
  ['tenant', CreateTenant],
  ['organization', CreateOrganization],
  ['role', CreateRole],
])('a %s is not named by invisible characters alone', (_, schema) => {
  expect(schema.safeParse({ name: 'Ada' }).success).toBe(true);
  for (const name of ['\u200b\u200b', ' \u3164 ', '\u00ad\ufe0f\u2060'])
    expect(schema.safeParse({ name }).success).toBe(false);
});
