/** Which domains of an identity provider are proven. */
import { expect, it } from 'vitest';
import { domainRecord, verifiedAmong } from '../../../shared/modules/identity/providers/domains.ts';

const scope = { tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11' };

const known = ['acme.com'];

it.each<[string, boolean | undefined, string[], string[]]>([
  ['has its record', true, [], known],
  ['has no record', false, [], []],
  ['has lost its record', false, known, []],
  ['was verified, and DNS does not respond', undefined, known, known],
  ['is new, and DNS does not respond', undefined, [], []],
])('a domain that %s', async (_, found, before, verified) => {
  const asked: string[] = [];
  const lookUp = async (name: string, value: string) => {
    asked.push(`${name} ${value}`);
    return found;
  };
  const provider = { ...scope, issuer: 'https://login.example.com', domains: known };
  expect(await verifiedAmong(provider, before, lookUp)).toEqual(verified);
  expect(asked).toEqual([`_platform-modules.acme.com ${domainRecord(scope)}`]);
});

it('has another record in each tenant', () => {
  expect(domainRecord(scope)).toMatch(/^platform-modules-verification=[\w-]{43}$/);
  expect(domainRecord({ tenantId: 'other' })).not.toBe(domainRecord(scope));
});
