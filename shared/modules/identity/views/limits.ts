/** Limits of the views of a caller, which one item contains. */
export const viewLimits = {
  views: 100,
  /** Of the request that saves all of them. */
  bytes: 65_536,
  listCharacters: 300,
  nameCharacters: 60,
  searchCharacters: 2_000,
  columns: 50,
} as const;
