import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../../support/folders.ts';
import { assertNoSecretsInLogs, secretsIn, secretsOf } from '../../support/invariants/secret-scan.ts';

const hex = (length: number) => 'a1'.repeat(length / 2);

describe('a line of a log', () => {
  it.each([
    ['an API key', `{"header":"pmk_${hex(8)}.${hex(48)}"}`],
    ['a session token', 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJlLW9mLWE'],
    ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a key of Stripe', 'with sk_test_4eC39HqLyjWDarjtT1zdp7dc'],
    ['a key of Stripe', 'with rk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['the hash of a password', 'scrypt$15$8$3$salt$hash'],
    ['a private key', '-----BEGIN EC PRIVATE KEY-----'],
    ['a known secret', 'password=Enigma-1942'],
  ])('with %s is reported', (what, line) => expect(secretsIn(line)).toEqual([what]));

  it.each([
    '{"level":"info","requestId":"5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10","prefix":"pmk_5b78d5cc"}',
    'publishable pk_test_4eC39HqLyjWDarjtT1zdp7dc',
    'the header whsec_… was refused',
  ])('without a secret is accepted: %s', (line) => expect(secretsIn(line)).toEqual([]));
});

describe('values that a runtime returns to clients', () => {
  const access = {
    baseUrl: 'http://127.0.0.1:4400',
    keys: { acmeAdmin: 'pmk_1.2-of-acme' },
    login: { email: 'admin@acme.example', password: 'long-password' },
    inbound: { standard_webhooks: { endpointId: 'not-secret-at-all', secret: 'inbound-secret' } },
    aws: { secretAccessKey: 'of-the-administrator' },
  };

  it('contain its secrets', () => {
    expect(secretsOf(access)).toEqual([
      ...['pmk_1.2-of-acme', 'long-password', 'inbound-secret', 'of-the-administrator'],
    ]);
  });

  it('are searched in every log, and reported without their values', () => {
    const dataDir = folderOfTest();
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, 'logs', 'fine.log'), 'nothing\n');
    expect(() => assertNoSecretsInLogs(dataDir, access)).not.toThrow();
    writeFileSync(join(dataDir, 'logs', 'pm-log-in.log'), 'fine\nhere: long-password\n');
    expect(() => assertNoSecretsInLogs(dataDir, access)).toThrow(/pm-log-in line 2: a known secret$/);
  });
});
