/**
 * Fields by path, such as `address.city`: only own properties of plain objects, never inherited ones. A field may have
 * any name, also one that JavaScript knows.
 */

type Data = Readonly<Record<string, unknown>>;

/**
 * The names of a path. A dot at an end, beside another dot or beside a blank belongs to the name of one field, as in the
 * columns `No.` and `Price (incl. VAT)`.
 */
function namesOf(path: string): string[] {
  const names = path.split('.');
  return names.every((name) => name !== '' && name === name.trim()) ? names : [path];
}

/** Whether the path has names, at most so many. */
export const isFieldPath = (path: string, maxNames: number): boolean =>
  path !== '' && namesOf(path).length <= maxNames;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; a field that is called like the whole path comes first, as columns of a file are. */
export function valueAt(data: Data, path: string): unknown {
  if (Object.hasOwn(data, path)) return data[path];
  let value: unknown = data;
  for (const name of namesOf(path)) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The data without the value at these names, and without objects that have no other. */
function withoutValueAt(data: Data, [name = '', ...rest]: readonly string[]): Data {
  const { [name]: inner, ...others } = data;
  if (rest.length === 0 || !isObject(inner)) return others;
  const left = withoutValueAt(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}

/** The data with the value at the path as a field that is called like the whole path, as columns of a file are. */
export function withColumn(data: Data, path: string): Data {
  const names = namesOf(path);
  const value = names.length > 1 ? valueAt(data, path) : undefined;
  return value === undefined ? data : { ...withoutValueAt(data, names), [path]: value };
}

/** The data with the value at the path; what it was made of stays as it is. Undefined where no object is on the way. */
export function withValueAt(data: Data, path: string, value: unknown): Record<string, unknown> | undefined {
  const [name = '', ...rest] = namesOf(path);
  // A computed name in a literal makes an own property, also of `__proto__`; an assignment would not.
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = Object.hasOwn(data, name) ? data[name] : {};
  if (!isObject(inner)) return undefined;
  const changed = withValueAt(inner, rest.join('.'), value);
  return changed && { ...data, [name]: changed };
}
