/** Amounts in the format of the API, with all decimals of their currency, and in the user's format. */

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** "49.90" and EUR → "€49.90". */
export function money(amount: string | number, currencyCode: string): string {
  const options = { style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' } as const;
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', options).resolvedOptions();
  // By itself, Intl omits the decimals of some currencies, such as HUF.
  const decimals = Math.max(maximumFractionDigits, decimalsOf(String(amount)));
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en', { ...options, ...digits }).format(Number(amount));
}

/** Subtracts `b` from `a` exactly, with the decimals of `a`. */
export function less(a: string, b: string): string {
  const decimals = decimalsOf(a);
  const unit = 10 ** decimals;
  return ((Math.round(Number(a) * unit) - Math.round(Number(b) * unit)) / unit).toFixed(decimals);
}

/** Whether the text is an amount above zero, at most `max`, with no more decimals than that. */
export function isAmountUpTo(max: string, text: string): boolean {
  const value = text.trim();
  return (
    /^\d+(?:\.\d+)?$/.test(value) &&
    decimalsOf(value) <= decimalsOf(max) &&
    Number(value) > 0 &&
    Number(value) <= Number(max)
  );
}
