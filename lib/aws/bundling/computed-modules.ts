/**
 * Modules named `*.computed.ts` export plain data. They run while functions are bundled, and the bundles hold the
 * data, compressed, in place of the code that makes it; those that use none of it hold nothing.
 */
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** The expression as a call that esbuild drops where its result is not used. */
const droppable = (expression: string): string => `/* @__PURE__ */ (() => ${expression})()`;

export const computedModules: Plugin = {
  name: 'computed-modules',
  setup(build) {
    build.onLoad({ filter: /\.computed\.ts$/ }, async ({ path }) => {
      const data: Record<string, unknown> = { ...(await import(pathToFileURL(path).href)) };
      const compressed = gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
      return {
        contents: [
          "import { gunzipSync } from 'node:zlib';",
          `const data = ${droppable(`JSON.parse(gunzipSync(Buffer.from('${compressed}', 'base64')).toString())`)};`,
          ...Object.keys(data).map((name) => `export const ${name} = ${droppable(`data.${name}`)};`),
        ].join('\n'),
        loader: 'js',
      };
    });
  },
};
