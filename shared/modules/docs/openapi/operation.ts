/** Converts an endpoint to an OpenAPI operation. */
import type * as z from 'zod/mini';
import { fieldsOf } from '../../../kernel/contracts/fields-of.ts';
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import type { DocumentedError } from '../../../kernel/errors/api-error.ts';
import type { Endpoint } from '../../../kernel/http/endpoint-spec.ts';
import { exportFiles } from '../../../kernel/lists/export.ts';
import { exportedRowsOf } from '../../../kernel/lists/exported-list.ts';
import type { Section, Sections } from '../../../kernel/modules/manifest.ts';
import { responseExample, type SampleRequest } from '../../../kernel/samples/sample.ts';
import { shownBody } from '../../../kernel/samples/wire.ts';
import { describeSuccess } from './describe-success.ts';
import { errorResponses } from './error-responses.ts';
import type { SchemaRegistry } from './schemas.ts';
import { headerReferences, type SharedHeader, sharedHeaders, type sharedParameters } from './shared-parts.ts';
import type {
  Components,
  Header,
  MediaType,
  Operation,
  Parameter,
  Reference,
  RequestBody,
  Response,
  Security,
} from './types.ts';

export interface OperationContext {
  schemas: SchemaRegistry;
  /** Collects the responses and examples that operations share. */
  shared: Pick<Components, 'responses' | 'examples'>;
  /** A valid request for documents; undefined if none is known. */
  sample: SampleRequest | undefined;
  sections: Sections;
  errors: readonly DocumentedError[];
}

type Schema = z.core.$ZodType;

/** The section of an endpoint. Throws when no module declares it. */
function sectionOf({ module }: Endpoint, sections: Sections): Section {
  const section = sections[module];
  if (section === undefined) throw new Error(`No manifest has a section "${module}".`);
  return section;
}

export function buildOperation(endpoint: Endpoint, context: OperationContext): Operation {
  const { body, feature } = endpoint;
  const { sample = {}, schemas, sections } = context;
  const parameters = parametersOf(endpoint, schemas, sample);
  return {
    operationId: endpoint.operationId,
    tags: [sectionOf(endpoint, sections).title],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(endpoint.auth !== 'caller' && { security: endpoint.auth === 'none' ? [] : [{}, ...credentials] }),
    ...(feature !== undefined && { 'x-required-features': [feature] }),
    ...(endpoint.superAdmin && { 'x-super-admin': true }),
    'x-scope': endpoint.scope,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(endpoint, schemas.toJsonSchema(body, 'input'), sample) }),
    responses: {
      ...successResponses(endpoint, schemas),
      ...errorResponses(endpoint, context),
    },
  };
}

/** The document's own; preceded by an empty requirement, they are optional. */
export const credentials: Security = [
  { apiKeyHeader: [] },
  { apiKeyAuthorization: [] },
  { bearer: [] },
  { sessionCookie: [] },
];

function descriptionOf({ description, feature, superAdmin }: Endpoint): string {
  const needs = [
    ...(feature === undefined ? [] : [`Needs the feature \`${feature}\`.`]),
    ...(superAdmin ? ['For super admins only.'] : []),
  ];
  return needs.length === 0 ? description : `${description}\n\n${needs.join(' ')}`;
}

function requestBodyOf(endpoint: Endpoint, schema: JsonSchema, sample: SampleRequest): RequestBody {
  const { bodyFormat, maxBodyBytes, bodyOptional } = endpoint;
  const words = [
    ...(bodyFormat === 'raw' ? ['Any content, exactly as the sender signed it.'] : []),
    ...(maxBodyBytes === undefined ? [] : [`At most ${maxBodyBytes} bytes.`]),
  ];
  return {
    ...(words.length > 0 && { description: words.join(' ') }),
    required: !bodyOptional,
    content: bodyContent(endpoint, schema, sample),
  };
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function bodyContent(
  { bodyFormat, example, summary }: Endpoint,
  schema: JsonSchema,
  sample: SampleRequest,
): Record<string, MediaType> {
  const types = {
    json: ['application/json'],
    form: formTypes,
    raw: ['*/*'],
    stream: ['multipart/form-data'],
  }[bodyFormat ?? 'json'];
  const value = bodyFormat === 'raw' ? sample.body : shownBody(sample);
  const named = { summary: example?.summary ?? summary, value };
  const media: MediaType = { schema, ...(value !== undefined && { examples: { example: named } }) };
  return Object.fromEntries(types.map((type) => [type, media]));
}

/** The parameters of a path or a query. They arrive as text; the schema describes the parsed value. */
function parametersIn(
  location: 'path' | 'query',
  schema: Schema | undefined,
  schemas: SchemaRegistry,
  values: Readonly<Record<string, string>> = {},
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {} } = schemas.toJsonSchema(schema, 'output');
  return fieldsOf(schema).map(({ name, required }) => {
    const { description = '', ...rest } = properties[name] ?? {};
    // Several values are in one parameter, separated by commas.
    const list = rest.type === 'array' && { explode: false };
    const value = values[name];
    const isNumber = rest.type === 'integer' || rest.type === 'number';
    const example = value !== undefined && { example: isNumber ? Number(value) : value };
    return {
      name,
      in: location,
      description,
      ...(required && { required }),
      ...list,
      schema: rest,
      ...example,
    };
  });
}

function parametersOf(
  endpoint: Endpoint,
  schemas: SchemaRegistry,
  { params, query }: SampleRequest,
): (Parameter | Reference)[] {
  const shared: (keyof typeof sharedParameters)[] = [];
  if (endpoint.auth !== 'none' && endpoint.scope !== 'none') {
    shared.push('tenantId');
    if (endpoint.scope !== 'tenant') shared.push('organizationId');
  }
  if (exportedRowsOf(endpoint)) shared.push('format');
  if (endpoint.etag && endpoint.method === 'GET') shared.push('ifNoneMatch');
  if (endpoint.errors?.includes('stale')) shared.push('ifMatch');
  if (endpoint.idempotencyKey) shared.push('idempotencyKey');
  return [
    ...parametersIn('path', endpoint.params, schemas, params),
    ...parametersIn('query', endpoint.query, schemas, query),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The headers of one operation; the introduction describes those of all responses. */
function successHeaders(endpoint: Endpoint): Record<string, Header | Reference> {
  const { success, etag } = endpoint;
  const names: SharedHeader[] = [];
  if (etag && success.result !== undefined) names.push('etag');
  if (endpoint.idempotencyKey) names.push('idempotent-replayed');
  if (success.status >= 300) names.push('location');
  const own = Object.entries(success.headers ?? {}).filter(([name]) => !(name in sharedHeaders));
  return {
    ...headerReferences(names),
    ...Object.fromEntries(
      own.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  };
}

function successResponses(endpoint: Endpoint, schemas: SchemaRegistry): Record<string, Response | Reference> {
  const { success, etag, method } = endpoint;
  const headers = successHeaders(endpoint);
  const response: Response = {
    description: describeSuccess(endpoint),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  if (success.result !== undefined) {
    const schema = schemas.toJsonSchema(success.result, 'output');
    const types = success.contentTypes ?? ['application/json'];
    const shown = responseExample(endpoint);
    response.content = Object.fromEntries(
      types.map((type) => [mediaTypeName(type), { schema, ...(shown !== undefined && { example: shown }) }]),
    );
    if (exportedRowsOf(endpoint)) Object.assign(response.content, exportContent());
  }
  const unchanged = etag && method === 'GET' && { 304: { $ref: '#/components/responses/NotModified' } };
  const elsewhere = endpoint.transport === 'stream' &&
    etag && { 307: { $ref: '#/components/responses/Redirected' } };
  const part = endpoint.errors?.includes('range_not_satisfiable') && {
    206: { ...response, description: 'The requested range.' },
  };
  const existing = success.okDescription !== undefined && {
    200: { ...response, description: success.okDescription },
  };
  return { [success.status]: response, ...existing, ...part, ...unchanged, ...elsewhere };
}

/** The responses to `?format=`; JSON has the same content type as the list. */
function exportContent(): Record<string, MediaType> {
  const types = Object.values(exportFiles).map(({ contentType }) => mediaTypeName(contentType));
  const schema: JsonSchema = { type: 'string' };
  return Object.fromEntries(
    types.filter((type) => type !== 'application/json').map((type) => [type, { schema }]),
  );
}

/** `text/markdown; charset=utf-8` → `text/markdown`. */
function mediaTypeName(contentType: string): string {
  return contentType.split(';')[0]?.trim() ?? contentType;
}
