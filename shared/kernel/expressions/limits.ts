/** Limits of one expression and of its evaluation. */
export const expressionLimits = {
  /** Characters of an expression. */
  characters: 2_000,
  /** Names, values and operations of an expression. */
  nodes: 1_000,
  /** Nested parentheses, lists and calls. */
  depth: 50,
  /** Operations of one evaluation; long texts and lists count as several. At most about 0.1 s. */
  steps: 100_000,
  /** Characters of a text that an expression makes. */
  textCharacters: 100_000,
  /** Elements of a list that an expression makes. */
  listElements: 10_000,
  /** Values in a result, with those of its lists and maps; 16 characters of a text count as one. */
  parts: 1_000_000,
  /** Significant digits of a number. */
  digits: 34,
  /** Steps of an explained evaluation. */
  shownSteps: 200,
} as const;
