/** The text of PDFs by `pdftotext`, of the package `poppler-utils`. */
import { spawnSync } from 'node:child_process';

/** Returns the version of the installed program; undefined without it. */
export function pdftotextVersion(): string | undefined {
  return /version (\S+)/.exec(spawnSync('pdftotext', ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1];
}

/** Returns an empty text for a file that the program cannot read. */
export function pdftotext(bytes: Buffer): string {
  const options = { input: bytes, encoding: 'utf8', maxBuffer: 64 * 1_048_576, timeout: 60_000 } as const;
  const { stdout } = spawnSync('pdftotext', ['-q', '-enc', 'UTF-8', '-', '-'], options);
  return stdout ?? '';
}
