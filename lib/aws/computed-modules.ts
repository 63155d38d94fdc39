/**
 * Modules named `*.computed.ts` export plain data. They run while functions are bundled, and the bundles hold the
 * data, compressed, in place of the code that makes it.
 */
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

export const computedModules: Plugin = {
  name: 'computed-modules',
  setup(build) {
    build.onLoad({ filter: /\.computed\.ts$/ }, async ({ path }) => {
      const data: Record<string, unknown> = { ...(await import(pathToFileURL(path).href)) };
      const compressed = gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
      return {
        contents: [
          "import { gunzipSync } from 'node:zlib';",
          `const data = JSON.parse(gunzipSync(Buffer.from('${compressed}', 'base64')).toString());`,
          ...Object.keys(data).map((name) => `export const ${name} = data.${name};`),
        ].join('\n'),
        loader: 'js',
      };
    });
  },
};
