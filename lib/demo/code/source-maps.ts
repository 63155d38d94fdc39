/** Source maps of bundles, made on demand. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { projectRoot } from '../../aws/assets/kept-folders.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';
import { functionEntries } from '../../aws/function-entries.ts';

/** How a file of a function was built. */
function buildOf(url: string): BuildOptions | undefined {
  const [module, name, file = ''] = url.split('/').slice(-3);
  const separate = separateFiles.get(file);
  if (separate !== undefined) return { entryPoints: [{ in: separate, out: file.replace('.mjs', '') }] };
  const entry = functionEntries(endpoints).find((one) => one.module === module && one.name === name);
  return entry && { entryPoints: [{ in: entry.file, out: 'index' }], splitting: entry.isSplit ?? false };
}

/** The code without the names of chunks, which depend on whether there are maps; all are of one length. */
const withoutNames = (code: string): string => code.replaceAll(/\b[A-Z0-9]{8}\.mjs\b/g, '');

/**
 * Makes the source map of a bundled file, with sources relative to the project. Returns undefined when the sources have
 * changed since the bundle was made.
 */
export async function makeSourceMap(url: string): Promise<SourceMap | undefined> {
  const options = buildOf(url);
  if (options === undefined) return undefined;
  const { outputFiles } = await build({
    ...bundleOptions,
    ...options,
    // Nothing is written: sources in maps are relative to this folder.
    outdir: projectRoot,
    write: false,
    logLevel: 'silent',
  });
  const code = withoutNames(await readFile(fileURLToPath(url), 'utf8'));
  const built = outputFiles.find(({ path, text }) => path.endsWith('.mjs') && withoutNames(text) === code);
  const map = outputFiles.find(({ path }) => path === `${built?.path}.map`);
  return map && new SourceMap(JSON.parse(map.text));
}
