/** The value at a path of names, `DistributionConfig.WebACLId`; undefined where the path ends before. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}
