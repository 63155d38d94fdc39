/** Leaves the documentation of errors out of bundles: functions throw errors, only documents describe them. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';

/** Members of an error's declaration that only documents read (`shared/kernel/errors/api-error.ts`). */
const documentation = new Set(['when', 'example']);

/** The source without the documentation of errors. Line breaks stay, so that source maps stay correct. */
export function withoutDocumentation(path: string, source: string): string {
  const { program } = parseSync(path, source);
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'apiError') return;
      if (declaration?.type !== 'ObjectExpression') return;
      for (const member of declaration.properties)
        if (
          member.type === 'Property' &&
          member.key.type === 'Identifier' &&
          documentation.has(member.key.name)
        )
          spans.push(member);
    },
  }).visit(program);
  return spans.reduceRight((text, { start, end }) => {
    const lineBreaks = text.slice(start, end).replaceAll(/[^\n]/g, '');
    return text.slice(0, start) + lineBreaks + text.slice(end).replace(/^,/, '');
  }, source);
}

export const undocumentedErrors: Plugin = {
  name: 'undocumented-errors',
  setup(build) {
    build.onLoad({ filter: /\/shared\/.*\/errors\.ts$/ }, async ({ path }) => ({
      contents: withoutDocumentation(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
