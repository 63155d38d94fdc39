/** Money as whole minor units, converted to decimal text for display, without arithmetic on fractions. Pure. */
import { paymentLimits } from './limits.ts';

const codes = (text: string): string[] => text.split(' ');

/** ISO 4217 currencies by their number of decimals; funds and metals without decimals are excluded. */
const currenciesByDecimals: Readonly<Record<number, readonly string[]>> = {
  0: codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  2: codes(
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
      'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG ' +
      'HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR ' +
      'MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD ' +
      'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG ' +
      'YER ZAR ZMW ZWG',
  ),
  3: codes('BHD IQD JOD KWD LYD OMR TND'),
  4: codes('CLF UYW'),
};

const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(currenciesByDecimals).flatMap(([decimals, currencies]) =>
    currencies.map((currency): [string, number] => [currency, Number(decimals)]),
  ),
);

/** Every supported currency. */
export const currencyCodes: readonly string[] = [...decimalsByCurrency.keys()];

/** The number of decimals of the currency; undefined for an unknown currency. */
export function decimalsOf(currencyCode: string): number | undefined {
  return decimalsByCurrency.get(currencyCode);
}

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
