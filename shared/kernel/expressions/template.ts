/**
 * Texts with `{{…}}`: each contains a name (`{{total}}`, `{{customer.address.city}}`) or an expression
 * (`{{total * 0.23}}`). Small, because functions that only store such texts load it.
 */
import { expressionLimits } from './limits.ts';

export interface TextPart {
  /** `text` stays; a `name` is looked up; an `expression` is evaluated. */
  kind: 'text' | 'name' | 'expression';
  /** The text, or what is between the braces, trimmed. */
  content: string;
  /** The part as it is written, with its braces. */
  written: string;
  /** Position of the content in the whole text, from 0. */
  at: number;
}

/** Letters, digits, `_`, `$`, `@`, `:` and `-` in segments that are separated by dots or stand in brackets. */
const name = /^[\p{L}\p{N}_$@:-]+(?:\.[\p{L}\p{N}_$@:-]+|\[\d+\])*$/u;
const literal = /^(?:-?\d[\d.]*(?:e-?\d+)?|0x[\da-f]+|true|false|null)$/i;

/** Whether a text between braces is a name; numbers and `true`, `false` and `null` are expressions. */
export const isName = (content: string): boolean => name.test(content) && !literal.test(content);

const braces = '{{';
const plain = /\{\{([^{}]*)\}\}/y;
/** Nested maps in an expression; ends the search early in texts of many braces. */
const maxOpenBraces = 20;
/** After so many `{{` without an end, only parts without braces inside are found: each search takes long. */
const maxFailures = 100;

/** Position of the quote that ends the text literal at `at`, or `end`. */
function closingQuote(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end; next++) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === text[at]) return next;
  }
  return end;
}

/** Position of the `}}` that ends an expression; braces in it belong to maps and texts. -1 if there is none. */
function endOf(text: string, from: number): number {
  const end = Math.min(text.length, from + 2 * expressionLimits.characters);
  let depth = 0;
  for (let at = from; at < end && depth < maxOpenBraces; at++) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '"' || character === "'") at = closingQuote(text, at, end);
    else if (character === '}' && depth > 0) depth -= 1;
    else if (character === '}') return text[at + 1] === '}' ? at : -1;
  }
  return -1;
}

/** The end of a part without braces inside, if there is one here. */
function plainEndOf(text: string, start: number): number {
  plain.lastIndex = start;
  const content = plain.exec(text)?.[1];
  return content === undefined ? -1 : start + braces.length + content.length;
}

/** Where the part that begins at `start` or one brace later begins and ends; undefined if it does not end. */
function spanAt(text: string, start: number, isPlain: boolean): { start: number; end: number } | undefined {
  const inner = text[start + braces.length] === '{' ? plainEndOf(text, start + 1) : -1;
  // `{{{name}}}` is a name in braces, and `{{{"a": 1}}}` a map.
  const first = isName(text.slice(start + 1 + braces.length, inner).trim()) ? start + 1 : start;
  const plainEnd = plainEndOf(text, first);
  const hasQuote = plainEnd >= 0 && /["']/.test(text.slice(first, plainEnd));
  if (plainEnd >= 0 && !hasQuote) return { start: first, end: plainEnd };
  const end = isPlain ? -1 : endOf(text, first + braces.length);
  // An apostrophe of prose does not hide the end.
  if (end >= 0 || plainEnd >= 0) return { start: first, end: end >= 0 ? end : plainEnd };
  return undefined;
}

/** Splits a text into its parts. A `{{` without its `}}` is plain text. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let failures = 0;
  const addText = (to: number) => {
    const written = text.slice(from, to);
    if (written !== '') parts.push({ kind: 'text', content: written, written, at: from });
  };
  let next = text.indexOf(braces);
  while (next >= 0) {
    const span = spanAt(text, next, failures > maxFailures);
    if (span === undefined) {
      failures += 1;
      next = text.indexOf(braces, next + 1);
      continue;
    }
    addText(span.start);
    const inside = span.start + braces.length;
    const raw = text.slice(inside, span.end);
    from = span.end + braces.length;
    parts.push({
      kind: isName(raw.trim()) ? 'name' : 'expression',
      content: raw.trim(),
      written: text.slice(span.start, from),
      at: inside + raw.length - raw.trimStart().length,
    });
    next = text.indexOf(braces, from);
  }
  addText(text.length);
  return parts;
}

/** A text in a value, with the path of keys and indexes to it: `headers.x-tax`, `[0].sku`. */
interface FoundText {
  path: string;
  text: string;
}

/** All texts with `{{` in a value of any depth. */
export function templatesIn(value: unknown, path = ''): FoundText[] {
  const found: FoundText[] = [];
  const left: { value: unknown; path: string }[] = [{ value, path }];
  for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
    const { value: current, path: at } = entry;
    if (typeof current === 'string' && current.includes(braces)) found.push({ path: at, text: current });
    if (typeof current !== 'object' || current === null) continue;
    const children = Array.isArray(current)
      ? current.map((child: unknown, index) => ({ value: child, path: `${at}[${index}]` }))
      : Object.entries(current).map(([key, child]: [string, unknown]) => ({
          value: child,
          path: at === '' ? key : `${at}.${key}`,
        }));
    left.push(...children.reverse());
  }
  return found;
}

/** Whether a value contains an expression; without one, the engine need not be loaded. */
export const hasExpressions = (value: unknown): boolean =>
  templatesIn(value).some(({ text }) => partsOf(text).some(({ kind }) => kind === 'expression'));
