import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedSecret } from '../../../shared/kernel/secrets/masked.ts';
import {
  type Credentials,
  configuredSecrets,
  credentialProblems,
  keysWithValue,
  savedCredentials,
  secretsToRepeat,
  secretValues,
  shownCredentials,
  trimmedCredentials,
} from '../../../shared/modules/integrations/credentials.ts';
import type { CredentialField } from '../../../shared/modules/integrations/definition-contract.ts';

const fields: CredentialField[] = [
  { key: 'name', label: 'Name', type: 'text' },
  { key: 'secret', label: 'Secret', type: 'secret' },
  { key: 'grant', label: 'Grant', type: 'oauth' },
  { key: 'ssh', label: 'Key', type: 'ssh_keypair' },
  { key: 'url', label: 'URL', type: 'url' },
  { key: 'on', label: 'On', type: 'boolean' },
  { key: 'format', label: 'Format', type: 'select', options: [{ value: 'csv', label: 'CSV' }] },
];
const secretKeys = ['secret', 'grant', 'ssh', 'undeclared'];

const special = fc.constantFrom(maskedSecret, '', null);
const values = fc.oneof(fc.string(), special, fc.integer(), fc.boolean());
const names = fc.constantFrom(...fields.map(({ key }) => key), 'undeclared');
const someCredentials: fc.Arbitrary<Credentials> = fc.dictionary(names, values);

describe('stored and shown credentials', () => {
  it('show no secret, after any save', () => {
    fc.assert(
      fc.property(someCredentials, someCredentials, (first, second) => {
        const stored = savedCredentials(fields, second, savedCredentials(fields, first, {}));
        const shown = shownCredentials(fields, stored);
        for (const key of secretKeys) {
          expect([undefined, maskedSecret]).toContain(shown[key]);
          expect(stored[key]).not.toBe(maskedSecret);
          expect(stored[key]).not.toBe('');
        }
      }),
    );
  });

  it('leave out blanks around pasted texts, not the line break of a pair of keys', () => {
    const url = 'https://api.example.com';
    const input = { secret: ' key\n', ssh: 'key\n', undeclared: 'key\n', name: 'AKID ', url: ` ${url}` };
    expect(trimmedCredentials(fields, input)).toEqual({ ...input, secret: 'key', name: 'AKID', url });
  });

  it('contain no key that only the placeholder names, such as toString', () => {
    const input = { toString: maskedSecret, constructor: maskedSecret } as unknown as Credentials;
    expect(savedCredentials(fields, input, {})).toEqual({});
    expect(secretsToRepeat(fields, { ...input, url: 'https://a.example' }, {})).toEqual({});
  });

  it('stay unchanged when the shown values are sent back', () => {
    fc.assert(
      fc.property(someCredentials, (given) => {
        const stored = savedCredentials(fields, given, {});
        const again = savedCredentials(fields, shownCredentials(fields, stored), stored);
        // A null secret is not shown, and therefore not sent back.
        const isKept = ([key, value]: [string, unknown]) => !secretKeys.includes(key) || value !== null;
        const set = Object.entries(stored).filter(isKept);
        expect(again).toEqual(Object.fromEntries(set));
      }),
    );
  });

  it('count as set only if they are neither null nor an empty text', () => {
    const stored = { name: '', secret: null, url: 'https://a.example', on: false };
    expect(keysWithValue(stored)).toEqual(['url', 'on']);
  });

  it('are replaced completely: omitted values are removed', () => {
    const stored = { name: 'n', secret: 's', undeclared: 'u' };
    expect(savedCredentials(fields, {}, stored)).toEqual({});
    expect(savedCredentials(fields, { secret: maskedSecret }, stored)).toEqual({ secret: 's' });
    expect(savedCredentials(fields, { secret: maskedSecret }, {})).toEqual({});
    const given = { name: maskedSecret, undeclared: null };
    expect(savedCredentials(fields, given, stored)).toEqual(given);
  });

  it('require secrets again if their server changes', () => {
    const stored = { url: 'https://api.example.com/v1', secret: 's', undeclared: 'u', name: 'n' };
    const asked = (url: string | undefined, more: Credentials = {}) => {
      const given = { name: maskedSecret, secret: maskedSecret, undeclared: maskedSecret, ...more };
      return Object.keys(secretsToRepeat(fields, url === undefined ? given : { ...given, url }, stored));
    };
    const all = ['credentials.secret', 'credentials.undeclared'];
    for (const same of ['https://api.example.com/v2?a=b', 'https://API.example.com:443/'])
      expect(asked(same), same).toEqual([]);
    for (const other of [
      'http://api.example.com/v1',
      'https://evil.example/v1',
      'https://api.example.com:8443',
      '',
    ])
      expect(asked(other), other).toEqual(all);
    expect(asked(undefined)).toEqual(all);
    expect(asked('https://evil.example/', { secret: 'new', undeclared: 'new' })).toEqual([]);
    // Without a server the default is AWS, or none.
    const elsewhere = { secret: maskedSecret, url: 'https://evil.example' };
    expect(Object.keys(secretsToRepeat(fields, elsewhere, { secret: 's' }))).toEqual(['credentials.secret']);
    expect(secretsToRepeat(fields, elsewhere, {})).toEqual({});
  });

  it('list the stored secrets, and the secret fields', () => {
    const stored = { name: 'n', secret: 's', grant: null, undeclared: 'u', on: true };
    expect(configuredSecrets(fields, stored)).toEqual({ secret: true, grant: false, ssh: false });
    expect(secretValues(fields, stored)).toEqual(['s', 'u']);
  });
});

describe('accepted credentials', () => {
  it.each<[string, Credentials, string[]]>([
    ['anything undeclared', { undeclared: 'x', more: 1 }, []],
    ['blank and null', { url: '', format: null, on: null }, []],
    ['a public URL', { url: 'https://example.com/a?b=c' }, []],
    ['a metadata address', { url: 'http://169.254.169.254/' }, ['credentials.url']],
    ['localhost', { url: 'http://localhost:3000' }, ['credentials.url']],
    ['no web URL', { url: 'ftp://example.com' }, ['credentials.url']],
    ['user and password', { url: 'https://u:p@example.com' }, ['credentials.url']],
    ['a number as URL', { url: 5 }, ['credentials.url']],
    ['an offered value', { format: 'csv' }, []],
    ['another value', { format: 'xlsx' }, ['credentials.format']],
    ['a text as boolean', { on: 'true' }, ['credentials.on']],
    ['numbers and booleans as texts', { name: 5, secret: true }, ['credentials.name', 'credentials.secret']],
    ['several errors', { on: 1, format: 'x' }, ['credentials.on', 'credentials.format']],
  ])('%s: %j', (_, given, problems) => {
    expect(Object.keys(credentialProblems(fields, given))).toEqual(problems);
  });
});
