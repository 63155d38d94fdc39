/** Amounts in the format of the API, with all decimals of their currency, and in the user's format. */

/** "49.90" and EUR → "€49.90". */
export function money(amount: string | number, currencyCode: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'narrowSymbol',
  }).format(Number(amount));
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

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
