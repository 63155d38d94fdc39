/** Asks before what cannot be undone. */
import { createInterface } from 'node:readline/promises';

/** What was typed, without spaces around it. At the end of the input it is empty. */
export async function typedAnswer(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** Whether the text was typed. At the end of the input it was not. */
export async function isTyped(text: string, question: string): Promise<boolean> {
  return (await typedAnswer(question)) === text;
}
