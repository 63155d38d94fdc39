/** Limits of every endpoint unless its contract has its own. */
export const limits = {
  /** Largest JSON body in bytes. */
  bodyBytes: 1_048_576,
  /** Default and largest `pageSize` of generic lists. */
  pageSize: 50,
  maxPageSize: 200,
} as const;
