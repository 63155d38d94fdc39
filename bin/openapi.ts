/**
 * Generates files from the endpoint table: the OpenAPI document, the table of endpoints, the
 * resources of the client, and the tools of MCP. `npm run openapi` writes
 * them; `npm run openapi:check` only compares them, and fails when one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentParts } from '../shared/catalog/document-parts.ts';
import { endpoints } from '../shared/catalog/endpoints.ts';
import { samples } from '../shared/catalog/samples.ts';
import { platformResources } from '../shared/extensions/resources.ts';
import { version } from '../shared/kernel/settings/version.ts';
import {
  clientResources,
  formatClientResources,
  formatOwnResources,
} from '../shared/modules/docs/openapi/client-resources.ts';
import { buildOpenApi, formatOpenApi } from '../shared/modules/docs/openapi/document.ts';
import { withEndpointTable } from '../shared/modules/docs/openapi/endpoint-table.ts';
import { buildTools, formatTools } from '../shared/modules/mcp/tools/build.ts';
import { endWithUsage, readOptions } from './options/read-options.ts';

const committed = fileURLToPath(new URL('../shared/modules/docs/openapi/openapi.json', import.meta.url));
const usage = 'bin/openapi.ts --write | --check [--file <path>]';
const { values } = readOptions(usage, {
  options: {
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    file: { type: 'string', default: committed },
  },
});
if (values.write === values.check) endWithUsage(usage);

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const count = `${endpoints.length} operations`;
const manifest: { homepage?: string; bugs?: { url?: string } } = JSON.parse(
  readFileSync(inProject('package.json'), 'utf8'),
);
const supportUrl = manifest.bugs?.url ?? manifest.homepage;
const document = buildOpenApi(endpoints, { ...documentParts, version, samples, supportUrl });
keep(values.file, formatOpenApi(document));
if (values.file === committed) {
  const tools = formatTools(buildTools(endpoints, document, documentParts.sections));
  keep(inProject('shared/modules/mcp/tools/tools.json'), tools);
  const page = inProject('shared/catalog/ENDPOINTS.md');
  keep(inProject('shared/clients/typescript/resources.ts'), formatClientResources(clientResources(document)));
  const own = formatOwnResources(document, platformResources);
  keep(inProject('shared/clients/typescript/own-resources.ts'), own);
  keep(page, withEndpointTable(readOrEmpty(page), endpoints, documentParts.sections));
}

/** Writes the file when it differs, or, when only checking, prints how to. */
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
