/** Formats JSON for people and diffs: a value that fits into a line is on one line. */
import { toJson } from '../../../kernel/base/json.ts';

const maxColumns = 110;

/**
 * The value as JSON text. `column` is the column of its beginning, `indent` the indentation of its closing
 * bracket.
 */
export function layOut(value: unknown, indent = 0, column = 0): string {
  const line = toJson(value);
  if (typeof value !== 'object' || value === null) return line;
  const entries = Object.entries(value);
  if (entries.length === 0 || column + line.length <= maxColumns) return onOneLine(value);
  const inner = indent + 2;
  const space = ' '.repeat(inner);
  const isList = Array.isArray(value);
  const lines = entries.map(([name, child]) => {
    const key = isList ? '' : `${toJson(name)}: `;
    return `${space}${key}${layOut(child, inner, inner + key.length)}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function onOneLine(value: object): string {
  if (Array.isArray(value)) return `[${value.map((one) => layOut(one)).join(', ')}]`;
  const fields = Object.entries(value).map(([name, child]) => `${toJson(name)}: ${layOut(child)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
