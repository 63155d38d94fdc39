/** The number of a text, with every digit of an integer; NaN for other texts. */
export function numberOfText(text: string): number | bigint {
  const number = Number(text);
  const isLong = Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text.trim());
  return isLong ? BigInt(text.trim()) : number;
}
