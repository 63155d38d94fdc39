/** Runs memory-hungry parts of the runtime in child processes, so that the memory is free again when they end. */
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
    // Preload options of this process, such as a debugger's, must not reach the child.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.stdin.end(JSON.stringify(input));
  const ended = once(child, 'close');
  const [output, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(problem || `${program.pathname} ended with exit code ${code}.`);
  return output;
}

/** Runs `run` as a child program: reads its input from standard input and writes its result to standard output. */
export async function asChildProgram(run: (input: never) => unknown): Promise<void> {
  try {
    const output = await run(JSON.parse(await text(process.stdin)) as never);
    if (output !== undefined) process.stdout.write(JSON.stringify(output));
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
