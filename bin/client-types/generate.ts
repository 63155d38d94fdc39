/**
 * Writes the types of the client from the OpenAPI document: they are not committed, and made when packages are installed,
 * types are checked or the client is packed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const source = new URL('../../shared/modules/docs/openapi/openapi.json', import.meta.url);
const target = new URL('../../shared/clients/typescript/openapi.ts', import.meta.url);
const document: OpenAPI3 = JSON.parse(readFileSync(source, 'utf8'));

const blob = ts.factory.createTypeReferenceNode('Blob');
const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

const types = await openapiTS(document, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false,
  // A file of a form.
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
  // A body of any content type is sent unchanged.
  postTransform: (_, { path }) =>
    path?.endsWith('/content/*~1*') ? ts.factory.createUnionTypeNode([text, blob]) : undefined,
});
writeFileSync(target, astToString(types));
