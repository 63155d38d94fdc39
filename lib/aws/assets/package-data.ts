/** Data files of a package, which a function reads while it runs: they are stored in a `node_modules` folder beside it. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './kept-folders.ts';

/** The character maps and fonts that PDFs may name instead of containing them, of the version of pdf.js inside `unpdf`. */
export const pdfDataPackage = 'pdfjs-dist';
const parts = ['package.json', 'cmaps', 'standard_fonts'];

/** Stores the data beside a function that reads PDFs. */
export function placePdfData(functionDir: string): void {
  const from = join(projectRoot, 'node_modules', pdfDataPackage);
  const to = join(functionDir, 'node_modules', pdfDataPackage);
  rmSync(to, { recursive: true, force: true });
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true });
}
