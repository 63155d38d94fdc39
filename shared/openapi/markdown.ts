/** The OpenAPI document as Markdown. Works on the document alone, so it is quick enough for a request. */
import type { JsonSchema } from './json-schema.ts';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  resolveReference,
} from './types.ts';

/** `a|b` and line breaks would end a table cell. */
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
  return ['```json', JSON.stringify(value, null, 2), '```', ''];
}

/** A type in a few words: `string (1–50 characters)`, `array of Rule`. */
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
    const { name, in: place, required, schema, description } = resolveReference<Parameter>(document, entry);
    return [`\`${name}\``, place, required ? 'yes' : 'no', typeOf(document, schema), description];
  });
  return ['**Parameters**', '', ...table(['Name', 'In', 'Required', 'Type', 'Description'], rows)];
}

/** The fields of an object, those of objects within it included: `pagination.total`. */
function fieldRows(document: OpenApiDocument, schema: JsonSchema, prefix = ''): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => [
    [
      `\`${prefix}${name}\``,
      required.includes(name) ? 'yes' : 'no',
      typeOf(document, field),
      field.description ?? '',
    ],
    ...fieldRows(document, field, `${prefix}${name}.`),
  ]);
}

function fieldTable(document: OpenApiDocument, schema: JsonSchema): string[] {
  const rows = fieldRows(document, schema);
  return rows.length === 0 ? [] : table(['Field', 'Required', 'Type', 'Description'], rows);
}

function bodyOf(document: OpenApiDocument, media: MediaType): string[] {
  const schema = resolveReference<JsonSchema>(document, media.schema);
  const examples = Object.values(media.examples ?? {});
  return [
    ...(media.schema.$ref === undefined
      ? fieldTable(document, schema)
      : [typeOf(document, media.schema), '']),
    ...examples.flatMap(({ summary, value }) => [`Example: ${summary}`, '', ...json(value)]),
  ];
}

function requestSection(
  document: OpenApiDocument,
  { requestBody, 'x-codeSamples': samples }: Operation,
): string[] {
  const [media] = Object.values(requestBody?.content ?? {});
  return [
    '**Request**',
    '',
    ...(requestBody && media ? [requestBody.description, '', ...bodyOf(document, media)] : []),
    ...samples.flatMap(({ source }) => ['```sh', source, '```', '']),
  ];
}

function answerSections(document: OpenApiDocument, { responses }: Operation): string[] {
  const answers = Object.entries(responses).map(
    ([status, entry]) => [status, resolveReference<Response>(document, entry)] as const,
  );
  const good = answers.filter(([status]) => Number(status) < 400);
  const bad = answers.filter(([status]) => Number(status) >= 400);
  const errors = bad.flatMap(([status, { description }]) =>
    description.split('\n\n').map((line) => {
      const [, code = '', meaning = ''] = /^(`\w+`): (.*)$/s.exec(line) ?? [];
      return [status, code, meaning];
    }),
  );
  return [
    ...good.flatMap(([status, { description, content = {} }]) => [
      `**Answer ${status}** ${description}`,
      '',
      ...Object.entries(content).flatMap(([type, media]) =>
        type === 'application/json' ? bodyOf(document, media) : [`Content type \`${type}\`.`, ''],
      ),
    ]),
    '**Errors**',
    '',
    ...table(['Status', 'Code', 'Meaning'], errors),
  ];
}

function operationSection(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): string[] {
  const features = operation['x-required-features'].map((feature) => `\`${feature}\``).join(', ');
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
          operation.security.length > 0 ? 'API key' : 'none',
          features || (operation['x-super-admin'] ? 'super admin' : 'none'),
          operation['x-scope'],
        ],
      ],
    ),
    ...parameterTable(document, operation),
    ...requestSection(document, operation),
    ...answerSections(document, operation),
  ];
}

function tagSection(document: OpenApiDocument, { name, description }: { name: string; description: string }) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => operationSection(document, method, path, operation)),
  );
  return [`## ${name}`, '', description, '', ...operations.flat()];
}

function schemaSection(document: OpenApiDocument, name: string, schema: JsonSchema): string[] {
  const parts = schema.anyOf ?? schema.oneOf;
  const choices = parts?.every(({ $ref }) => $ref !== undefined)
    ? [`One of: ${typeOf(document, schema)}`, '']
    : [];
  return [`### ${name}`, '', schema.description ?? '', '', ...choices, ...fieldTable(document, schema)];
}

/** Title, version, how to begin, one section per operation under its tag, then the named schemas. */
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
