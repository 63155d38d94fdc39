/** Fields by path, such as `address.city`: only into plain objects, and never into what every object inherits. */

type Data = Readonly<Record<string, unknown>>;

const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isSafeName(name: string): boolean {
  return !unsafeNames.has(name);
}

/** May the path be read and written? */
export function isSafePath(path: string, maxNames: number): boolean {
  const names = path.split('.');
  return names.length <= maxNames && names.every((name) => name !== '' && isSafeName(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; a field that is called like the whole path comes first, as columns of a file are. */
export function valueAt(data: Data, path: string): unknown {
  if (Object.hasOwn(data, path)) return data[path];
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The data with the value at the path; what it was made of stays as it is. Undefined where no object is on the way. */
export function withValueAt(data: Data, path: string, value: unknown): Record<string, unknown> | undefined {
  const [name = '', ...rest] = path.split('.');
  if (!isSafeName(name)) return undefined;
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = Object.hasOwn(data, name) ? data[name] : {};
  if (!isObject(inner)) return undefined;
  const changed = withValueAt(inner, rest.join('.'), value);
  return changed && { ...data, [name]: changed };
}
