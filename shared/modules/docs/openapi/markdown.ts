/** Converts the OpenAPI document to Markdown. It uses only the document, so it is fast enough for a request. */

import { toJson } from '../../../kernel/base/json.ts';
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import { exampleOf, flattened } from '../../../kernel/contracts/schema-view.ts';
import { InternalError, UnavailableError } from '../../../kernel/errors/errors.ts';
import { curlSample } from './code-sample.ts';
import {
  type MediaType,
  type NamedExample,
  type OpenApiDocument,
  type Operation,
  operationsIn,
  type Parameter,
  type PlacedOperation,
  type Response,
  resolveReference,
} from './types.ts';

/** Escapes `|` and line breaks, which would end a table cell. */
function cell(text: string): string {
  const lines = text.replaceAll('|', '\\|').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function json(value: unknown): string[] {
  return ['```json', toJson(value, 2), '```', ''];
}

/** A short description of a type: `string (1–50 characters)`, `array of Rule`. */
function typeOf(document: OpenApiDocument, schema: JsonSchema): string {
  const nameOf = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  if (nameOf !== undefined) return `[${nameOf}](#${nameOf.toLowerCase()})`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(document, choice)).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.items !== undefined) return `array of ${typeOf(document, schema.items)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return [schema.format === undefined ? type : `${type} (${schema.format})`, ...bounds(schema)].join(', ');
}

function bounds({ minLength, maxLength, minimum, maximum, default: fallback }: JsonSchema): string[] {
  return [
    ...(maxLength === undefined ? [] : [`${minLength ?? 0}–${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(fallback === undefined ? [] : [`default \`${String(fallback)}\``]),
  ];
}

function parameterTable(document: OpenApiDocument, { parameters = [] }: Operation): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map((entry) => {
    const {
      name,
      in: location,
      required,
      schema,
      description,
    } = resolveReference<Parameter>(document, entry);
    return [`\`${name}\``, location, required ? 'yes' : 'no', typeOf(document, schema), description];
  });
  return ['**Parameters**', '', ...table(['Name', 'In', 'Required', 'Type', 'Description'], rows)];
}

/** The fields of an object, including those of nested objects: `pagination.total`. */
function fieldRows(document: OpenApiDocument, schema: JsonSchema, prefix = ''): string[][] {
  const { properties = {}, required = [] } =
    schema.allOf === undefined ? schema : flattened(document, schema);
  return Object.entries(properties).flatMap(([name, field]) => [
    [
      `\`${prefix}${name}\``,
      required.includes(name) ? 'yes' : 'no',
      typeOf(document, field),
      field.description ?? resolveReference<JsonSchema>(document, field).description ?? '',
    ],
    ...fieldRows(document, field, `${prefix}${name}.`),
  ]);
}

function fieldTable(document: OpenApiDocument, schema: JsonSchema): string[] {
  const rows = fieldRows(document, schema);
  return rows.length === 0 ? [] : table(['Field', 'Required', 'Type', 'Description'], rows);
}

function schemaOf(document: OpenApiDocument, schema: JsonSchema): string[] {
  return schema.$ref === undefined ? fieldTable(document, schema) : [typeOf(document, schema), ''];
}

function responseBody(document: OpenApiDocument, { schema, example }: MediaType): string[] {
  const shown = example === undefined ? exampleOf(document, schema) : example;
  return [...schemaOf(document, schema), 'Example:', '', ...json(shown)];
}

function requestBody(document: OpenApiDocument, { schema, examples = {} }: MediaType): string[] {
  const shown = Object.values(examples).map((example) => resolveReference<NamedExample>(document, example));
  return [
    ...schemaOf(document, schema),
    ...shown.flatMap(({ summary, value }) => [`Example: ${summary}`, '', ...json(value)]),
  ];
}

function requestSection(document: OpenApiDocument, placed: PlacedOperation): string[] {
  const { requestBody: body } = placed.operation;
  const [media] = Object.values(body?.content ?? {});
  return [
    '**Request**',
    '',
    ...(body?.description === undefined ? [] : [body.description, '']),
    ...(media === undefined ? [] : requestBody(document, media)),
    ...['```sh', curlSample(document, placed), '```', ''],
  ];
}

/** Codes of `default` responses: every operation can return them. */
const commonStatuses = new Map([InternalError, UnavailableError].map(({ code, status }) => [code, status]));

/** The codes of an error response, each with its status and its meaning. */
function errorRows(document: OpenApiDocument, status: string, { content = {} }: Response): string[][] {
  return Object.entries(content['application/json']?.examples ?? {}).map(([code, example]) => {
    const { summary } = resolveReference<NamedExample>(document, example);
    const shown = status === 'default' ? String(commonStatuses.get(code) ?? '') : status;
    return [shown, `\`${code}\``, summary];
  });
}

function responseSections(document: OpenApiDocument, { responses }: Operation): string[] {
  const sections = Object.entries(responses).map(
    ([status, entry]) => [status, resolveReference<Response>(document, entry)] as const,
  );
  const good = sections.filter(([status]) => Number(status) < 400);
  const bad = sections.filter(([status]) => !(Number(status) < 400));
  const errors = bad.flatMap(([status, response]) => errorRows(document, status, response));
  return [
    ...good.flatMap(([status, { description, content = {} }]) => [
      `**Response ${status}** ${description}`,
      '',
      ...Object.entries(content).flatMap(([type, media]) =>
        type === 'application/json' ? responseBody(document, media) : [`Content type \`${type}\`.`, ''],
      ),
    ]),
    '**Errors**',
    '',
    ...table(
      ['Status', 'Code', 'Meaning'],
      errors.toSorted(([a], [b]) => Number(a) - Number(b)),
    ),
  ];
}

function operationSection(document: OpenApiDocument, placed: PlacedOperation): string[] {
  const { path, method, operation } = placed;
  const { 'x-required-features': required = [], security = document.security } = operation;
  const features = required.map((feature) => `\`${feature}\``).join(', ');
  return [
    `### ${method.toUpperCase()} \`${path}\``,
    '',
    `**${operation.summary}**`,
    '',
    operation.description,
    '',
    ...table(
      ['Operation', 'Tags', 'Credentials', 'Features', 'Scope'],
      [
        [
          `\`${operation.operationId}\``,
          operation.tags.join(', '),
          security.length > 0 ? 'API key' : 'none',
          features || (operation['x-super-admin'] ? 'super admin' : 'none'),
          operation['x-scope'],
        ],
      ],
    ),
    ...parameterTable(document, operation),
    ...requestSection(document, placed),
    ...responseSections(document, operation),
  ];
}

function tagSection(document: OpenApiDocument, { name, description }: { name: string; description: string }) {
  const operations = operationsIn(document)
    .filter(({ operation }) => operation.tags.includes(name))
    .map((placed) => operationSection(document, placed));
  return [`## ${name}`, '', description, '', ...operations.flat()];
}

function schemaSection(document: OpenApiDocument, name: string, schema: JsonSchema): string[] {
  const parts = schema.anyOf ?? schema.oneOf;
  const choices = parts?.every(({ $ref }) => $ref !== undefined)
    ? [`One of: ${typeOf(document, schema)}`, '']
    : [];
  return [`### ${name}`, '', schema.description ?? '', '', ...choices, ...fieldTable(document, schema)];
}

/** Title, version, introduction, one section per operation under its tag, then the named schemas. */
export function toMarkdown(document: OpenApiDocument): string {
  const { info, servers, tags, components } = document;
  return [
    `# ${info.title}`,
    '',
    `Version ${info.version}. OpenAPI ${document.openapi}. ${info.summary}`,
    '',
    `Server: ${servers.map(({ url, description }) => `\`${url}\` (${description})`).join(', ')}`,
    '',
    info.description,
    '',
    ...tags.flatMap((tag) => tagSection(document, tag)),
    '## Schemas',
    '',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => schemaSection(document, name, schema)),
  ].join('\n');
}
