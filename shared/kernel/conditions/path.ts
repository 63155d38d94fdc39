/** Field paths: `order.lines[0].sku`, `lines.0.sku`, `lines.length`. */

/** Reads a path in data; undefined when it does not exist. */
export type Lookup = (data: unknown) => unknown;

/**
 * An object's own property, never an inherited one, so that no path reaches a prototype or a method; texts have no
 * members.
 */
function own(value: unknown, name: string): unknown {
  return hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

const hasOwn = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

/** Splits a path into names: `a[0].b` → `a`, `0`, `b`. */
export function segmentsOf(path: string): string[] {
  return path.split(/[.[\]]/).filter((segment) => segment !== '');
}

const nowhere: Lookup = () => undefined;

/**
 * Compiles a path. A field that is called like the whole path comes first, as columns of a file are. Names that
 * JavaScript knows are names like others: only own properties are read.
 */
export function compilePath(path: string): Lookup {
  const byNames = compileNames(path);
  if (!/[.[\]]/.test(path)) return byNames;
  return (data) => (hasOwn(data, path) ? own(data, path) : byNames(data));
}

function compileNames(path: string): Lookup {
  const segments = segmentsOf(path);
  const [first, second, ...more] = segments;
  if (first === undefined) return nowhere;
  if (second === undefined) return (data) => own(data, first);
  if (more.length === 0) return (data) => own(own(data, first), second);
  return (data) => {
    let value = own(own(data, first), second);
    for (const segment of more) value = own(value, segment);
    return value;
  };
}
