import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FuzzRequest } from './request.ts';

const maxInline = 4_000;

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns a command that repeats the request. A body that does not fit into a command line is written to a temporary
 * file.
 */
export function toCurl(baseUrl: string, { method, target, headers, body }: FuzzRequest): string {
  const parts = [`curl -i --path-as-is -g -X ${method} ${quoted(baseUrl + target)}`];
  for (const [name, value] of Object.entries(headers)) {
    parts.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (body !== undefined) {
    const bytes = Buffer.from(body, 'base64');
    const text = bytes.toString('utf8');
    const isPlain = bytes.equals(Buffer.from(text)) && !text.includes('\u0000') && text.length <= maxInline;
    if (isPlain) parts.push(`--data-binary ${quoted(text.startsWith('@') ? ` ${text}` : text)}`);
    else {
      const file = join(mkdtempSync(join(tmpdir(), 'fuzz-')), 'body');
      writeFileSync(file, bytes);
      parts.push(`--data-binary ${quoted(`@${file}`)}`);
    }
  }
  return parts.join(' \\\n  ');
}
