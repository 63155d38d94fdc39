/** Writes CONFORMANCE.md (`--write`), or fails when it is out of date (`--check`). `npm run openapi` writes it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformancePage } from '../test/conformance/support/page.ts';

const file = join(import.meta.dirname, '../CONFORMANCE.md');
const wanted = conformancePage();
if (existsSync(file) && readFileSync(file, 'utf8') === wanted) {
  console.log('CONFORMANCE.md is current');
} else if (process.argv.includes('--write')) {
  writeFileSync(file, wanted);
  console.log('CONFORMANCE.md written');
} else {
  console.error('CONFORMANCE.md is out of date: run "npm run openapi" and commit the file.');
  process.exitCode = 1;
}
