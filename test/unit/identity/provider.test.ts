import { describe, expect, it } from 'vitest';
import { personOf } from '../../../shared/modules/identity/providers/provider.ts';

const groupsOf = (groupsClaim: string, claims: Record<string, unknown>) =>
  personOf({ emailClaim: 'email', groupsClaim }, { sub: 'ada', ...claims }).groups;

describe('a person of a provider', () => {
  const nested = { realm_access: { roles: ['one', 'two'] } };

  it.each<[string, string, Record<string, unknown>, string[]]>([
    ['a list', 'groups', { groups: ['one', 2, 'two'] }, ['one', 'two']],
    ['one text', 'groups', { groups: 'one' }, ['one']],
    ['keys', 'roles', { roles: { one: { '29': 'acme.example' }, two: true, three: false } }, ['one', 'two']],
    ['a list in another claim', 'realm_access.roles', nested, ['one', 'two']],
    [
      'a claim with a dotted name',
      'https://a.example/groups',
      { 'https://a.example/groups': 'one' },
      ['one'],
    ],
    ['a dotted name before a path', 'a.b', { a: { b: 'path' }, 'a.b': 'name' }, ['name']],
    ['a missing claim', 'groups', nested, []],
    ['a missing part', 'realm_access.groups', nested, []],
    ['an inherited name', 'constructor.name', {}, []],
  ])('has groups by %s', (_, groupsClaim, claims, expected) => {
    expect(groupsOf(groupsClaim, claims)).toEqual(expected);
  });

  it.each([
    ['profile.mail', { profile: { mail: 'Ada@Example.com' } }],
    ['emails', { emails: ['Ada@Example.com', 'ada@acme.example'] }],
  ])('reads an address of the claim %s, which the provider has not verified', (emailClaim, given) => {
    const claims = { sub: 'ada', ...given, email_verified: true };
    expect(personOf({ emailClaim, groupsClaim: 'groups' }, claims)).toMatchObject({
      email: 'ada@example.com',
      isEmailVerified: undefined,
    });
  });
});
