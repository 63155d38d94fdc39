/** Bundles each function by itself into a small ES module, the same in AWS and locally. */
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { type FunctionEntry, functionBundleDir } from './function-entries.ts';
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
} as const satisfies BuildOptions;

export interface BundleResult {
  /** How many bundles there are. */
  functions: number;
  /** How many of them differ from what was there before. */
  changed: number;
  /** What each bundle is made of; outputs by their paths within the bundle folder, `<module>/<name>/index.mjs`. */
  metafile: Metafile;
}

interface EntryPoint {
  in: string;
  out: string;
}

/** Bundles into a folder. Returns what the outputs are made of, by their paths within the folder. */
async function buildInto(outdir: string, entryPoints: EntryPoint[], withMaps: boolean): Promise<Metafile> {
  const { metafile } = await build({
    ...bundleOptions,
    sourcemap: withMaps ? bundleOptions.sourcemap : false,
    plugins: [...bundleOptions.plugins],
    mainFields: [...bundleOptions.mainFields],
    entryPoints,
    outdir,
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs);
  return {
    inputs: metafile.inputs,
    outputs: Object.fromEntries(
      outputs.map(([path, output]) => [relative(outdir, resolve(projectRoot, path)), output]),
    ),
  };
}

/** Bundles separate files, and those that they load. Returns what each of them loads, by its name. */
async function buildSeparateFiles(outdir: string, names: Iterable<string>): Promise<Map<string, string[]>> {
  const built = new Map<string, string[]>();
  for (let missing = new Set(names); missing.size > 0; ) {
    const entryPoints = [...missing].map((name) => ({
      in: separateFiles.get(name) ?? name,
      out: name.replace('.mjs', ''),
    }));
    const { outputs } = await buildInto(outdir, entryPoints, false);
    for (const [name, output] of Object.entries(outputs)) built.set(name, separateFilesOf(output));
    missing = new Set([...built.values()].flat().filter((name) => !built.has(name)));
  }
  return built;
}

/**
 * Bundles the functions into `<bundleDir>/functions/<module>/<name>/index.mjs`, and the source maps, if they are wanted,
 * into `<bundleDir>/maps/`. A bundle that did not change is not touched, and bundles of functions that no longer exist
 * are removed. Throws esbuild's message when a file does not compile.
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
    const entryPoints = entries.map(({ file, module, name }) => ({
      in: file,
      out: `${module}/${name}/index`,
    }));
    const metafile = await buildInto(fresh, entryPoints, withMaps);
    const loaded = new Map(
      Object.entries(metafile.outputs).map(([path, output]) => [path, separateFilesOf(output)]),
    );
    const separateDir = join(fresh, 'separate-files');
    const separate = await buildSeparateFiles(separateDir, [...loaded.values()].flat());
    let changed = 0;
    for (const entry of entries) {
      const output = join(entry.module, entry.name, 'index.mjs');
      const folder = functionBundleDir(bundleDir, entry);
      // Set iteration reaches what is added meanwhile. They are placed before the function that loads them.
      const names = new Set(loaded.get(output));
      for (const name of names) {
        await replace(join(separateDir, name), join(folder, name));
        if (name === 'sharp.mjs') placeNatives(folder, natives);
        for (const further of separate.get(name) ?? []) names.add(further);
      }
      if (await replaceIfChanged(join(fresh, output), join(folder, 'index.mjs'))) changed += 1;
      // As deep as before: the map names its sources relative to itself.
      if (withMaps) await replace(join(fresh, `${output}.map`), join(bundleDir, 'maps', `${output}.map`));
    }
    // Older ones would be of other code.
    if (!withMaps) await rm(join(bundleDir, 'maps'), { recursive: true, force: true });
    if (!keepOthers) await removeStale(bundleDir, entries);
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

async function removeStale(bundleDir: string, entries: readonly FunctionEntry[]): Promise<void> {
  const wanted = new Set(entries.map(({ module, name }) => join(module, name)));
  for (const kind of ['functions', 'maps']) {
    const cwd = join(bundleDir, kind);
    const stale = globSync('*/*', { cwd }).filter((folder) => !wanted.has(folder));
    for (const folder of stale) await rm(join(cwd, folder), { recursive: true });
  }
}
