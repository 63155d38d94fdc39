/** The entry of worker threads as JavaScript. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfFiles, keepFolder, keptFoldersOf, useKept } from '../../aws/assets/kept-folders.ts';

const fileName = 'worker.mjs';
let url: URL | undefined;

/**
 * Where a worker thread starts. A thread that begins with TypeScript loads Node's compiler first, which takes as
 * much CPU as everything else that it does before the function's own code.
 */
export function workerCode(): URL {
  url ??= new URL(`data:text/javascript,${encodeURIComponent(keptCode())}`);
  return url;
}

function keptCode(): string {
  const kept = join(keptFoldersOf('worker'), hashOfFiles('lib/local/lambda/*.ts'));
  if (useKept(kept)) return readFileSync(join(kept, fileName), 'utf8');
  const code = bundle();
  // Where nothing can be written, each run bundles it.
  void keepFolder(kept, (fresh) => writeFileSync(join(fresh, fileName), code)).catch(() => undefined);
  return code;
}

function bundle(): string {
  // Most runs need no bundler.
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
  });
  // The name that stack traces show instead of the whole code.
  return `${outputFiles[0]?.text}\n//# sourceURL=lambda-worker.js`;
}
