/** The tokens of the ZEN expression language. https://docs.gorules.io */
import { inexpressible } from './inexpressible.ts';

export interface Token {
  kind: 'number' | 'text' | 'template' | 'name' | 'sign' | 'end';
  text: string;
}

const patterns: readonly (readonly [Token['kind'] | 'blank', RegExp])[] = [
  ['blank', /\s+/y],
  // The first dot of `1..5` belongs to the interval.
  ['number', /\d+(?:\.(?=\d)\d+)?(?:e[+-]?\d+)?/y],
  ['text', /"[^"]*"|'[^']*'/y],
  ['template', /`[^`]*`/y],
  ['name', /[A-Za-z_$][A-Za-z0-9_$]*|#/y],
  ['sign', /\.\.|\?\?|==|!=|<=|>=|[-+*/%^<>()[\]{}.,:?=;]/y],
];

/** The tokens of an expression, and one that ends them. Throws InexpressibleError. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = patterns.flatMap(([kind, pattern]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(text)?.[0];
      return match === undefined ? [] : [{ kind, match }];
    })[0];
    if (found === undefined) return inexpressible('assignments');
    at += found.match.length;
    const { kind, match } = found;
    if (kind === 'text' || kind === 'template') tokens.push({ kind, text: match.slice(1, -1) });
    else if (kind !== 'blank') tokens.push({ kind, text: match });
  }
  return [...tokens, { kind: 'end', text: '' }];
}
