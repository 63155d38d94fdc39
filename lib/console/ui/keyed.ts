/** Entries in a fixed order without ids: each with its index as key. */
export const keyed = <Entry>(entries: readonly Entry[]): { key: string; entry: Entry }[] =>
  entries.map((entry, index) => ({ key: String(index), entry }));
