/** Replaces inline copies of named schemas by references, and removes named schemas that are not used. */
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import { namesByDemands, withReferences, withReferencesInside } from './shared-schemas.ts';
import { type OpenApiDocument, operationsIn } from './types.ts';

export function shareSchemas(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const names = namesByDemands(schemas);
  const refer = (schema: JsonSchema) => withReferences(schema, names, schemas);
  for (const [name, schema] of Object.entries(schemas))
    schemas[name] = withReferencesInside(schema, names, schemas);
  for (const { operation } of operationsIn(document)) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((part) =>
      part !== undefined && 'content' in part ? part.content : undefined,
    );
    for (const media of contents.flatMap((content) => Object.values(content ?? {})))
      media.schema = refer(media.schema);
    for (const parameter of operation.parameters ?? []) {
      if ('schema' in parameter) parameter.schema = refer(parameter.schema);
    }
  }
}
