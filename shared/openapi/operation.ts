/** One row of the endpoint table as an OpenAPI operation. */
import type * as z from 'zod/mini';
import { exportedRowsOf } from '../exports/exported-list.ts';
import type { Endpoint } from '../http/contract.ts';
import { exportFiles } from '../http/export.ts';
import { modules } from '../modules.ts';
import type { SampleRequest } from '../samples/sample.ts';
import { shownBody } from '../samples/wire.ts';
import { curlSample } from './code-sample.ts';
import { errorResponses } from './error-responses.ts';
import type { JsonSchema } from './json-schema.ts';
import { fieldsOf, type SchemaRegistry } from './schemas.ts';
import { headerReferences, type SharedHeader, sharedHeaders, type sharedParameters } from './shared-parts.ts';
import type { Header, MediaType, Operation, Parameter, Reference, Response } from './types.ts';

export interface OperationContext {
  schemas: SchemaRegistry;
  /** Grows by the responses that operations share. */
  responses: Record<string, Response>;
  /** A valid request, as documents show it; undefined when none is known. */
  sample: SampleRequest | undefined;
}

type Schema = z.core.$ZodType;

export function buildOperation(endpoint: Endpoint, context: OperationContext): Operation {
  const { body, feature } = endpoint;
  const { sample = {}, schemas } = context;
  const parameters = parametersOf(endpoint, schemas, sample);
  return {
    operationId: endpoint.operationId,
    tags: [modules[endpoint.module as keyof typeof modules].title],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: securityOf(endpoint),
    'x-required-features': feature === undefined ? [] : [feature],
    ...(endpoint.superAdmin && { 'x-super-admin': true }),
    'x-scope': endpoint.scope,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: bodyDescription(endpoint),
        required: !endpoint.bodyOptional,
        content: bodyContent(endpoint, schemas.toJsonSchema(body, 'input'), sample),
      },
    }),
    responses: {
      ...successResponses(endpoint, schemas),
      ...errorResponses(endpoint, context.responses),
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlSample(endpoint, context.sample) }],
  };
}

function securityOf({ auth }: Endpoint): Record<string, string[]>[] {
  const credentials: Record<string, string[]>[] = [
    { apiKeyHeader: [] },
    { apiKeyAuthorization: [] },
    { bearer: [] },
    { sessionCookie: [] },
  ];
  if (auth === 'caller') return credentials;
  // An empty requirement makes the others optional.
  return auth === 'optional' ? [{}, ...credentials] : [];
}

function descriptionOf({ description, feature, superAdmin }: Endpoint): string {
  const needs = [
    ...(feature === undefined ? [] : [`Needs the feature \`${feature}\`.`]),
    ...(superAdmin ? ['For super admins only.'] : []),
  ];
  return needs.length === 0 ? description : `${description}\n\n${needs.join(' ')}`;
}

function bodyDescription({ maxBodyBytes, scope, bodyFormat }: Endpoint): string {
  const what = {
    json: 'A JSON object',
    form: 'A form',
    raw: 'Anything, as the sender signed it',
    stream: 'A form with files',
  }[bodyFormat ?? 'json'];
  const size = maxBodyBytes === undefined ? `${what}.` : `${what} of at most ${maxBodyBytes} bytes.`;
  return scope === 'none' ? size : `${size} \`tenantId\` and \`organizationId\` may be given here too.`;
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
  const shown = shownBody(sample);
  const named = example ?? { summary };
  return Object.fromEntries(types.map((type) => [type, mediaType(schema, shown, named)]));
}

function mediaType(schema: MediaType['schema'], value: unknown, example: Endpoint['example']): MediaType {
  if (example === undefined || value === undefined) return { schema };
  return { schema, examples: { example: { summary: example.summary, value } } };
}

/** The parameters of a path or a query. What comes in is text; the schema describes what it stands for. */
function parametersIn(
  place: 'path' | 'query',
  schema: Schema | undefined,
  schemas: SchemaRegistry,
  values: Readonly<Record<string, string>> = {},
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {} } = schemas.toJsonSchema(schema, 'output');
  return fieldsOf(schema).map(({ name, required }) => {
    const { description = '', ...rest } = properties[name] ?? {};
    // Several values travel in one parameter, separated by commas, and not as a parameter each.
    const list = rest.type === 'array' && { explode: false };
    const value = values[name];
    const isNumber = rest.type === 'integer' || rest.type === 'number';
    const example = value !== undefined && { example: isNumber ? Number(value) : value };
    return { name, in: place, description, ...(required && { required }), ...list, schema: rest, ...example };
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

function successHeaders(endpoint: Endpoint): Record<string, Header | Reference> {
  const { success, auth, etag } = endpoint;
  const names: SharedHeader[] = ['x-request-id'];
  if (auth !== 'none') names.push('x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset');
  if (etag && success.result !== undefined) names.push('etag');
  if (success.status >= 300) names.push('location');
  const own = Object.entries(success.headers ?? {}).filter(([name]) => !(name in sharedHeaders));
  return {
    ...headerReferences(names),
    ...Object.fromEntries(
      own.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  };
}

function successResponses(endpoint: Endpoint, schemas: SchemaRegistry): Record<string, Response> {
  const { success, example, etag, method } = endpoint;
  const headers = successHeaders(endpoint);
  const response: Response = { description: success.description, headers };
  if (success.result !== undefined) {
    const schema = schemas.toJsonSchema(success.result, 'output');
    const types = success.contentTypes ?? ['application/json'];
    response.content = Object.fromEntries(
      types.map((type) => [mediaTypeName(type), mediaType(schema, example?.response, example)]),
    );
    if (exportedRowsOf(endpoint)) Object.assign(response.content, exportContent());
  }
  const unchanged = etag &&
    method === 'GET' && { 304: { description: 'Still the version you have.', headers } };
  const part = endpoint.errors?.includes('range_not_satisfiable') && {
    206: { ...response, description: 'The part that `Range` asks for.' },
  };
  const existing = success.okDescription !== undefined && {
    200: { ...response, description: success.okDescription },
  };
  return { [success.status]: response, ...existing, ...part, ...unchanged };
}

/** What `?format=` answers; as JSON it shares the content type with the list. */
function exportContent(): Record<string, MediaType> {
  const types = Object.values(exportFiles).map(({ contentType }) => mediaTypeName(contentType));
  const schema: JsonSchema = { type: 'string', description: 'The file that `format` asks for.' };
  return Object.fromEntries(
    types.filter((type) => type !== 'application/json').map((type) => [type, { schema }]),
  );
}

/** `text/markdown; charset=utf-8` → `text/markdown`. */
function mediaTypeName(contentType: string): string {
  return contentType.split(';')[0]?.trim() ?? contentType;
}
