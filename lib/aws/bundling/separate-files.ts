/** What is stored beside a function's `index.mjs`, and loaded when it is needed instead of at every start. */
import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Larger than the rest of a function. Code of ours that is loaded by `import()` is part of the bundle instead. */
const packages = ['cron-parser', 'liquidjs', 'mammoth', 're2js', 'sharp', 'stripe', 'unpdf'];

const extraction = 'shared/modules/attachments/extraction';
/** Programs of threads, by the source that starts them. */
const threads = new Map([[`${extraction}/document-reader.ts`, `${extraction}/reader-thread.ts`]]);

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

/** The separate files that outputs load themselves. */
export function separateFilesOf(outputs: readonly Metafile['outputs'][string][]): string[] {
  const loaded = outputs.flatMap(({ imports }) => imports.map(({ path }) => basename(path)));
  const sources = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const started = sources.flatMap((source) => threads.get(source) ?? []).map(fileOf);
  return [...new Set([...loaded, ...started])].filter((file) => separateFiles.has(file));
}
