import { describe, expect, it } from 'vitest';
import { isAmountUpTo, less, money } from '../../../lib/console/payments/money.ts';

describe('amounts', () => {
  it.each([
    ['49.90', 'EUR', '€49.90'],
    ['1200', 'JPY', '¥1,200'],
    [3, 'KWD', 'KWD 3.000'],
    ['49.90', 'HUF', 'Ft 49.90'],
    ['5', 'ISK', 'kr 5'],
  ])('%s %s reads %s', (amount, currency, text) => {
    expect(money(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([
    ['49.90', '12.50', '37.40'],
    ['0.30', '0.10', '0.20'],
    ['1200', '200', '1000'],
  ])('%s less %s is exactly %s', (a, b, rest) => {
    expect(less(a, b)).toBe(rest);
  });

  it.each([
    ['12.5', true],
    ['49.90', true],
    ['49.91', false],
    ['0', false],
    ['12.505', false],
    ['1e1', false],
    ['', false],
    ['twelve', false],
  ])('accepts "%s" as a part of 49.90: %s', (text, isTaken) => {
    expect(isAmountUpTo('49.90', text)).toBe(isTaken);
  });
});
