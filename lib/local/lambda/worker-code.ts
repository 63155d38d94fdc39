/** The entry of worker threads as JavaScript. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
let url: URL | undefined;

/**
 * Where a worker thread starts. A thread that begins with TypeScript loads Node's compiler first, which takes as
 * much CPU as everything else that it does before the function's own code.
 */
export function workerCode(): URL {
  if (url !== undefined) return url;
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
  });
  // The name that stack traces show instead of the whole code.
  const code = `${outputFiles[0]?.text}\n//# sourceURL=lambda-worker.js`;
  url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return url;
}
