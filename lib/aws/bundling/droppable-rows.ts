/**
 * Lets esbuild drop the rows and schemas of a contract that a function does not use. Zod builds a schema by
 * calls, esbuild keeps every call that it cannot prove harmless, and it heeds `@__NO_SIDE_EFFECTS__` only
 * within the file that declares the function. So each top-level constant of a contract becomes
 * `const x = /* @__PURE__ *\/ (() => (…))();` while it is bundled: same value, same lines, droppable.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { dropDocumentation } from './documentation.ts';

const nextStatement = '\\n(?:export|const|let|function|class|import|type|interface)\\b';
/**
 * A top-level constant as the formatter leaves it: it starts in the first column and its last line ends with
 * a semicolon, before a line that starts a new statement. What this misses merely stays in the bundle.
 */
const topLevelConstant = new RegExp(
  `^((?:export )?const \\w+(?:: [^=\\n]+)? =)(\\s(?:(?!${nextStatement})[\\s\\S])*?);` +
    '(?=\\n+[^\\s)\\]}]|\\s*$(?![\\s\\S]))',
  'gm',
);

/** Takes a value apart in a way that esbuild cannot drop. */
const topLevelDestructuring = /^(?:export )?(?:const|let) [{[].*$/m;

/**
 * The same module with every top-level constant built by a call that may be dropped. Throws on one that takes a value
 * apart: whatever it came from would stay in every bundle.
 */
export function makeRowsDroppable(source: string): string {
  const [line] = topLevelDestructuring.exec(source) ?? [];
  if (line !== undefined) throw new Error(`A contract must not take values apart at its top level: ${line}`);
  return source.replace(topLevelConstant, '$1 /* @__PURE__ */ (() => ($2))();');
}

/** Contracts, the schema builders that they share, and settings; these hold data, schemas and functions only. */
const contractFiles =
  /[\\/]shared[\\/](?:(?:[\w-]+[\\/])+(?:[\w-]+-)?contract|kernel[\\/](?:http[\\/]fields|lists[\\/]list|settings[\\/]settings))\.ts$/;

/** Bundles contracts without documentation, and of their rows only those that are used. */
export const droppableRows: Plugin = {
  name: 'droppable-rows',
  setup(build) {
    build.onLoad({ filter: contractFiles }, async ({ path }) => ({
      contents: makeRowsDroppable(dropDocumentation(await readFile(path, 'utf8'))),
      loader: 'ts',
    }));
  },
};
