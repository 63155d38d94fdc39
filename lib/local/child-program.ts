/** Programs of the runtime that need much memory for a short time: each runs in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Runs a TypeScript program with `input` as JSON on its standard input. Returns what it writes to standard output. Throws with
 * what it writes to standard error when it fails.
 */
export async function runChildProgram(program: URL, input: unknown): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // What this process preloads, such as a debugger, is not for that one.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.stdin.end(JSON.stringify(input));
  const ended = once(child, 'close');
  const [output, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(problem || `${program.pathname} ended with exit code ${code}.`);
  return output;
}

/** Is the child program: reads its input, and writes what `run` returns. */
export async function asChildProgram(run: (input: never) => unknown): Promise<void> {
  try {
    const output = await run(JSON.parse(await text(process.stdin)) as never);
    if (output !== undefined) process.stdout.write(JSON.stringify(output));
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
