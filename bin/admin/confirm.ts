/** Asks for confirmation before an irreversible change. */
import { createInterface } from 'node:readline/promises';
import { UsageError, type Values } from './flags.ts';

/** Returns the typed text without surrounding spaces; empty at the end of the input. */
export async function promptText(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** Throws UsageError unless the text is typed or `--yes` was given. The end of the input counts as not typed. */
export async function confirmed(values: Values, text: string, consequence: string): Promise<void> {
  if (values.has('yes')) return;
  if ((await promptText(`${consequence} Type ${text} to continue: `)) === text) return;
  throw new UsageError(`Nothing was done: ${text} was not typed.`);
}
