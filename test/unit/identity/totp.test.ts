import { expect, it } from 'vitest';
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from '../../../shared/modules/identity/factors/recovery-codes.ts';
import {
  isTotpCode,
  newTotpSecret,
  stepOfCode,
  totpAddress,
} from '../../../shared/modules/identity/factors/totp.ts';

/** The secret of the test vectors of RFC 6238, `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59_000, '287082', 1],
  [1_111_111_109_000, '081804', 37_037_036],
  [1_111_111_111_000, '050471', 37_037_037],
  [1_234_567_890_000, '005924', 41_152_263],
  [2_000_000_000_000, '279037', 66_666_666],
  [20_000_000_000_000, '353130', 666_666_666],
])('accepts the code of the RFC at %d ms', (nowMs, code, step) => {
  expect(stepOfCode(secret, code, nowMs)).toBe(step);
});

it.each([
  ['two steps early', -60_000, undefined],
  ['one step early', -30_000, 37_037_037],
  ['in its step', 0, 37_037_037],
  ['one step late', 30_000, 37_037_037],
  ['two steps late', 60_000, undefined],
])('judges a code %s', (_, skewMs, step) => {
  expect(stepOfCode(secret, '050471', 1_111_111_111_000 + skewMs)).toBe(step);
});

it.each([
  ['the same step', 37_037_037, undefined],
  ['a later step', 37_037_038, undefined],
  ['the step before', 37_037_036, 37_037_037],
])('judges a code after %s was used', (_, afterStep, step) => {
  expect(stepOfCode(secret, '050471', 1_111_111_111_000, afterStep)).toBe(step);
});

it.each(['000000', '05047', '0504710', 'abcdef', '', '０５０４７１', '٠٥٠٤٧١', '🔑🔑🔑'])(
  'refuses the text "%s"',
  (code) => {
    expect(stepOfCode(secret, code, 1_111_111_111_000)).toBeUndefined();
  },
);

it.each([
  ['050471', true],
  ['05047', false],
  ['0504711', false],
  ['k7fm-2xqd-9wbc-h4tn', false],
])('takes %s for a code of an app: %s', (code, isOne) => {
  expect(isTotpCode(code)).toBe(isOne);
});

it('makes secrets of 160 bits, and addresses for QR codes', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(totpAddress(secret, { issuer: 'Acme: North', label: 'ada@example.com' }));
  expect(url.href).toContain('otpauth://totp/Acme%20North:ada%40example.com?');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ issuer: 'Acme North', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  });
});

it('makes ten recovery codes of 80 bits, and recognizes them in any writing', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-kmnp-z2-9]{4}-){3}[a-kmnp-z2-9]{4}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(code.toUpperCase().replaceAll('-', ' '))).toBe(hashRecoveryCode(code));
  expect(hashRecoveryCode(codes[1] ?? '')).not.toBe(hashRecoveryCode(code));
});
