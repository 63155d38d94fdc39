/** The program of the ingest service: all endpoints with `transport: 'ingest'` behind one HTTP server, in one file. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { type EndpointSpec, entryFile } from '../../../shared/kernel/http/endpoint-spec.ts';
import { bundleOptions, replaceIfChanged } from './bundle.ts';
import { gzipAssets } from './gzip-assets.ts';

/** Where the program is stored. */
export function ingestBundleFile(bundleDir: string): string {
  return join(bundleDir, 'ingest', 'index.mjs');
}

/** What the program needs to know of an endpoint. */
export type IngestEndpoint = Pick<EndpointSpec, 'module' | 'operationId' | 'method' | 'path' | 'transport'>;

/** The endpoints that the service takes. */
export function ingestEndpoints<E extends Pick<EndpointSpec, 'transport'>>(endpoints: readonly E[]): E[] {
  return endpoints.filter(({ transport }) => transport === 'ingest');
}

/** The program's entry: one import for each endpoint's handler. */
export function ingestEntry(endpoints: readonly IngestEndpoint[]): string {
  const imports = endpoints.map(
    (endpoint, index) => `import { handler as handler${index} } from './${entryFile(endpoint)}';`,
  );
  const routes = endpoints.map(
    ({ method, path }, index) => `{ method: '${method}', path: '${path}', handler: handler${index} }`,
  );
  return [
    "import { serveIngest } from './shared/modules/attachments/ingest/server.ts';",
    ...imports,
    `serveIngest([${routes.join(', ')}]);`,
  ].join('\n');
}

/**
 * Bundles the service of these endpoints, nothing when there is none. A bundle that did not change is not touched.
 * Throws esbuild's message when a file does not compile.
 */
export async function bundleIngest(options: {
  endpoints: readonly IngestEndpoint[];
  bundleDir: string;
}): Promise<void> {
  const endpoints = ingestEndpoints(options.endpoints);
  const file = ingestBundleFile(resolve(options.bundleDir));
  if (endpoints.length === 0) return rm(file, { force: true });
  const fresh = `${file}.fresh`;
  const { absWorkingDir, alias } = bundleOptions;
  await build({
    ...bundleOptions,
    // A container has room: one file holds everything, as it is fetched when a task starts.
    plugins: [gzipAssets],
    sourcemap: false,
    alias: {
      ...alias,
      '@aws-sdk/credential-provider-node': join(absWorkingDir, 'shared/kernel/aws/container-credentials.ts'),
    },
    stdin: {
      contents: ingestEntry(endpoints),
      resolveDir: absWorkingDir,
      sourcefile: 'ingest.ts',
      loader: 'ts',
    },
    outfile: fresh,
  });
  await replaceIfChanged(fresh, file);
  await rm(fresh);
}
