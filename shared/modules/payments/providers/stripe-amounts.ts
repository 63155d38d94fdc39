/** Amounts in Stripe's units, which differ from ISO 4217 in part. https://docs.stripe.com/currencies */
import { decimalsOf } from '../../../kernel/base/currencies.ts';

const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies without decimals that Stripe counts with two zero decimals for historical reasons. */
const twoZeroDecimals = new Set(['ISK', 'UGX']);

function stripeDecimals(currencyCode: string): number {
  if (zeroDecimal.has(currencyCode)) return 0;
  return twoZeroDecimals.has(currencyCode) ? 2 : (decimalsOf(currencyCode) ?? 2);
}

const shiftOf = (currencyCode: string): number =>
  stripeDecimals(currencyCode) - (decimalsOf(currencyCode) ?? 2);

/** What is wrong with an amount for Stripe; undefined if it is valid. */
export function stripeAmountProblem(minor: number, currencyCode: string): string | undefined {
  const shift = shiftOf(currencyCode);
  if (shift < 0 && minor % 10 ** -shift !== 0)
    return `must be a whole number: Stripe accepts no decimals of ${currencyCode}`;
  if (stripeDecimals(currencyCode) === 3 && minor % 10 !== 0)
    return `must end with a 0 as third decimal: Stripe accepts two decimals of ${currencyCode}`;
  return undefined;
}

/** Converts the platform's minor units to Stripe's. */
export function toStripeAmount(minor: number, currencyCode: string): number {
  const shift = shiftOf(currencyCode);
  return shift >= 0 ? minor * 10 ** shift : Math.floor(minor / 10 ** -shift);
}

/** Converts Stripe's units to the platform's. */
export function fromStripeAmount(amount: number, currencyCode: string): number {
  const shift = shiftOf(currencyCode);
  return shift >= 0 ? Math.floor(amount / 10 ** shift) : amount * 10 ** -shift;
}
