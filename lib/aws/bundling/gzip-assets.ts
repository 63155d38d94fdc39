/**
 * Lets a function carry a file for browsers: `import script from 'package/file.js?gzip'` is the file's bytes,
 * compressed while bundling. That keeps bundle and answer small, and no file lies beside the bundle.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

const suffix = '?gzip';
const namespace = 'gzip';

export const gzipAssets: Plugin = {
  name: 'gzip-assets',
  setup(build) {
    build.onResolve({ filter: /\?gzip$/ }, async ({ path, resolveDir, kind }) => {
      const file = await build.resolve(path.slice(0, -suffix.length), { resolveDir, kind });
      return { path: file.path, namespace, errors: file.errors };
    });
    build.onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
      contents: gzipSync(await readFile(path), { level: 9 }),
      loader: 'binary',
    }));
  },
};
