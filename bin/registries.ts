/**
 * Generates the registries of the catalog from the list of modules. `npm run openapi` writes them; `npm run
 * openapi:check` compares them, and fails when one is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { currentRegistries } from '../lib/lint/registries.ts';
import { modules } from '../shared/catalog/modules.ts';

const isWriting = process.argv.includes('--write');
for (const [path, wanted] of await currentRegistries(modules)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
  if (isWriting) {
    writeFileSync(path, wanted);
    console.log(`${path} written`);
  } else {
    console.error(`${path} is out of date: run "npm run openapi" and commit the file.`);
    process.exitCode = 1;
  }
}
