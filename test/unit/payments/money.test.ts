import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes, decimalsOf } from '../../../shared/kernel/base/currencies.ts';
import { toAmount, toDecimal, toMinor } from '../../../shared/modules/payments/money.ts';
import { lossyAmount } from '../../../shared/modules/payments/plain-amount.ts';
import {
  fromStripeAmount,
  stripeAmountProblem,
  toStripeAmount,
} from '../../../shared/modules/payments/providers/stripe-amounts.ts';

const currency = fc.constantFrom(...currencyCodes);
const minorOf = (amount: number, code: string) => {
  const found = toMinor(amount, code);
  return 'minor' in found ? found.minor : found.problem;
};

describe('an amount', () => {
  it.each([
    [10.5, 'EUR', 1050],
    [0.01, 'USD', 1],
    [1.005, 'USD', 'must have at most 2 decimals, as USD has'],
    [1.1, 'EUR', 110],
    [4.35, 'EUR', 435],
    [19.99, 'EUR', 1999],
    [8.2, 'EUR', 820],
    [500, 'JPY', 500],
    [500.5, 'JPY', 'must be a whole number: JPY has no decimals'],
    [1.234, 'KWD', 1234],
    [1.2345, 'KWD', 'must have at most 3 decimals, as KWD has'],
    [1.2345, 'CLF', 12345],
    [5, 'ISK', 5],
    [5.5, 'MGA', 550],
    [0.1 + 0.2, 'EUR', 'must have at most 2 decimals, as EUR has'],
    [0, 'EUR', 'must be more than 0'],
    [-1, 'EUR', 'must be a positive decimal number'],
    [1e21, 'EUR', 'must be a positive decimal number'],
    [1e-7, 'EUR', 'must be a positive decimal number'],
    [Number.NaN, 'EUR', 'must be a positive decimal number'],
    [Number.POSITIVE_INFINITY, 'EUR', 'must be a positive decimal number'],
    [9_999_999_999.99, 'EUR', 999_999_999_999],
    [10_000_000_000, 'EUR', 'must be at most 9999999999.99'],
    [10, 'XXX', 'has no known currency'],
  ])('%d %s is %s', (amount, code, expected) => expect(minorOf(amount, code)).toBe(expected));

  it('is unchanged after a conversion to minor units and back, in every currency', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), currency, (minor, code) => {
        expect(minorOf(toAmount(minor, code), code)).toBe(minor);
        expect(toDecimal(minor, code).split('.')[1]?.length ?? 0).toBe(decimalsOf(code));
      }),
    ));

  it('is shown with all decimals of its currency', () => {
    const shown = ['JPY', 'EUR', 'KWD', 'CLF'].map((code) => toDecimal(5, code));
    expect(shown).toEqual(['5', '0.05', '0.005', '0.0005']);
  });
});

// The published list of ISO 4217, by number of decimals: those that are not two.
describe('the decimals of ISO 4217', () => {
  it.each([
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
  ])('are %i of %s', (decimals, codes) => {
    expect(currencyCodes.filter((code) => decimalsOf(code) === decimals).toSorted()).toEqual(
      codes.split(' '),
    );
  });

  it('are two for all others', () => {
    for (const code of ['EUR', 'USD', 'GBP', 'CHF', 'HUF', 'TWD', 'MGA', 'MRU', 'INR', 'ZWG'])
      expect(decimalsOf(code), code).toBe(2);
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
  });
});

describe('an amount for Stripe', () => {
  it.each([
    [1050, 'EUR', 1050],
    [500, 'JPY', 500],
    [5, 'ISK', 500],
    [5, 'UGX', 500],
    [500, 'MGA', 5],
    [1230, 'KWD', 1230],
    [7, 'CLP', 7],
  ])('%i minor units of %s are %i', (minor, code, expected) => {
    expect(stripeAmountProblem(minor, code)).toBeUndefined();
    expect(toStripeAmount(minor, code)).toBe(expected);
    expect(fromStripeAmount(expected, code)).toBe(minor);
  });

  it.each([
    [1234, 'KWD', 'third decimal'],
    [550, 'MGA', 'no decimals'],
  ])('%i minor units of %s are refused', (minor, code, why) =>
    expect(stripeAmountProblem(minor, code)).toContain(why),
  );
});

describe('the amount of a body', () => {
  it.each(['10', '10.5', '10.50', '0.01', '0.10', '9999999999.99', '100.00', '-10'])(
    'is accepted as %s',
    (amount) => expect(lossyAmount(`{"amount": ${amount}}`)).toBeUndefined(),
  );

  it.each(['1e3', '1E-2', '10.5e0', '-0', '10.0000000000000000001', '123456789012345678901'])(
    'is refused as %s',
    (amount) => expect(lossyAmount(`{"amount": ${amount}, "metadata": {"amount": 1}}`)).toBe(amount),
  );

  it('is that of the body, not of its metadata', () => {
    expect(lossyAmount('{"metadata": {"amount": 1e3}, "amount": 10}')).toBeUndefined();
    expect(lossyAmount('{"metadata": {"amount": 1e3}}')).toBeUndefined();
    expect(lossyAmount('{"amount": "1e3"}')).toBeUndefined();
    expect(lossyAmount('not JSON')).toBeUndefined();
  });
});
