/** The code of the worker threads' entry, as JavaScript. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfFiles, keepFolder, keptFoldersOf, useKept } from '../../aws/assets/kept-folders.ts';

let url: URL | undefined;

/**
 * Returns the code of the worker threads' entry. It is bundled to JavaScript: a thread that begins with TypeScript
 * loads Node's compiler first, which takes as much CPU as everything else before the function's own code.
 */
export function workerCode(): URL {
  url ??= new URL(`data:text/javascript,${encodeURIComponent(cachedCode())}`);
  return url;
}

function cachedCode(): string {
  const folder = join(keptFoldersOf('worker'), hashOfFiles('lib/local/lambda/*.ts'));
  if (useKept(folder)) return readFileSync(join(folder, 'worker.mjs'), 'utf8');
  const code = bundle();
  // Where the cache is not writable, each run bundles it.
  keepFolder(folder, (fresh) => writeFileSync(join(fresh, 'worker.mjs'), code)).catch(() => undefined);
  return code;
}

function bundle(): string {
  // Loaded on demand: most runs need no bundler.
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
  const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node24', write: false } as const;
  const { outputFiles } = buildSync({ entryPoints: [entry], ...options });
  // The name that stack traces show instead of the whole code.
  return `${outputFiles[0]?.text}\n//# sourceURL=lambda-worker.js`;
}
