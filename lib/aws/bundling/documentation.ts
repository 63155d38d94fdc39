/**
 * Leaves out of the bundles what contracts say only for the OpenAPI document and for the stacks: `z.meta(…)` of
 * schemas, texts, errors, rights and the answer's schema of rows. Functions never read it, yet each would carry it, and
 * zod would build most schemas a second time to attach it. What is written in a form that is not recognized here merely
 * stays in the bundle. Every line keeps its number, for the source maps.
 */

const opening = '([{';
const closing = ')]}';

/** Index of the quote that ends the text starting at `start`. */
function endOfText(source: string, start: number): number {
  const quote = source[start];
  for (let index = start + 1; index < source.length; index++) {
    if (source[index] === '\\') index += 1;
    else if (source[index] === quote) return index;
    else if (quote === '`' && source.startsWith('${', index)) index = endOfBrackets(source, index + 1) - 1;
  }
  return source.length;
}

/**
 * Index after the bracket that closes the one at `open`. Not a number (NaN) when it meets a slash, because
 * telling comments, regular expressions and divisions apart would take a parser.
 */
function endOfBrackets(source: string, open: number): number {
  let depth = 0;
  for (let index = open; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '/') return Number.NaN;
    if ('\'"`'.includes(character)) index = endOfText(source, index);
    else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character) && --depth === 0) return index + 1;
  }
  return Number.NaN;
}

const blank = (text: string): string => text.replace(/[^\n]/g, '');

/** `.check(z.meta(…))` as a whole; in a list of checks, `, z.meta(…)`. */
function dropMeta(source: string): string {
  const call = /(?:\.check\(|,)\s*z\.meta(?=\()/g;
  let result = '';
  let from = 0;
  for (let match = call.exec(source); match !== null; match = call.exec(source)) {
    const end = endOfBrackets(source, call.lastIndex);
    if (Number.isNaN(end)) continue;
    const alone = match[0].startsWith('.check');
    const rest = alone ? /^\s*,?\s*\)/.exec(source.slice(end)) : /^/.exec('');
    if (rest === null) continue;
    const after = end + rest[0].length;
    result += source.slice(from, match.index) + blank(source.slice(match.index, after));
    from = after;
    call.lastIndex = after;
  }
  return result + source.slice(from);
}

/** A row as the formatter leaves it: properties two spaces deep, their further lines deeper, then `});`. */
const row = /(?<== defineEndpoint\(\{\n)(?: .*\n|\n)+(?=\}\);)/g;
/** A property of an object that many spaces deep, with all its lines. */
const property = (depth: number, name: string) =>
  new RegExp(`^ {${depth}}${name}:.*\\n(?: {${depth + 1},}.*\\n| {${depth}}[)\\]}].*\\n)*`, 'gm');
const rowDocumentation = ['summary', 'description', 'example', 'errors', 'touches'];
const successOnOneLine =
  /^( {2}success: \{ status: \d+), description: (?!.*(?:contentTypes|headers):).* \},$/gm;

function dropRowTexts(source: string): string {
  return source.replace(row, (properties) =>
    rowDocumentation
      .reduce((left, name) => left.replace(property(2, name), blank), properties)
      .replace(successOnOneLine, '$1 },')
      .replace(property(2, 'success'), (success) =>
        success.replace(property(4, 'description'), blank).replace(property(4, 'result'), blank),
      ),
  );
}

/** The source of a contract, or of a file of schema builders, without its documentation. */
export function dropDocumentation(source: string): string {
  return dropMeta(dropRowTexts(source));
}
