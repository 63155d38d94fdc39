/** Source maps of bundles, made on demand. */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { projectRoot } from '../../aws/assets/kept-folders.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';
import { functionEntries } from '../../aws/function-entries.ts';

/** Returns the position in the sources of a position in a bundle, and the function that is called there. */
export type PositionFinder = (
  line: number,
  column: number,
) => { text: string; callee: string | undefined } | undefined;

/** Sources in maps are relative to this folder. */
const outdir = join(projectRoot, 'out');

/** How the file of a function was built. */
function buildOf(module: string, name: string, file: string): BuildOptions | undefined {
  const separate = separateFiles.get(`${file}.mjs`);
  if (separate !== undefined) return { entryPoints: [{ in: separate, out: file }] };
  const entry = functionEntries(endpoints).find((one) => one.module === module && one.name === name);
  return entry && { entryPoints: [{ in: entry.file, out: 'index' }], splitting: entry.isSplit ?? false };
}

/** The code without the names of chunks, which depend on whether there are maps; all are of one length. */
const withoutNames = (code: string): string => code.replaceAll(/\b[A-Z0-9]{8}\.mjs\b/g, '');

/** Makes the source map of a bundle. Returns undefined when the sources have changed since the bundle was made. */
export async function findPositions(
  url: string,
  { module, name, file }: Record<'module' | 'name' | 'file', string>,
): Promise<PositionFinder | undefined> {
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
  const found = outputFiles.find(({ path }) => path === `${built?.path}.map`);
  if (found === undefined) return undefined;
  const map = new SourceMap(JSON.parse(found.text));
  return (line, column) => {
    const origin = map.findOrigin(line, column);
    if (!('fileName' in origin)) return undefined;
    const source = relative(projectRoot, resolve(outdir, origin.fileName));
    return { text: `${source}:${origin.lineNumber}:${origin.columnNumber}`, callee: origin.name };
  };
}
