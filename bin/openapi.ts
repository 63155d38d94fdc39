/**
 * Keeps the committed OpenAPI document and the README's table equal to the endpoint table. `npm run openapi` writes it;
 * `npm run openapi:check` only compares, and fails when it is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endpoints } from '../shared/endpoints.ts';
import { buildOpenApi, formatOpenApi } from '../shared/openapi/document.ts';
import { withEndpointTable } from '../shared/openapi/readme-table.ts';
import { version } from '../shared/version.ts';

const committed = fileURLToPath(new URL('../shared/openapi/openapi.json', import.meta.url));
const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    file: { type: 'string', default: committed },
  },
});
if (values.write === values.check) {
  console.error('Usage: bin/openapi.ts --write | --check [--file <path>]');
  process.exit(2);
}

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const count = `${endpoints.length} operations`;
keep(values.file, formatOpenApi(buildOpenApi(endpoints, { version })));
if (values.file === committed) keep(readme, withEndpointTable(readOrEmpty(readme), endpoints));

/** Writes the file when it differs, or, when only checking, says how to. */
function keep(file: string, wanted: string): void {
  const name = relative(process.cwd(), file);
  if (readOrEmpty(file) === wanted) {
    console.log(`${name} is current: ${count}`);
  } else if (values.write) {
    writeFileSync(file, wanted);
    console.log(`${name} written: ${count}`);
  } else {
    console.error(`${name} is out of date: run "npm run openapi" and commit the file.`);
    process.exitCode = 1;
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
