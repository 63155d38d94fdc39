/** One esbuild call turns every function's entry file into one small ES module, the same in AWS and locally. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { type EndpointSpec, entryFile, kebabCase } from '../../shared/http/contract.ts';
import { droppableRows } from './droppable-rows.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** A function to bundle. */
export interface FunctionEntry {
  module: string;
  /** Kebab-case name of the function within its module. */
  name: string;
  /** The file with the handler, from the project's root. */
  file: string;
}

/** The function behind `$default`; the only one that answers HTTP without a row in the endpoint table. */
export const notFoundEntry: FunctionEntry = {
  module: 'front',
  name: 'not-found',
  file: 'functions/front/not-found.ts',
};

/** Every function of the platform: one per endpoint, then those without one. */
export function functionEntries(
  endpoints: readonly Pick<EndpointSpec, 'module' | 'operationId'>[],
): FunctionEntry[] {
  const ofEndpoints = endpoints.map((endpoint) => ({
    module: endpoint.module,
    name: kebabCase(endpoint.operationId),
    file: entryFile(endpoint),
  }));
  return [...ofEndpoints, notFoundEntry];
}

/** The folder that holds a function's `index.mjs` and nothing else: what is uploaded to Lambda. */
export function functionBundleDir(bundleDir: string, entry: Pick<FunctionEntry, 'module' | 'name'>): string {
  return join(bundleDir, 'functions', entry.module, entry.name);
}

/** How a function is bundled, whichever it is; callers add entry points and where the output goes. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  treeShaking: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Source maps stay out of the upload; `sourcesContent` would store the SDK once more per function.
  sourcemap: 'external',
  sourcesContent: false,
  // esbuild prefers CommonJS for Node; the SDK's ES modules can be tree-shaken and need a third less.
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': join(projectRoot, 'shared/aws/environment-credentials.ts'),
  },
  // A few parts of the SDK are CommonJS only and call `require` for Node's own modules.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  outExtension: { '.js': '.mjs' },
  plugins: [droppableRows],
} as const satisfies BuildOptions;

export interface BundleResult {
  /** How many bundles there are. */
  functions: number;
  /** How many of them differ from what was there before. */
  changed: number;
}

/**
 * Bundles the functions into `<bundleDir>/functions/<module>/<name>/index.mjs`, the source maps under
 * `<bundleDir>/maps/`. A bundle that did not change is not written, so its time stamp says when it did, and
 * bundles of functions that no longer exist are removed. Throws esbuild's message when a file does not compile.
 */
export async function bundleFunctions(options: {
  entries: readonly FunctionEntry[];
  bundleDir: string;
}): Promise<BundleResult> {
  const bundleDir = resolve(options.bundleDir);
  const functionsDir = join(bundleDir, 'functions');
  const { outputFiles } = await build({
    ...bundleOptions,
    plugins: [...bundleOptions.plugins],
    mainFields: [...bundleOptions.mainFields],
    entryPoints: options.entries.map(({ file, module, name }) => ({
      in: file,
      out: `${module}/${name}/index`,
    })),
    outdir: functionsDir,
    write: false,
  });
  let changed = 0;
  for (const file of outputFiles) {
    const isMap = file.path.endsWith('.map');
    const path = isMap ? mapPath(bundleDir, functionsDir, file.path) : file.path;
    const differs = await writeIfChanged(path, file.contents);
    if (differs && !isMap) changed += 1;
  }
  await removeStale(functionsDir, options.entries);
  return { functions: options.entries.length, changed };
}

/** `functions/rules/create-rule/index.mjs.map` → `maps/rules/create-rule.mjs.map` */
function mapPath(bundleDir: string, functionsDir: string, path: string): string {
  return join(bundleDir, 'maps', `${relative(functionsDir, dirname(path))}.mjs.map`);
}

async function writeIfChanged(path: string, contents: Uint8Array): Promise<boolean> {
  const existing = await readFile(path).catch(() => undefined);
  if (existing?.equals(contents)) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
  return true;
}

async function removeStale(functionsDir: string, entries: readonly FunctionEntry[]): Promise<void> {
  const wanted = new Set(entries.map(({ module, name }) => join(module, name)));
  for (const found of await readdir(functionsDir, { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue;
    const folder = relative(functionsDir, found.parentPath);
    if (!wanted.has(folder))
      await rm(join(functionsDir, folder.split(sep).slice(0, 2).join(sep)), { recursive: true, force: true });
  }
}
