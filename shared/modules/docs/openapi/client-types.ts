/** Generates the types of the client in `shared/clients/typescript/` from the OpenAPI document. */
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  resolveReference,
} from './types.ts';
import { comment, key, objectType, type Property, typeName, typeOf } from './typescript.ts';

const header = (what: string) => `/** ${what} Generated from the contracts by \`bin/client-types.ts\`. */\n`;

/** `schemas.ts`: every named schema of the document as an exported type. */
export function clientSchemas({ components }: OpenApiDocument): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    const type = typeOf(schema);
    const isObject = schema.type === 'object' && type.startsWith('{');
    const declared = isObject ? `interface ${typeName(name)} ${type}` : `type ${typeName(name)} = ${type};`;
    return `${comment(schema.description)}export ${declared}\n`;
  });
  return `${header('The schemas of requests and responses.')}\n${types.join('\n')}`;
}

/** `paths.ts`: every operation by path and method, in the form that `openapi-fetch` reads. */
export function clientPaths(document: OpenApiDocument): string {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(
      ([method, operation]) =>
        `${comment(`\`${operation.operationId}\`: ${operation.summary}. ${operation.description}`)}` +
        `${method}: ${operationType(document, operation)};\n`,
    );
    return `${key(path)}: {\n${operations.join('')}};\n`;
  });
  const body = `export interface paths {\n${paths.join('')}}\n`;
  const words = new Set(withoutComments(body).split(/\W/));
  const used = Object.keys(document.components.schemas)
    .map(typeName)
    .filter((name) => name !== 'ApiError' && words.has(name));
  return (
    `${header('Every operation, by path and method.')}` +
    `import type {\n${['ApiError', ...used].join(',\n')} } from './schemas.ts';\n\n` +
    `interface Json<Body> {\ncontent: { 'application/json': Body };\n}\n\n` +
    `type Failures<Status extends number> = Record<Status, Json<ApiError>>;\n\n` +
    `interface Selection ${selectionType(document)}\n\n${body}`
  );
}

function withoutComments(text: string): string {
  const parts = text.split('*/');
  return parts.map((part) => part.split('/**', 1)[0]).join('');
}

function operationType(document: OpenApiDocument, operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation;
  const resolved = parameters.map((one) => resolveReference<Parameter>(document, one));
  const members = [`parameters: ${parametersType(resolved)};\n`];
  if (requestBody) {
    const { required, description, content } = requestBody;
    members.push(`${comment(description)}requestBody${required ? '' : '?'}: ${contentType(content)};\n`);
  }
  members.push(`responses: ${responsesType(document, responses)};\n`);
  return `{\n${members.join('')}}`;
}

const places = ['path', 'query', 'header'] as const;
/** The parameters of nearly every operation, which are written once. */
const selection: readonly string[] = ['tenantId', 'organizationId'];

function selectionType({ components }: OpenApiDocument): string {
  return objectType(
    Object.values(components.parameters)
      .filter(({ name }) => selection.includes(name))
      .map(propertyOf),
  );
}

function propertyOf({ name, description, required = false, schema }: Parameter): Property {
  return { name, type: typeOf(schema), required, description, fallback: schema.default };
}

function parametersType(parameters: readonly Parameter[]): string {
  const groups = places.map((place): Property => {
    const inPlace = parameters.filter((parameter) => parameter.in === place);
    const selects = selection.every((name) => inPlace.some((one) => one.in === 'query' && one.name === name));
    const own = inPlace.filter(({ name }) => !selects || !selection.includes(name)).map(propertyOf);
    // `never` instead of an absent property, so that a parameter in the wrong place is an error.
    const types = [...(selects ? ['Selection'] : []), ...(own.length > 0 ? [objectType(own)] : [])];
    return { name: place, type: types.join(' & ') || 'never', required: own.some((one) => one.required) };
  });
  return objectType(groups);
}

function contentType(content: Record<string, MediaType>): string {
  const json = content['application/json'];
  if (json !== undefined && Object.keys(content).length === 1) return `Json<${typeOf(json.schema)}>`;
  const types = Object.entries(content).map(
    ([name, { schema }]) => `${key(name)}: ${bodyType(name, schema)};\n`,
  );
  return `{\ncontent: {\n${types.join('')}};\n}`;
}

/** Bodies of any type are sent unchanged. */
function bodyType(mediaType: string, schema: JsonSchema): string {
  return mediaType === '*/*' ? 'string | Blob' : typeOf(schema);
}

function responsesType(document: OpenApiDocument, responses: Operation['responses']): string {
  const failures: string[] = [];
  const types = Object.entries(responses).flatMap(([status, entry]) => {
    const { description, content } = resolveReference<Response>(document, entry);
    if (Number(status) >= 400) failures.push(status);
    if (Number(status) >= 400) return [];
    const type = content === undefined ? '{ content?: never }' : contentType(content);
    return [`${comment(description)}${status}: ${type};\n`];
  });
  const failed = failures.length === 0 ? '' : ` & Failures<${failures.join(' | ')}>`;
  return `{\n${types.join('')}}${failed}`;
}
