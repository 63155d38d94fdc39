/** Which domains of an identity provider are proven. */
import { expect, it } from 'vitest';
import { domainRecord, verifiedAmong } from '../../../shared/modules/identity/providers/domains.ts';

const scope = { tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11' };

const cases: {
  title: string;
  found: boolean | undefined;
  before: string[];
  verified: string[];
}[] = [
  { title: 'has its record', found: true, before: [], verified: ['acme.com'] },
  { title: 'has no record', found: false, before: [], verified: [] },
  { title: 'has lost its record', found: false, before: ['acme.com'], verified: [] },
  {
    title: 'was verified, and DNS does not respond',
    found: undefined,
    before: ['acme.com'],
    verified: ['acme.com'],
  },
  { title: 'is new, and DNS does not respond', found: undefined, before: [], verified: [] },
];

it.for(cases)('a domain that $title', async ({ found, before, verified }) => {
  const asked: string[] = [];
  const lookUp = async (name: string, value: string) => {
    asked.push(`${name} ${value}`);
    return found;
  };
  expect(
    await verifiedAmong(
      { ...scope, issuer: 'https://login.example.com', domains: ['acme.com'] },
      before,
      lookUp,
    ),
  ).toEqual(verified);
  expect(asked).toEqual([`_platform-modules.acme.com ${domainRecord(scope)}`]);
});

it('has another record in each tenant', () => {
  expect(domainRecord(scope)).toMatch(/^platform-modules-verification=[\w-]{43}$/);
  expect(domainRecord({ tenantId: 'other' })).not.toBe(domainRecord(scope));
});
