/** How large values are as JSON, without writing more of them than is asked for. */
import { truncate } from '../../../kernel/text/text.ts';

/** Is a value's JSON text at most so long, in UTF-16 units? Looks at no more of it than it takes to tell. */
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

/** Stands for what there is no room for. */
export const omitted = '[OMITTED]';

export function cut(text: string, characters: number): string {
  return text.length > characters ? `${truncate(text, characters)}…` : text;
}

/** A value to look at: long texts cut, large lists and objects left out. */
export function shortened(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return cut(value, characters);
  return fitsInto(value, characters) ? value : omitted;
}
