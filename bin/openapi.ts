/**
 * Keeps the committed OpenAPI document equal to the endpoint table. `npm run openapi` writes it;
 * `npm run openapi:check` only compares, and fails when it is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endpoints } from '../shared/endpoints.ts';
import { buildOpenApi, formatOpenApi } from '../shared/openapi/document.ts';
import { version } from '../shared/version.ts';

const committed = fileURLToPath(new URL('../shared/openapi/openapi.json', import.meta.url));
const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    file: { type: 'string', default: committed },
  },
});
const { file } = values;
if (values.write === values.check) {
  console.error('Usage: bin/openapi.ts --write | --check [--file <path>]');
  process.exit(2);
}

const name = relative(process.cwd(), file);
const wanted = formatOpenApi(buildOpenApi(endpoints, { version }));
const current = readOrEmpty(file);

if (current === wanted) {
  console.log(`${name} is current: ${endpoints.length} operations`);
} else if (values.write) {
  writeFileSync(file, wanted);
  console.log(`${name} written: ${endpoints.length} operations`);
} else {
  console.error(`${name} is out of date: run "npm run openapi" and commit the file.`);
  process.exitCode = 1;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
