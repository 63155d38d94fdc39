/** The code of the worker threads' entry, as JavaScript. */
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

let url: URL | undefined;

/**
 * Returns the code of the worker threads' entry. It is bundled to JavaScript: a thread that begins with TypeScript
 * loads Node's compiler first, which takes as much CPU as everything else before the function's own code.
 */
export function workerCode(): URL {
  url ??= new URL(`data:text/javascript,${encodeURIComponent(cachedCode())}`);
  return url;
}

/** Returns the code of an earlier run with the same sources, beside the packages, or makes it. */
function cachedCode(): string {
  const sources = globSync('*.ts', { cwd: import.meta.dirname }).toSorted();
  const madeOf = hash(
    'sha256',
    sources.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\0'),
  );
  const folder = resolve('node_modules', '.cache', 'template-runtime');
  const file = join(folder, `worker-${madeOf.slice(0, 16)}.mjs`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The first run with these sources.
  }
  const code = bundle();
  try {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  } catch {
    // Where the cache is not writable, each run bundles it.
  }
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
