/**
 * Embeds files for browsers in a bundle: `import script from 'package/file.js?gzip'` returns the bytes of the file,
 * compressed at build time. Bundle and response stay small, and no file has to be stored beside the bundle.
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
