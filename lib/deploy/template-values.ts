/**
 * Returns the value at a path of names, such as `DistributionConfig.WebACLId`; undefined where the path ends earlier.
 */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}
