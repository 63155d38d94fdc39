/**
 * Fields of conditions: paths in the data. In a condition on the elements of a list, paths start in the element; `$item`
 * is the element itself, and `$data` the data around the list.
 */
import type { BudgetCheck } from './budget.ts';
import { compilePath } from './path.ts';

/** Input of the evaluation of a condition. */
export interface ConditionInput {
  /** The entity's data, or the element of a list; field paths start in it. */
  data: unknown;
  /** The entity's data, in a condition on the elements of a list. */
  outer?: unknown;
  /** Returns the value of a `{{placeholder}}`; undefined for an unknown one. Expressions call the watch. */
  resolve: (name: string, watch?: BudgetCheck) => unknown;
}

/** Prefix of fields that only conditions on elements may use. */
const elementPrefix = '$';
const item = '$item';
const outer = '$data';

export const needsElement = (path: string): boolean => path.startsWith(elementPrefix);

/** The path below `$item` or `$data`, which may be the name of a field with dots; undefined for other paths. */
function pathBelow(name: string, path: string): string | undefined {
  return path.startsWith(name) ? path.slice(name.length).replace(/^\./, '') : undefined;
}

/** The path in the data around the list; undefined for a path in the element. */
export const outerPathOf = (path: string): string | undefined => pathBelow(outer, path);

/**
 * A name outside of the condition on elements (`quantity` of the third → `lines[2].quantity`). A list may be in an element of
 * another one: a path in the data around both keeps its prefix until it is outside of both.
 */
export function nameOutside(
  { field: list }: { field: string },
  index: number,
  path: string,
  around: ConditionInput,
): string {
  const outerPath = outerPathOf(path);
  if (outerPath !== undefined) return Object.hasOwn(around, 'outer') ? path : outerPath;
  const below = pathBelow(item, path) ?? path;
  return `${list}[${index}]${/^(?:$|\[)/.test(below) ? below : `.${below}`}`;
}

/** Compiles a field. */
export function compileField(path: string): (input: ConditionInput) => unknown {
  const outerPath = outerPathOf(path);
  const ownPath = outerPath ?? pathBelow(item, path) ?? path;
  if (outerPath !== undefined) {
    const look = ownPath === '' ? (data: unknown) => data : compilePath(ownPath);
    return (input) => look(input.outer);
  }
  if (ownPath === '') return ({ data }) => data;
  const look = compilePath(ownPath);
  return ({ data }) => look(data);
}
