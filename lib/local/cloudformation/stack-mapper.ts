/**
 * Maps stack traces of functions to their sources. Bundles are minified and have no source maps, because making them
 * would take a third of the start's time. The map of a function is made when its first stack trace is logged.
 */
import type { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { projectRoot } from '../../aws/assets/kept-folders.ts';

/** Returns the text with mapped stack traces; undefined when it has no stack trace of a function. */
export type StackMapper = (text: string) => Promise<string> | undefined;

const frame =
  /at (?:(async )?([\w$.<>[\] ]+?) \()?(file:\/\/[^\s()"\\]+\/functions\/([\w-]+)\/([\w-]+)\/([\w-]+)\.mjs):(\d+):(\d+)\)?/g;
/** Names shorter than this are minified. */
const minNameLength = 3;

/** Sources in maps are relative to this folder. */
const outdir = join(projectRoot, 'out');

/** Makes a source map. Loaded on demand: the bundler takes longer to load than everything else at a start. */
async function mapAt(
  url: string,
  module: string,
  name: string,
  file: string,
): Promise<SourceMap | undefined> {
  const { mapOfBundle } = await import('./source-maps.ts');
  return mapOfBundle(url, { module, name, file }, outdir);
}

interface Position {
  /** The function that is called at this position. */
  callee: string | undefined;
  text: string;
}

function positionIn(map: SourceMap | undefined, line: number, column: number): Position | undefined {
  const origin = map?.findOrigin(line, column);
  if (origin === undefined || !('fileName' in origin)) return undefined;
  const file = relative(projectRoot, resolve(outdir, origin.fileName));
  return { callee: origin.name, text: `${file}:${origin.lineNumber}:${origin.columnNumber}` };
}

/** Creates a mapper that caches the maps it made. */
export function createStackMapper(): StackMapper {
  const maps = new Map<string, Promise<SourceMap | undefined>>();

  function mapFor(url: string, module: string, name: string, file: string): Promise<SourceMap | undefined> {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const made = mapAt(url, module, name, file).catch(() => undefined);
    maps.set(url, made);
    return made;
  }

  async function replaceFrames(text: string): Promise<string> {
    const frames = [...text.matchAll(frame)];
    const positions = await Promise.all(
      frames.map(async ([, , , url = '', module = '', name = '', file = '', line, column]) =>
        positionIn(await mapFor(url, module, name, file), Number(line), Number(column)),
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
