/** The files whose functions a piece of work executes, from V8's coverage of this process. */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = join(import.meta.dirname, '../../..');

/** What the test runner makes of each export, also of what a file only passes on, for those that import it. */
const exportedValue = /^\(\) => \{\s*try \{\s*return [\w$.]+;?\s*\} catch \{\s*\}\s*\}$/;

/** The path from the root of the project; for Node's own scripts and others, V8's name. */
function pathOf(url: string): string {
  return relative(projectRoot, url.startsWith('file:') ? fileURLToPath(url) : url);
}

/**
 * Runs the work and returns the paths of the files of which it executed a function, sorted. Code that runs while a
 * file is loaded does not count, so the work runs twice: the first run loads files, the second one is counted.
 * `prepare` is not counted.
 */
export async function executedFiles<Input>(
  prepare: () => Promise<Input>,
  work: (input: Input) => Promise<unknown>,
): Promise<string[]> {
  await work(await prepare());
  const input = await prepare();
  const session = new Session();
  session.connect();
  const isExecuted = async ({ scriptId, functions }: Profiler.ScriptCoverage): Promise<boolean> => {
    const executed = functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [range] : []));
    if (executed.length === 0) return false;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    return executed.some(
      ({ startOffset, endOffset }) => !exportedValue.test(scriptSource.substring(startOffset, endOffset)),
    );
  };
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work(input);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const paths = new Set<string>();
    for (const script of result) if (await isExecuted(script)) paths.add(pathOf(script.url));
    return [...paths].toSorted();
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
