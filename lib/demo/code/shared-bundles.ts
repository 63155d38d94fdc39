/**
 * Bundles for tests: functions whose common code is in shared files. Bundling takes a tenth of the CPU of the deployed
 * form, where each function holds all its code; a cold start takes 50 % longer.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { hostNatives, placeNatives } from '../../aws/assets/native-packages.ts';
import { placePdfData } from '../../aws/assets/package-data.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';
import { assertHandlersExist, type FunctionEntry, functionBundleDir } from '../../aws/function-entries.ts';
import { sharedCode } from './local-bundles.ts';

/**
 * Bundles the functions into one folder of files that import each other. Each function gets an `index.mjs` where
 * `bundleFunctions` would write it. Throws esbuild's message when a file does not compile.
 */
export async function bundleWithSharedCode(entries: readonly FunctionEntry[], bundleDir: string) {
  assertHandlersExist(entries);
  const outdir = join(bundleDir, sharedCode);
  const name = (entry: FunctionEntry) => `${entry.module}.${entry.name}`;
  await build({
    ...bundleOptions,
    sourcemap: false,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    entryPoints: [
      ...entries.map((entry) => ({ in: entry.file, out: name(entry) })),
      // The file is in the same folder, as in the folder of a function.
      ...[...separateFiles].map(([file, entry]) => ({ in: entry, out: file.replace('.mjs', '') })),
    ],
    outdir,
  });
  placeNatives(outdir, hostNatives());
  placePdfData(outdir);
  for (const entry of entries) {
    const index = join(functionBundleDir(bundleDir, entry), 'index.mjs');
    await mkdir(dirname(index), { recursive: true });
    await writeFile(index, `export * from '../../../${sharedCode}/${name(entry)}.mjs';\n`);
  }
}
