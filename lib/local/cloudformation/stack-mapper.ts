/**
 * Shows stack traces of functions in their sources. Bundles are minified and made without source maps, which would take
 * a third of the time of a start: the map of a function is made when its first stack trace is logged.
 */
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleOptions } from '../../aws/bundling/bundle.ts';
import { functionEntries } from '../../aws/bundling/function-entries.ts';
import { separateFiles } from '../../aws/bundling/separate-files.ts';

/** Text with stack traces in it as its readers want it; undefined when it has none of functions. */
export type StackMapper = (text: string) => Promise<string> | undefined;

const frame =
  /at (?:(async )?([\w$.<>[\] ]+?) \()?(file:\/\/[^\s()"\\]+\/functions\/([\w-]+)\/([\w-]+)\/([\w-]+)\.mjs):(\d+):(\d+)\)?/g;
/** Minified names are shorter. */
const minNameLength = 3;

const { absWorkingDir: projectRoot } = bundleOptions;
const outdir = join(projectRoot, 'out');

function sourceOf(module: string, name: string, file: string): string | undefined {
  if (file !== 'index') return separateFiles.get(`${file}.mjs`);
  return functionEntries(endpoints).find((entry) => entry.module === module && entry.name === name)?.file;
}

/** The source map of a bundle; undefined when the sources are not those that it was made of any more. */
async function mapOf(url: string, source: string | undefined): Promise<SourceMap | undefined> {
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

interface Position {
  /** The function that is called there. */
  callee: string | undefined;
  text: string;
}

function positionIn(map: SourceMap | undefined, line: number, column: number): Position | undefined {
  const origin = map?.findOrigin(line, column);
  if (origin === undefined || !('fileName' in origin)) return undefined;
  const file = relative(projectRoot, resolve(outdir, origin.fileName));
  return { callee: origin.name, text: `${file}:${origin.lineNumber}:${origin.columnNumber}` };
}

/** Makes a mapper, which keeps each map that it has made. */
export function createStackMapper(): StackMapper {
  const maps = new Map<string, Promise<SourceMap | undefined>>();

  function mapAt(url: string, module: string, name: string, file: string): Promise<SourceMap | undefined> {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const made = mapOf(url, sourceOf(module, name, file)).catch(() => undefined);
    maps.set(url, made);
    return made;
  }

  async function replaceFrames(text: string): Promise<string> {
    const frames = [...text.matchAll(frame)];
    const positions = await Promise.all(
      frames.map(async ([, , , url = '', module = '', name = '', file = '', line, column]) =>
        positionIn(await mapAt(url, module, name, file), Number(line), Number(column)),
      ),
    );
    let index = 0;
    return text.replaceAll(frame, (original, isAsync: string | undefined, name: string | undefined) => {
      const [position, caller] = [positions[index], positions[index + 1]];
      index += 1;
      if (position === undefined) return original;
      const shown = name !== undefined && name.length < minNameLength ? caller?.callee : name;
      return shown === undefined ? `at ${position.text}` : `at ${isAsync ?? ''}${shown} (${position.text})`;
    });
  }

  return (text) => (text.search(frame) === -1 ? undefined : replaceFrames(text));
}
