/** Entries that stay in their order and have no id: each with its place as key. */
export const keyed = <Entry>(entries: readonly Entry[]): { key: string; entry: Entry }[] =>
  entries.map((entry, index) => ({ key: String(index), entry }));
