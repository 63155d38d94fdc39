/** Files that are stored beside a function's `index.mjs` and loaded on demand instead of at every start. */
import { basename, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { projectRoot } from '../assets/kept-folders.ts';

/** Packages that are larger than the rest of a function. */
const packages = ['liquidjs', 're2js', 'sharp', 'stripe', 'unpdf'];
/**
 * Our own code with large packages; other code behind `import()` is part of the bundle. Such a file has its own copies of
 * what it imports: of its errors, callers see names instead of classes.
 */
const ownFiles = ['shared/kernel/expressions/expression.ts', 'shared/modules/identity/factors/webauthn.ts'];
const ownPaths: ReadonlySet<string> = new Set(ownFiles.map((file) => join(projectRoot, file)));

const extraction = 'shared/modules/attachments/extraction';
/** Programs of worker threads by the source file that starts them. */
const threads = new Map([[`${extraction}/document-reader.ts`, `${extraction}/reader-thread.ts`]]);

const fileOf = (entryPoint: string): string => `${basename(entryPoint, '.ts')}.mjs`;

/** Entry points by file name. */
export const separateFiles: ReadonlyMap<string, string> = new Map(
  [...packages, ...ownFiles, ...threads.values()].map((entryPoint) => [fileOf(entryPoint), entryPoint]),
);

/** Excludes the packages from bundles. Refuses static imports, which would load a package at every start. */
export const separatePackages: Plugin = {
  name: 'separate-packages',
  setup(build) {
    build.onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' && ownPaths.has(resolve(resolveDir, path))
        ? { path: `./${fileOf(path)}`, external: true }
        : undefined,
    );
    build.onResolve({ filter: new RegExp(`^(?:${packages.join('|')})$`) }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return undefined;
      if (kind === 'dynamic-import') return { path: `./${fileOf(path)}`, external: true };
      return {
        errors: [{ text: `${importer} must load ${path} by import(), as it is stored in a separate file.` }],
      };
    });
  },
};

/** Returns the separate files that these outputs load directly. */
export function separateFilesOf(outputs: readonly Metafile['outputs'][string][]): string[] {
  const loaded = outputs.flatMap(({ imports }) => imports.map(({ path }) => basename(path)));
  const sources = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const started = sources.flatMap((source) => threads.get(source) ?? []).map(fileOf);
  return [...new Set([...loaded, ...started])].filter((file) => separateFiles.has(file));
}
