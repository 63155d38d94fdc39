/** Limits that hold for every endpoint unless its contract says otherwise. */
export const limits = {
  /** Largest JSON body in bytes. */
  bodyBytes: 1_048_576,
  /** Default and largest `pageSize` of generic lists. */
  pageSize: 50,
  maxPageSize: 200,
} as const;
