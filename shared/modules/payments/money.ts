/** Money as whole minor units, converted to decimal text for display, without arithmetic on fractions. Pure. */
import { decimalsOf } from '../../kernel/base/currencies.ts';
import { paymentLimits } from './limits.ts';

/** The minor units of an amount, or what is wrong with it. */
export type Minor = { minor: number } | { problem: string };

/**
 * Converts 10.5 of a currency with two decimals to 1050. The amount is read as text and never multiplied: the
 * shortest text of a number equals the written one up to the accepted number of digits.
 */
export function toMinor(amount: number, currencyCode: string): Minor {
  const decimals = decimalsOf(currencyCode);
  if (decimals === undefined) return { problem: 'has no known currency' };
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined) return { problem: 'must be a positive decimal number' };
  if (fraction.length > decimals)
    return {
      problem:
        decimals === 0
          ? `must be a whole number: ${currencyCode} has no decimals`
          : `must have at most ${decimals} decimals, as ${currencyCode} has`,
    };
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  if (minor === 0) return { problem: 'must be more than 0' };
  if (minor > paymentLimits.amountMinor)
    return { problem: `must be at most ${toDecimal(paymentLimits.amountMinor, currencyCode)}` };
  return { minor };
}

/** Converts 1050 of a currency with two decimals to `10.50`. Throws for an unknown currency. */
export function toDecimal(minor: number, currencyCode: string): string {
  const decimals = decimalsOf(currencyCode);
  if (decimals === undefined) throw new Error(`There is no currency ${currencyCode}.`);
  if (decimals === 0) return String(minor);
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The JSON number with the value of the decimal text. */
export function toAmount(minor: number, currencyCode: string): number {
  return Number(toDecimal(minor, currencyCode));
}
