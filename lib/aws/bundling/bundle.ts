/** One esbuild call turns every function's entry file into a small ES module, the same in AWS and locally. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { workers as allWorkers } from '../../../shared/catalog/workers.ts';
import { type EndpointSpec, entryFile, kebabCase } from '../../../shared/kernel/http/contract.ts';
import { type Worker, workerFile } from '../../../shared/kernel/queues/contract.ts';
import { computedModules } from './computed-modules.ts';
import { droppableRows } from './droppable-rows.ts';
import { gzipAssets } from './gzip-assets.ts';
import { type LazyPart, lazyPartsIn, lazyPartsOf, leavesLazyParts } from './lazy-parts.ts';
import { hostNatives, type NativePackages, nativeSpecifiers, placeNatives } from './native-packages.ts';
import { withoutHttpServer } from './without-http-server.ts';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** A function to bundle. */
export interface FunctionEntry {
  module: string;
  /** Kebab-case name of the function within its module. */
  name: string;
  /** The file with the handler, from the project's root. */
  file: string;
}

/** The function behind `$default`. */
export const notFoundEntry: FunctionEntry = {
  module: 'front',
  name: 'not-found',
  file: 'functions/front/not-found.ts',
};

/** Exports lists: CloudFront sends it what asks a list endpoint for `?format=`. */
export const exportEntry: FunctionEntry = {
  module: 'exports',
  name: 'export-list',
  file: 'functions/exports/export-list.ts',
};

/** Functions that answer HTTP without a row in the endpoint table. */
export const entriesWithoutEndpoint: readonly FunctionEntry[] = [notFoundEntry, exportEntry];

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
  // Node reads UTF-8: no need to spell what is not ASCII by its numbers.
  charset: 'utf8',
  logLevel: 'warning',
  // Source maps stay out of the upload; `sourcesContent` would store the SDK once more per function.
  sourcemap: 'external',
  sourcesContent: false,
  // esbuild prefers CommonJS for Node; the SDK's ES modules can be tree-shaken and need a third less.
  mainFields: ['module', 'main'],
  // What undici looks for to leave out its second, experimental parser of HTTP: 166 KB that nothing would use.
  define: { esbuildDetection: '1' },
  alias: {
    '@aws-sdk/credential-provider-node': join(projectRoot, 'shared/kernel/aws/environment-credentials.ts'),
  },
  // A few parts of the SDK are CommonJS only and call `require` for Node's own modules.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      'const require = __createRequire(import.meta.url);',
    ].join(''),
  },
  external: nativeSpecifiers,
  outExtension: { '.js': '.mjs' },
  plugins: [droppableRows, computedModules, withoutHttpServer, gzipAssets, leavesLazyParts],
} as const satisfies BuildOptions;

export interface BundleResult {
  /** How many bundles there are. */
  functions: number;
  /** How many of them differ from what was there before. */
  changed: number;
}

/**
 * Bundles the functions into `<bundleDir>/functions/<module>/<name>/index.mjs`, the source maps, unless they are not
 * wanted, under `<bundleDir>/maps/`. A bundle that did not change is not touched, so its time stamp says when it did, and
 * bundles of functions that no longer exist are removed. Throws esbuild's message when a file does not
 * compile.
 */
export async function bundleFunctions(options: {
  entries: readonly FunctionEntry[];
  bundleDir: string;
  /** What functions load that cannot be bundled; defaults to what runs on this machine. */
  natives?: NativePackages;
  /** They take a third of the CPU, and on one machine nobody looks at them. */
  withMaps?: boolean;
  /** These are some functions of many: bundles of others stay. */
  keepOthers?: boolean;
}): Promise<BundleResult> {
  const { entries, natives = hostNatives(), withMaps = true, keepOthers = false } = options;
  const bundleDir = resolve(options.bundleDir);
  await mkdir(bundleDir, { recursive: true });
  // esbuild writes files twice as fast as it hands them over; a fresh folder lets two builds run at once.
  const fresh = await mkdtemp(join(bundleDir, 'fresh-'));
  try {
    await buildInto(
      fresh,
      entries.map(({ file, module, name }) => ({ in: file, out: `${module}/${name}/index` })),
      withMaps,
    );
    const partFile = ({ file }: LazyPart) => join(fresh, 'lazy', file);
    await buildParts(
      entries.map(({ module, name }) => join(fresh, module, name, 'index.mjs')),
      partFile,
      (parts) =>
        buildInto(
          fresh,
          parts.map(({ entry, file }) => ({ in: entry, out: `lazy/${file.replace('.mjs', '')}` })),
          false,
        ),
    );
    let changed = 0;
    for (const { module, name } of entries) {
      const output = join(module, name, 'index.mjs');
      const folder = functionBundleDir(bundleDir, { module, name });
      // Before the function that loads them: whoever sees it finds them beside it.
      for (const part of await lazyPartsOf(join(fresh, output), partFile)) {
        await replace(partFile(part), join(folder, part.file));
        if (part.needsNatives) placeNatives(folder, natives);
      }
      if (await replaceIfChanged(join(fresh, output), join(bundleDir, 'functions', output))) changed += 1;
      // As deep as before: the map names its sources relative to itself.
      if (withMaps) await move(join(fresh, `${output}.map`), join(bundleDir, 'maps', `${output}.map`));
    }
    // Those that are there would be of other code.
    if (!withMaps) await rm(join(bundleDir, 'maps'), { recursive: true, force: true });
    if (!keepOthers) await removeStale(bundleDir, entries);
    return { functions: entries.length, changed };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function buildInto(
  outdir: string,
  entryPoints: { in: string; out: string }[],
  withMaps: boolean,
): Promise<void> {
  await build({
    ...bundleOptions,
    sourcemap: withMaps ? bundleOptions.sourcemap : false,
    plugins: [...bundleOptions.plugins],
    mainFields: [...bundleOptions.mainFields],
    entryPoints,
    outdir,
  });
}

/** Has the parts bundled that these files refer to, and those that the parts refer to. */
async function buildParts(
  files: readonly string[],
  partFile: (part: LazyPart) => string,
  bundle: (parts: LazyPart[]) => Promise<void>,
): Promise<void> {
  const built = new Set<LazyPart>();
  let reading = files;
  while (reading.length > 0) {
    const found = new Set<LazyPart>();
    for (const file of reading) {
      for (const part of lazyPartsIn(await readFile(file, 'utf8'))) if (!built.has(part)) found.add(part);
    }
    if (found.size > 0) await bundle([...found]);
    for (const part of found) built.add(part);
    reading = [...found].map(partFile);
  }
}

/** By another file in its place, never by other bytes in the same file: that may have a second name elsewhere. */
async function replace(from: string, to: string): Promise<void> {
  const copy = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, copy);
  await rename(copy, to);
}

async function replaceIfChanged(from: string, to: string): Promise<boolean> {
  const existing = await readFile(to).catch(() => undefined);
  if (existing?.equals(await readFile(from))) return false;
  await move(from, to);
  return true;
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

async function removeStale(bundleDir: string, entries: readonly FunctionEntry[]): Promise<void> {
  const wanted = new Set(entries.map(({ module, name }) => join(module, name)));
  for (const kind of ['functions', 'maps']) {
    for (const module of await foldersIn(join(bundleDir, kind))) {
      for (const name of await foldersIn(join(bundleDir, kind, module))) {
        const folder = join(module, name);
        if (!wanted.has(folder)) await rm(join(bundleDir, kind, folder), { recursive: true, force: true });
      }
    }
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const found = existsSync(path) ? await readdir(path, { withFileTypes: true }) : [];
  return found.filter((item) => item.isDirectory()).map((item) => item.name);
}
