/** The currencies of ISO 4217 and their decimals. `Intl` has those of daily use: none of COP, HUF, IDR and IQD. Pure. */

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
