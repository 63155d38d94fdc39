/** The program of the ingest service: all endpoints with `transport: 'ingest'` behind one HTTP server. */
import { join } from 'node:path';
import type { EndpointSpec } from '../../shared/kernel/http/endpoint-spec.ts';
import { entryFile } from './function-files.ts';

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
