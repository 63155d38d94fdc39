/** Bundles the program of the ingest service into one file. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../assets/kept-folders.ts';
import { replaceIfChanged } from '../assets/placed-files.ts';
import { type IngestEndpoint, ingestBundleFile, ingestEndpoints, ingestEntry } from '../ingest-entry.ts';
import { bundleOptions } from './bundle.ts';
import { gzipAssets } from './gzip-assets.ts';
import { thrownErrors } from './thrown-errors.ts';

/**
 * Bundles the service for these endpoints; without endpoints it removes the bundle. An unchanged bundle is not written.
 * Throws esbuild's message if a file does not compile.
 */
export async function bundleIngest(options: {
  endpoints: readonly IngestEndpoint[];
  bundleDir: string;
}): Promise<void> {
  const endpoints = ingestEndpoints(options.endpoints);
  const file = ingestBundleFile(resolve(options.bundleDir));
  if (endpoints.length === 0) return rm(file, { force: true });
  const fresh = `${file}.fresh`;
  await build({
    ...bundleOptions,
    // A container has no size limit like Lambda's. One file is enough, as the whole image is fetched at start.
    plugins: [gzipAssets, thrownErrors],
    sourcemap: false,
    alias: {
      ...bundleOptions.alias,
      '@aws-sdk/credential-provider-node': join(projectRoot, 'shared/kernel/aws/container-credentials.ts'),
    },
    stdin: {
      contents: ingestEntry(endpoints),
      resolveDir: projectRoot,
      sourcefile: 'ingest.ts',
      loader: 'ts',
    },
    outfile: fresh,
  });
  await replaceIfChanged(fresh, file);
  await rm(fresh);
}
