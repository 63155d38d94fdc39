/**
 * Middy takes the names of HTTP statuses from `node:http`, and importing that module loads Node's whole HTTP
 * stack, fetch and WebSocket included: 10 ms of CPU at every cold start. In bundles middy's errors do without
 * those names; ours have messages of their own.
 */
import type { Plugin } from 'esbuild';

const namespace = 'without-http-server';

/** Answers middy's import of `node:http`; everybody else gets the real module. */
export const withoutHttpServer: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      /[\\/]@middy[\\/]util[\\/]/.test(importer) ? { path: 'node:http', namespace } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: 'export const STATUS_CODES = {};' }));
  },
};
