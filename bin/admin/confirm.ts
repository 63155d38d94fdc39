/** Asks before what cannot be undone. */
import { createInterface } from 'node:readline/promises';

/** Whether the text was typed. At the end of the input it was not. */
export async function isTyped(text: string, question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(question), ended])).trim() === text;
  } finally {
    lines.close();
  }
}
