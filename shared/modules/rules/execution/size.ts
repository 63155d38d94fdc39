/** Measures values as JSON without serializing more than necessary. */
import { truncate } from '../../../kernel/base/text.ts';

/** Whether a value's JSON text has at most `limit` UTF-16 units. Stops as soon as the limit is exceeded. */
export function fitsInto(value: unknown, limit: number): boolean {
  const stack: unknown[] = [value];
  let left = limit;
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string') left -= next.length + 2;
    else if (typeof next !== 'object' || next === null) left -= String(next).length;
    else if (Array.isArray(next)) {
      left -= next.length + 2;
      if (left < 0) return false;
      for (const element of next) stack.push(element);
    } else {
      const entries = Object.entries(next);
      left -= entries.reduce((sum, [name]) => sum + name.length + 4, 2);
      if (left < 0) return false;
      for (const [, child] of entries) stack.push(child);
    }
    if (left < 0) return false;
  }
  return true;
}

/** Replaces values that are too large. */
export const omitted = '[OMITTED]';

export function cut(text: string, characters: number): string {
  return text.length > characters ? `${truncate(text, characters)}…` : text;
}

/** A value for display: long texts are cut, large lists and objects are left out. */
export function shortened(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return cut(value, characters);
  return fitsInto(value, characters) ? value : omitted;
}
