/** Source maps of bundles, made on demand. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';
import { functionEntries } from '../../aws/function-entries.ts';

/** How the file of a function was built. */
function buildOf(module: string, name: string, file: string): BuildOptions | undefined {
  const separate = separateFiles.get(`${file}.mjs`);
  if (separate !== undefined) return { entryPoints: [{ in: separate, out: file }] };
  const entry = functionEntries(endpoints).find((one) => one.module === module && one.name === name);
  if (entry === undefined) return undefined;
  return {
    entryPoints: [{ in: entry.file, out: 'index' }],
    splitting: entry.isSplit ?? false,
  };
}

/** The code without the names of chunks, which depend on whether there are maps; all are of one length. */
const withoutNames = (code: string | undefined): string | undefined =>
  code?.replaceAll(/\b[A-Z0-9]{8}\.mjs\b/g, '');

/** Returns the source map of a bundle; undefined when the sources have changed since it was made. */
export async function mapOfBundle(
  url: string,
  { module, name, file }: Record<'module' | 'name' | 'file', string>,
  /** The map's sources are relative to this folder. */
  outdir: string,
): Promise<SourceMap | undefined> {
  const options = buildOf(module, name, file);
  if (options === undefined) return undefined;
  const { outputFiles } = await build({
    ...bundleOptions,
    ...options,
    outdir,
    write: false,
    logLevel: 'silent',
  });
  const code = withoutNames(await readFile(fileURLToPath(url), 'utf8'));
  const built = outputFiles.find(({ path, text }) => path.endsWith('.mjs') && withoutNames(text) === code);
  const map = outputFiles.find(({ path }) => path === `${built?.path}.map`);
  return map && new SourceMap(JSON.parse(map.text));
}
