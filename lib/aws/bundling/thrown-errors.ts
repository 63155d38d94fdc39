/**
 * Reduces the errors in a bundle to those that its code can throw, without their documentation. esbuild alone would keep
 * all errors of a file, because it does not see that declaring one has no side effect.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';

/** Members of a declaration that only documents read (`shared/kernel/errors/api-error.ts`). */
const documentation = new Set(['when', 'example']);

/** The source with removable declarations. Line breaks stay, so that source maps stay correct. */
function withRemovableErrors(path: string, source: string): string {
  const edits: { start: number; end: number; text: string }[] = [];
  new Visitor({
    CallExpression({ start, callee, arguments: [declaration] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'apiError') return;
      edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
      if (declaration?.type !== 'ObjectExpression') return;
      for (const member of declaration.properties) {
        const isDocumentation =
          member.type === 'Property' &&
          member.key.type === 'Identifier' &&
          documentation.has(member.key.name);
        const { start, end } = member;
        const text = source.slice(start, end).replaceAll(/[^\n]/g, '');
        if (isDocumentation) edits.push({ start, end: source[end] === ',' ? end + 1 : end, text });
      }
    },
  }).visit(parseSync(path, source).program);
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end), source);
}

export const thrownErrors: Plugin = {
  name: 'thrown-errors',
  setup(build) {
    build.onLoad({ filter: /\/shared\/.*\/errors\.ts$/ }, async ({ path }) => ({
      contents: withRemovableErrors(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
