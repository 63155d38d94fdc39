/** Source maps of bundles, made when they are needed. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { functionEntries } from '../../aws/bundling/function-entries.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';

function sourceOf(module: string, name: string, file: string): string | undefined {
  if (file !== 'index') return separateFiles.get(`${file}.mjs`);
  return functionEntries(endpoints).find((entry) => entry.module === module && entry.name === name)?.file;
}

/** The source map of a bundle; undefined when the sources are not those that it was made of any more. */
export async function mapOfBundle(
  url: string,
  { module, name, file }: Record<'module' | 'name' | 'file', string>,
  /** Sources are named relative to it. */
  outdir: string,
): Promise<SourceMap | undefined> {
  const source = sourceOf(module, name, file);
  if (source === undefined) return undefined;
  const { outputFiles } = await build({
    ...bundleOptions,
    plugins: [...bundleOptions.plugins],
    mainFields: [...bundleOptions.mainFields],
    entryPoints: [{ in: source, out: 'index' }],
    outdir,
    write: false,
    logLevel: 'silent',
  });
  const [map, code] = ['.map', '.mjs'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text);
  if (map === undefined || code !== (await readFile(fileURLToPath(url), 'utf8'))) return undefined;
  return new SourceMap(JSON.parse(map));
}
