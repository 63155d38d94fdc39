/**
 * Maps stack traces of functions to their sources. Bundles are minified and have no source maps, because making them
 * would take a third of the start's time. The map of a function is made when its first stack trace is logged.
 */
import type { PositionFinder } from './source-maps.ts';

/** Returns the text with mapped stack traces; undefined when it has no stack trace of a function. */
export type StackMapper = (text: string) => Promise<string> | undefined;

const frame =
  /at (?:(async )?([\w$.<>[\] ]+?) \()?(file:\/\/[^\s()"\\]+\/functions\/([\w-]+)\/([\w-]+)\/([\w-]+)\.mjs):(\d+):(\d+)\)?/g;
/** Names shorter than this are minified. */
const minNameLength = 3;

/** Creates a mapper that caches the maps it made. */
export function createStackMapper(): StackMapper {
  const finders = new Map<string, Promise<PositionFinder | undefined>>();

  function finderFor([, , , url = '', module = '', name = '', file = '']: RegExpExecArray) {
    const known = finders.get(url);
    if (known !== undefined) return known;
    // Loaded on demand: the bundler takes longer to load than everything else at a start.
    const made = import('./source-maps.ts')
      .then(({ findPositions }) => findPositions(url, { module, name, file }))
      .catch(() => undefined);
    finders.set(url, made);
    return made;
  }

  async function replaceFrames(text: string): Promise<string> {
    const frames = [...text.matchAll(frame)];
    const positions = await Promise.all(
      frames.map(async (found) => (await finderFor(found))?.(Number(found[7]), Number(found[8]))),
    );
    const mapped = frames.map(([original, isAsync = '', name], index) => {
      const position = positions[index];
      if (position === undefined) return original;
      const isMinified = name !== undefined && name.length < minNameLength;
      const shown = isMinified ? positions[index + 1]?.callee : name;
      return shown === undefined ? `at ${position.text}` : `at ${isAsync}${shown} (${position.text})`;
    });
    return text.replaceAll(frame, (original) => mapped.shift() ?? original);
  }

  return (text) => (text.search(frame) === -1 ? undefined : replaceFrames(text));
}
