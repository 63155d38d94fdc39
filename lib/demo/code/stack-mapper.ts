/**
 * Maps stack traces of functions to their sources. Bundles are minified and have no source maps, because making them
 * would take a third of the start's time. The map of a function is made when its first stack trace is logged.
 */

import { cached } from '../../../shared/kernel/base/cached.ts';
import type { StackMapper } from '../../local/lambda/logs.ts';

const frame =
  /at (?:(async )?([\w$.<>[\] ]+?) \()?(file:\/\/[^\s()"\\]+\/functions(?:\/[\w-]+){3}\.mjs):(\d+):(\d+)\)?/g;
/** Names shorter than this are minified. */
const minNameLength = 3;
const maxMaps = 500;

/** Creates a mapper that caches the maps it made. */
export function createStackMapper(): StackMapper {
  const mapOf = cached(maxMaps, async (url) => {
    try {
      // Loaded on demand: the bundler takes longer to load than everything else at a start.
      const { makeSourceMap } = await import('./source-maps.ts');
      return await makeSourceMap(url);
    } catch {
      return undefined;
    }
  });

  async function originOf([, , , url = '', line, column]: RegExpExecArray) {
    const origin = (await mapOf(url))?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? origin : undefined;
  }

  async function replaceFrames(text: string): Promise<string> {
    const frames = [...text.matchAll(frame)];
    const origins = await Promise.all(frames.map(originOf));
    const mapped = frames.map(([original, isAsync = '', name], index) => {
      const origin = origins[index];
      if (origin === undefined) return original;
      const position = `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
      const isMinified = name !== undefined && name.length < minNameLength;
      const shown = isMinified ? origins[index + 1]?.name : name;
      return shown === undefined ? `at ${position}` : `at ${isAsync}${shown} (${position})`;
    });
    return text.replaceAll(frame, (original) => mapped.shift() ?? original);
  }

  return (text) => (text.search(frame) === -1 ? undefined : replaceFrames(text));
}
