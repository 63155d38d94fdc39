/** Every function of the platform, and where its bundle is written. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { workers as allWorkers } from '../../shared/catalog/workers.ts';
import { type EndpointSpec, kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { projectRoot } from './assets/kept-folders.ts';
import { entryFile, functionFolder, workerFile } from './function-files.ts';

/** A function to bundle. */
export interface FunctionEntry {
  module: string;
  /** Kebab-case name of the function within its module. */
  name: string;
  /** The file with the handler, from the project's root. */
  file: string;
  /** What it loads by `import()` is more than the rest, and is stored in files of its own. */
  isSplit?: true;
}

/** The function behind `$default`. */
export const notFoundEntry: FunctionEntry = {
  module: 'front',
  name: 'not-found',
  file: `${functionFolder('front')}/not-found.ts`,
};

/** Exports lists: CloudFront routes list requests with `?format=` to it. */
export const exportEntry: FunctionEntry = {
  module: 'exports',
  name: 'export-list',
  file: `${functionFolder('exports')}/export-list.ts`,
  isSplit: true,
};

/** Uploads the console when it is deployed. */
export const consoleEntry: FunctionEntry = {
  module: 'console',
  name: 'upload-console',
  file: `${functionFolder('console')}/upload-console.ts`,
};

/** Functions without a row in the tables of endpoints and workers. */
export const entriesWithoutEndpoint: readonly FunctionEntry[] = [notFoundEntry, exportEntry, consoleEntry];

/** Every function of the platform: one per endpoint, one per worker, then those that are in neither table. */
export function functionEntries(
  endpoints: readonly Pick<EndpointSpec, 'module' | 'operationId'>[],
  workers: readonly Pick<Worker, 'module' | 'name' | 'trigger'>[] = allWorkers,
): FunctionEntry[] {
  const ofEndpoints = endpoints.map((endpoint) => ({
    module: endpoint.module,
    name: kebabCase(endpoint.operationId),
    file: entryFile(endpoint),
  }));
  const ofWorkers = workers.map((worker) => ({
    module: worker.module,
    name: kebabCase(worker.name),
    file: workerFile(worker),
  }));
  return [...ofEndpoints, ...ofWorkers, ...entriesWithoutEndpoint];
}

/** The folder that holds a function's `index.mjs` and what that loads: what is uploaded to Lambda. */
export function functionBundleDir(bundleDir: string, entry: Pick<FunctionEntry, 'module' | 'name'>): string {
  return join(bundleDir, 'functions', entry.module, entry.name);
}

/** Throws if the file of a handler is missing, with the rule that its name follows. */
export function assertHandlersExist(entries: readonly FunctionEntry[]): void {
  const missing = entries.filter(({ file }) => !existsSync(resolve(projectRoot, file)));
  if (missing.length === 0) return;
  const files = missing.map(({ file }) => file).join(', ');
  throw new Error(
    `No handler: create ${files}. Its name is the operationId of its contract in kebab-case, or the name of its worker ` +
      'with the trigger.',
  );
}
