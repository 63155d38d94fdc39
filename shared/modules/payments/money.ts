/** Money: whole minor units inside, decimal text where it is shown, and no arithmetic on fractions. Pure. */
import { paymentLimits } from './limits.ts';

const codes = (text: string): string[] => text.split(' ');

/** ISO 4217 currencies by the number of their decimals; funds and metals without any are not money to be paid. */
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

/** Every currency that amounts may be in. */
export const currencyCodes: readonly string[] = [...decimalsByCurrency.keys()];

/** How many decimals the currency has; undefined for what is none. */
export function decimalsOf(currencyCode: string): number | undefined {
  return decimalsByCurrency.get(currencyCode);
}

/** The minor units of an amount, or what is wrong with it. */
export type Minor = { minor: number } | { problem: string };

/**
 * `10.5` of a currency with two decimals is 1050. A number's shortest text is what was written, as long as it has no
 * more digits than are accepted here; so it is read as text, and nothing is multiplied.
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

/** 1050 of a currency with two decimals is `10.50`. Throws for an unknown currency. */
export function toDecimal(minor: number, currencyCode: string): string {
  const decimals = decimalsOf(currencyCode);
  if (decimals === undefined) throw new Error(`There is no currency ${currencyCode}.`);
  if (decimals === 0) return String(minor);
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The number of JSON that reads as the decimal text does. */
export function toAmount(minor: number, currencyCode: string): number {
  return Number(toDecimal(minor, currencyCode));
}
