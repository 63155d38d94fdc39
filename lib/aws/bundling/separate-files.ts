/** What is stored beside a function's `index.mjs`, and loaded when it is needed instead of at every start. */
import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Larger than the rest of a function. Code of ours that is loaded by `import()` is part of the bundle instead. */
const packages = ['cron-parser', 'liquidjs', 'mammoth', 're2js', 'sharp', 'stripe', 'unpdf'];

/** Programs of threads, by the source that starts them. */
const threads: ReadonlyMap<string, string> = new Map([
  [
    'shared/modules/attachments/extraction/document-reader.ts',
    'shared/modules/attachments/extraction/reader-thread.ts',
  ],
]);

const fileOf = (entryPoint: string): string => `${basename(entryPoint, '.ts')}.mjs`;

/** By file name: what it is bundled from. */
export const separateFiles: ReadonlyMap<string, string> = new Map(
  [...packages, ...threads.values()].map((entryPoint) => [fileOf(entryPoint), entryPoint]),
);

/** Leaves the packages to be loaded at run time, and refuses to have one loaded at every start. */
export const separatePackages: Plugin = {
  name: 'separate-packages',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${packages.join('|')})$`) }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return undefined;
      if (kind === 'dynamic-import') return { path: `./${fileOf(path)}`, external: true };
      return { errors: [{ text: `${importer} must load ${path} by import(): it is a file of its own.` }] };
    });
  },
};

/** The separate files that an output loads itself. */
export function separateFilesOf({ imports, inputs }: Metafile['outputs'][string]): string[] {
  const loaded = imports.map(({ path }) => basename(path)).filter((file) => separateFiles.has(file));
  const started = Object.keys(inputs).flatMap((source) => threads.get(source) ?? []);
  return [...new Set([...loaded, ...started.map(fileOf)])];
}
