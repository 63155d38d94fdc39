/** Bundles each function by itself into a small ES module, the same in AWS and locally. */
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { FunctionEntry } from './function-entries.ts';
import { gzipAssets } from './gzip-assets.ts';
import { projectRoot } from './kept-folders.ts';
import { hostNatives, type NativePackages, nativeSpecifiers, placeNatives } from './native-packages.ts';
import { separateFiles, separateFilesOf, separatePackages } from './separate-files.ts';

/** How every function is bundled; callers add entry points and where the output goes. */
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
  // esbuild prefers CommonJS for Node; the SDK's ES modules can be tree-shaken and need a third less.
  mainFields: ['module', 'main'],
  // undici checks this name to leave out its second, experimental HTTP parser: 166 kB that nothing would use.
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
  plugins: [gzipAssets, separatePackages],
} satisfies BuildOptions;

export interface BundleResult {
  /** How many bundles there are. */
  functions: number;
  /** How many of them differ from what was there before. */
  changed: number;
  /** What each bundle is made of; outputs by their paths within the bundle folder, `<module>/<name>/index.mjs`. */
  metafile: Metafile;
}

/** Builds below a folder. Returns what the outputs are made of, by their paths within the folder. */
async function buildBelow(root: string, options: BuildOptions & { outdir: string }): Promise<Metafile> {
  const { metafile } = await build({ ...bundleOptions, ...options, metafile: true });
  const within = (path: string) => relative(root, resolve(projectRoot, path));
  const outputs = Object.entries(metafile.outputs).map(([path, { imports, ...output }]) => {
    const placed = imports.map((one) =>
      one.path in metafile.outputs ? { ...one, path: within(one.path) } : one,
    );
    return [within(path), { ...output, imports: placed }] as const;
  });
  return { inputs: metafile.inputs, outputs: Object.fromEntries(outputs) };
}

/** Builds the functions in one go, and each split one by itself: it would share files with others. */
async function buildFunctions(
  root: string,
  entries: readonly FunctionEntry[],
  sourcemap: BuildOptions['sourcemap'],
): Promise<Metafile> {
  const split = entries.filter(({ isSplit }) => isSplit).map((entry) => [entry]);
  const built: Metafile[] = [];
  for (const group of [entries.filter(({ isSplit }) => !isSplit), ...split]) {
    const [first] = group;
    if (first === undefined) continue;
    const splitting = first.isSplit ?? false;
    const entryPoints = group.map(({ file, module, name }) => ({ in: file, out: `${module}/${name}/index` }));
    const chunkNames = `${first.module}/${first.name}/[hash]`;
    built.push(await buildBelow(root, { entryPoints, outdir: root, sourcemap, splitting, chunkNames }));
  }
  return {
    inputs: Object.fromEntries(built.flatMap(({ inputs }) => Object.entries(inputs))),
    outputs: Object.fromEntries(built.flatMap(({ outputs }) => Object.entries(outputs))),
  };
}

/** Bundles separate files, and those that they load. Returns what each of them loads, by its name. */
async function buildSeparateFiles(outdir: string, names: Iterable<string>): Promise<Map<string, string[]>> {
  const built = new Map<string, string[]>();
  for (let missing = new Set(names); missing.size > 0; ) {
    const entryPoints = [...missing].map((name) => ({
      in: separateFiles.get(name) ?? name,
      out: basename(name, '.mjs'),
    }));
    const { outputs } = await buildBelow(outdir, { entryPoints, outdir, sourcemap: false });
    for (const [name, output] of Object.entries(outputs)) built.set(name, separateFilesOf(output));
    missing = new Set([...built.values()].flat().filter((name) => !built.has(name)));
  }
  return built;
}

/**
 * Bundles the functions into `<bundleDir>/functions/<module>/<name>/index.mjs`, and the source maps, if they are wanted,
 * into `<bundleDir>/maps/`. A file that did not change is not touched; files that no function loads any more are removed.
 * Throws esbuild's message when a file does not compile.
 */
export async function bundleFunctions(options: {
  entries: readonly FunctionEntry[];
  bundleDir: string;
  /** Packages with machine code; defaults to those of this machine. */
  natives?: NativePackages;
  /** Source maps take a third of the CPU. */
  withMaps?: boolean;
  /** The entries are a part of all functions: bundles of others stay. */
  keepOthers?: boolean;
}): Promise<BundleResult> {
  const { entries, natives = hostNatives(), withMaps = true, keepOthers = false } = options;
  const bundleDir = resolve(options.bundleDir);
  await mkdir(bundleDir, { recursive: true });
  // esbuild writes files twice as fast as it hands them over; a fresh folder lets two builds run at once.
  const fresh = await mkdtemp(join(bundleDir, 'fresh-'));
  try {
    const metafile = await buildFunctions(fresh, entries, withMaps && bundleOptions.sourcemap);
    const outputs = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
    const separateDir = 'separate-files';
    const separate = await buildSeparateFiles(
      join(fresh, separateDir),
      outputs.flatMap(([, output]) => separateFilesOf(output)),
    );
    const wanted = new Set<string>();
    const place = (from: string, to: string): Promise<boolean> => {
      wanted.add(to);
      return replaceIfChanged(join(fresh, from), join(bundleDir, to));
    };
    let changed = 0;
    for (const entry of entries) {
      const own = join(entry.module, entry.name);
      const folder = join('functions', own);
      const built = outputs.filter(([path]) => dirname(path) === own);
      // Set iteration reaches what is added meanwhile. All are placed before the file that loads them.
      const loaded = new Set(built.flatMap(([, output]) => separateFilesOf(output)));
      for (const name of loaded) {
        await place(join(separateDir, name), join(folder, name));
        for (const further of separate.get(name) ?? []) loaded.add(further);
      }
      if (loaded.has('sharp.mjs')) placeNatives(join(bundleDir, folder), natives);
      if (loaded.has('sharp.mjs')) wanted.add(join(folder, 'node_modules'));
      const chunks = built.map(([path]) => basename(path)).filter((name) => name !== 'index.mjs');
      for (const name of chunks) await place(join(own, name), join(folder, name));
      if (await place(join(own, 'index.mjs'), join(folder, 'index.mjs'))) changed += 1;
      // As deep as before: a map names its sources relative to itself.
      const maps = withMaps ? ['index.mjs', ...chunks].map((name) => join(own, `${name}.map`)) : [];
      for (const map of maps) await place(map, join('maps', map));
    }
    await removeStale(bundleDir, wanted, keepOthers);
    return { functions: entries.length, changed, metafile };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Puts another file in its place instead of other bytes into the same file: that may have a second name elsewhere. */
async function replace(from: string, to: string): Promise<void> {
  const copy = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, copy);
  await rename(copy, to);
}

/** Returns false when the bytes are those that are there, and leaves the file alone. */
export async function replaceIfChanged(from: string, to: string): Promise<boolean> {
  const existing = await readFile(to).catch(() => undefined);
  if (existing?.equals(await readFile(from))) return false;
  await replace(from, to);
  return true;
}

/** Removes what is not wanted: files from the folders of wanted ones, and all other folders unless they are kept. */
async function removeStale(
  bundleDir: string,
  wanted: ReadonlySet<string>,
  keepOthers: boolean,
): Promise<void> {
  const cwd = bundleDir;
  const folders = new Set([...wanted].map(dirname));
  const others = keepOthers ? [] : globSync('{functions,maps}/*/*', { cwd });
  const files = [...folders].flatMap((folder) => globSync(join(folder, '*'), { cwd }));
  const stale = [...others.filter((one) => !folders.has(one)), ...files.filter((one) => !wanted.has(one))];
  for (const path of stale) await rm(join(cwd, path), { recursive: true, force: true });
}
