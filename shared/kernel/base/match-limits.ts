/** Limits of the operator MATCHES. */
export const matchLimits = {
  /** Characters of a pattern. */
  pattern: 200,
  /** Characters and classes, with counted repetitions expanded. */
  weight: 1_200,
  /** Maximum length of the text. */
  text: 10_000,
  /** Work of one comparison: at most 150 ms. Texts of 10 000 characters allow 175 instructions of a pattern. */
  steps: 3_750_000,
} as const;
