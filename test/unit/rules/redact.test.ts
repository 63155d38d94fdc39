import { describe, expect, it } from 'vitest';
import { fitsInto, shortened } from '../../../shared/modules/rules/execution/size.ts';
import { isSecretName, isSecretPath, redact } from '../../../shared/modules/rules/log/redact.ts';

describe('the name of a secret', () => {
  it.each([
    ...'password Password userPassword user_password passwd pwd secret clientSecret client-secret'.split(' '),
    ...'token accessToken refreshtoken apiKey API_KEY apikey auth oauth basicAuth Authorization'.split(' '),
    ...'authentication creditCard credit_card cardNumber card_number cvv CVC ssn SSN'.split(' '),
    ...'socialSecurityNumber taxId tax_id driverLicense passport passportNumber'.split(' '),
    ...['api key', "driver's licence"],
  ])('is recognized: %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...'author authority authored secretary businessName lessName taxiDriver total card spin'.split(' '),
    ...'keyboard apikeeper cardinality description'.split(' '),
  ])('is not recognized: %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('hides everything below it', () => {
    expect(isSecretPath('customer.password')).toBe(true);
    expect(isSecretPath('tokens[0].value')).toBe(true);
    expect(isSecretPath('customer.name')).toBe(false);
  });
});

describe('redacted data', () => {
  it('contains no secrets at any depth, and all other values', () => {
    const data = { user: { name: 'Ada', password: 'x' }, cards: [{ cvv: 123, kind: 'visa' }], token: {} };
    const [password, cvv, token] = Array<string>(3).fill('[REDACTED]');
    expect(redact(data)).toEqual({ user: { name: 'Ada', password }, cards: [{ cvv, kind: 'visa' }], token });
    expect(data.user.password).toBe('x');
  });

  it('ends after five levels', () => {
    const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } };
    expect(redact(deep)).toEqual({ a: { b: { c: { d: { e: '[OMITTED]' } } } } });
    expect(redact({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: { e: 1 } } } } });
  });

  it.each([null, undefined, 5, 'text', true])('leaves %j as it is', (value) => {
    expect(redact(value)).toBe(value);
  });
});

describe('the size of a value', () => {
  it.each<[unknown, number, boolean]>([
    ['abc', 5, true],
    ['abc', 4, false],
    [{ a: 1 }, 8, true],
    [{ a: 1 }, 6, false],
    [Array(1_000_000).fill(0), 100, false],
    [JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), 1_000, false],
  ])('is within the limit or not', (value, limit, expected) => {
    expect(fitsInto(value, limit)).toBe(expected);
  });

  it('truncates texts, and omits values that are too large', () => {
    expect(shortened('x'.repeat(10), 5)).toBe('xxxxx…');
    expect(shortened({ a: 'x'.repeat(10) }, 5)).toBe('[OMITTED]');
    expect(shortened([1, 2], 10)).toEqual([1, 2]);
    expect(shortened(undefined, 10)).toBeUndefined();
  });
});
