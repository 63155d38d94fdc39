/**
 * Writes the types of the client from the OpenAPI document: they are not committed, and made when packages are installed,
 * types are checked or the client is packed. openapi-typescript would need a second compiler (44 MB of packages) and write
 * twice the text: errors and the selection of a tenant once for each operation.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clientPaths, clientSchemas } from '../shared/modules/docs/openapi/client-types.ts';
import type { OpenApiDocument } from '../shared/modules/docs/openapi/types.ts';

const folder = new URL('../shared/clients/typescript/', import.meta.url);
const source = new URL('../shared/modules/docs/openapi/openapi.json', import.meta.url);
const document: OpenApiDocument = JSON.parse(readFileSync(source, 'utf8'));

for (const [name, text] of Object.entries({
  'paths.ts': clientPaths(document),
  'schemas.ts': clientSchemas(document),
})) {
  const file = new URL(name, folder);
  // Compilers that watch the file need not read it again.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
