/**
 * Lets a function carry a file for browsers: `import script from 'package/file.js?gzip'` is the file's bytes,
 * compressed while bundling. That keeps bundle and response small, and no file is stored beside the bundle.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

export const gzipAssets: Plugin = {
  name: 'gzip-assets',
  setup(build) {
    build.onResolve({ filter: /\?gzip$/ }, async ({ path, resolveDir, kind }) => {
      const file = await build.resolve(path.slice(0, -'?gzip'.length), { resolveDir, kind });
      return { path: file.path, namespace: 'gzip', errors: file.errors };
    });
    build.onLoad({ filter: /.*/, namespace: 'gzip' }, async ({ path }) => ({
      contents: gzipSync(await readFile(path), { level: 9 }),
      loader: 'binary',
    }));
  },
};
