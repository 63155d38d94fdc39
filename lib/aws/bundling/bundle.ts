/** Bundles each function into its own small ES module. AWS and the local runtime use the same bundles. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { projectRoot } from '../assets/kept-folders.ts';
import {
  hostNatives,
  type NativePackages,
  nativeSpecifiers,
  placeNatives,
} from '../assets/native-packages.ts';
import { placePdfData } from '../assets/package-data.ts';
import { PlacedFiles } from '../assets/placed-files.ts';
import { assertHandlersExist, type FunctionEntry } from '../function-entries.ts';
import { gzipAssets } from './gzip-assets.ts';
import { separateFiles, separateFilesOf, separatePackages } from './separate-files.ts';
import { thrownErrors } from './thrown-errors.ts';

/** Leaves out credential providers that Lambda never needs. */
export const sdkAlias = {
  '@aws-sdk/credential-provider-node': join(projectRoot, 'shared/kernel/aws/environment-credentials.ts'),
};
const httpModule = join(projectRoot, 'lib/aws/bundling/node-http.cjs');

/** Options for every function; callers add entry points and the output folder. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
  // Node reads UTF-8: escapes would only make the file larger.
  charset: 'utf8',
  logLevel: 'warning',
  // Source maps stay out of the upload; `sourcesContent` would store the SDK once more per function.
  sourcemap: 'external',
  sourcesContent: false,
  // esbuild prefers CommonJS for Node; the SDK's ES modules are a third smaller.
  mainFields: ['module', 'main'],
  // undici checks this name to leave out its second, experimental HTTP parser, 166 kB of unused code.
  define: { esbuildDetection: '1' },
  alias: { ...sdkAlias, 'node:http': httpModule, http: httpModule },
  // Some SDK packages are CommonJS only and call `require` for built-in modules of Node.
  banner: {
    js: "import { createRequire as _create } from 'node:module'; const require = _create(import.meta.url);",
  },
  external: nativeSpecifiers,
  outExtension: { '.js': '.mjs' },
  plugins: [gzipAssets, separatePackages, thrownErrors],
} satisfies BuildOptions;

export interface BundleResult {
  /** Number of bundled functions. */
  functions: number;
  /** Number of functions whose bundle has changed. */
  changed: number;
  /** Inputs of each bundle; paths of outputs end with `<module>/<name>/index.mjs`. */
  metafile: Metafile;
}

async function buildInto(outdir: string, options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({ ...bundleOptions, ...options, outdir, metafile: true });
  return metafile;
}

/**
 * Functions that esbuild builds at the same time. It holds the output of all of them in memory: some 25 MB each, with the
 * source map.
 */
const functionsPerBuild = 40;

/**
 * Builds the functions in groups. Split functions are built separately, as they would share files with each other.
 */
async function buildFunctions(
  outdir: string,
  entries: readonly FunctionEntry[],
  common: Pick<BuildOptions, 'sourcemap' | 'alias' | 'minify'>,
): Promise<Metafile> {
  assertHandlersExist(entries);
  const { split = [], whole = [] } = Object.groupBy(entries, ({ isSplit }) => (isSplit ? 'split' : 'whole'));
  const entryPoints = whole.map(({ file, module, name }) => ({ in: file, out: `${module}/${name}/index` }));
  const metafiles: Metafile[] = [];
  for (let start = 0; start < entryPoints.length; start += functionsPerBuild) {
    const group = entryPoints.slice(start, start + functionsPerBuild);
    metafiles.push(await buildInto(outdir, { ...common, entryPoints: group }));
  }
  for (const { file, module, name } of split) {
    const options = { ...common, entryPoints: [{ in: file, out: 'index' }], splitting: true };
    metafiles.push(await buildInto(join(outdir, module, name), options));
  }
  const inputs = metafiles.map((metafile) => metafile.inputs);
  const outputs = metafiles.map((metafile) => metafile.outputs);
  return { inputs: Object.assign({}, ...inputs), outputs: Object.assign({}, ...outputs) };
}

/**
 * Packages come minified. Rewriting their syntax saves half a percent of their size, and takes esbuild 750 MB for pdf.js
 * instead of 80 MB.
 */
const ofPackages = { minify: false, minifyWhitespace: true, minifyIdentifiers: true } satisfies BuildOptions;

/** Bundles separate files and the separate files that they load. Returns the names of loaded files by file name. */
async function buildSeparateFiles(outdir: string, names: Iterable<string>): Promise<Map<string, string[]>> {
  const built = new Map<string, string[]>();
  for (let missing = new Set(names); missing.size > 0; ) {
    const entryPoints = [...missing].map((name) => ({
      in: separateFiles.get(name) ?? name,
      out: basename(name, '.mjs'),
    }));
    const { outputs } = await buildInto(outdir, { ...ofPackages, entryPoints, sourcemap: false });
    for (const [path, output] of Object.entries(outputs))
      built.set(basename(path), separateFilesOf([output]));
    missing = new Set([...built.values()].flat().filter((name) => !built.has(name)));
  }
  return built;
}

/**
 * Bundles the functions into `<bundleDir>/functions/<module>/<name>/index.mjs`, and source maps, if requested, into
 * `<bundleDir>/maps/`. Unchanged files are not written; files that no function loads any more are removed.
 * Throws esbuild's message if a file does not compile.
 */
export async function bundleFunctions(options: {
  entries: readonly FunctionEntry[];
  bundleDir: string;
  /** Packages with native code; defaults to those for this machine. */
  natives?: NativePackages;
  /** Source maps take a third of the CPU time. */
  withMaps?: boolean;
  /** For a debugger: code is not minified, and source maps are in the bundles. */
  forDebugger?: boolean | undefined;
  /** Packages that are replaced by files; defaults to those of every function. */
  alias?: Record<string, string>;
  /** Set when the entries are only some of the functions: the bundles of the others are kept. */
  keepOthers?: boolean;
}): Promise<BundleResult> {
  const {
    entries,
    natives = hostNatives(),
    withMaps = true,
    forDebugger = false,
    keepOthers = false,
  } = options;
  const { alias = bundleOptions.alias } = options;
  const bundleDir = resolve(options.bundleDir);
  await mkdir(bundleDir, { recursive: true });
  // esbuild writes files twice as fast as it returns them. With a folder for each build, two builds can run at once.
  const fresh = await mkdtemp(join(bundleDir, 'fresh-'));
  try {
    const metafile = await buildFunctions(fresh, entries, {
      sourcemap: forDebugger ? 'inline' : withMaps && bundleOptions.sourcemap,
      minify: !forDebugger,
      alias,
    });
    const outputs = Map.groupBy(Object.keys(metafile.outputs), (path) => resolve(projectRoot, dirname(path)));
    const separateDir = join(fresh, 'separate-files');
    const separate = await buildSeparateFiles(separateDir, separateFilesOf(Object.values(metafile.outputs)));
    const files = new PlacedFiles(bundleDir);
    let changed = 0;
    for (const entry of entries) {
      const functionPath = join(entry.module, entry.name);
      const folder = join('functions', functionPath);
      const built = outputs.get(join(fresh, functionPath)) ?? [];
      // Iterating a set includes elements that the loop adds. Each file is placed before the file that loads it.
      const loaded = new Set(separateFilesOf(built.flatMap((path) => metafile.outputs[path] ?? [])));
      for (const name of loaded) {
        await files.place(join(separateDir, name), join(folder, name));
        for (const further of separate.get(name) ?? []) loaded.add(further);
      }
      if (loaded.has('sharp.mjs')) placeNatives(join(bundleDir, folder), natives);
      if (loaded.has('unpdf.mjs')) placePdfData(join(bundleDir, folder));
      if (loaded.has('sharp.mjs') || loaded.has('unpdf.mjs')) files.keep(join(folder, 'node_modules'));
      const names = built.map((path) => basename(path));
      for (const name of names.filter((file) => file !== 'index.mjs')) {
        // The depth of the folder stays the same, as a source map has relative paths of its sources.
        const to = name.endsWith('.map') ? join('maps', functionPath) : folder;
        await files.place(join(fresh, functionPath, name), join(to, name));
      }
      if (await files.place(join(fresh, functionPath, 'index.mjs'), join(folder, 'index.mjs'))) changed += 1;
    }
    await files.removeOthers(keepOthers ? [] : ['{functions,maps}/*/*']);
    return { functions: entries.length, changed, metafile };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
