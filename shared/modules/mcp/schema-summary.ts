/** Schemas of the OpenAPI document, shortened for language models. Pure. */
import type { JsonSchema } from '../../kernel/contracts/json-schema.ts';
import { flattened, resolveReference } from '../../kernel/contracts/schema-view.ts';

interface Reference {
  $ref: string;
}

interface Media {
  schema: JsonSchema;
}

interface Parameter {
  name: string;
  in: string;
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

interface Response {
  content?: Record<string, Media>;
}

/** The parts of an operation in the document that tools need. */
export interface DescribedOperation {
  operationId: string;
  description: string;
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
}

/** How much of a schema remains. */
export interface Detail {
  /** Levels of nested fields. */
  levels: number;
  /** Maximum characters of a description; 0 for none. */
  words: number;
  /** Whether limits of values remain. */
  limits: boolean;
}

const firstSentence = /^.*?[.:](?=\s|$)/s;

/** The beginning of a description: its first sentence, or as many characters. */
export function shortened(text: string, words: number): string {
  const sentence = firstSentence.exec(text)?.[0] ?? text;
  return sentence.length <= words ? sentence : `${sentence.slice(0, Math.max(0, words - 1)).trimEnd()}…`;
}

const kept = ['type', 'enum', 'const', 'default'] as const;
const limitsOfValues = ['minimum', 'maximum', 'maxLength', 'maxItems'] as const;

/** The schema without references, examples and patterns, down to some levels. */
function summaryOf(document: object, schema: JsonSchema, detail: Detail): JsonSchema {
  const { levels, words, limits } = detail;
  const flat = flattened(document, schema);
  const inner = { ...detail, levels: levels - 1 };
  const summary: JsonSchema = {};
  for (const name of limits ? [...kept, ...limitsOfValues] : kept)
    if (flat[name] !== undefined) Object.assign(summary, { [name]: flat[name] });
  if (words > 0 && flat.description) summary.description = shortened(flat.description, words);
  if (levels <= 0) return flat.properties ? { ...summary, type: 'object' } : summary;
  const choices = flat.anyOf ?? flat.oneOf;
  if (choices) summary.anyOf = choices.map((choice) => summaryOf(document, choice, inner));
  if (flat.items) summary.items = summaryOf(document, flat.items, inner);
  if (flat.properties) {
    const fields = Object.entries(flat.properties).map(([name, field]) => [
      name,
      summaryOf(document, field, inner),
    ]);
    summary.properties = Object.fromEntries(fields);
    if (flat.required?.length) summary.required = flat.required;
  }
  return summary;
}

/** The arguments of an operation: `params`, `query` and `body`. */
export function inputOf(
  document: object,
  { parameters = [], requestBody }: DescribedOperation,
  detail: Detail,
): JsonSchema & { type: 'object' } {
  const named = parameters.map((one) => resolveReference<Parameter>(document, one));
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [place, name] of [
    ['path', 'params'],
    ['query', 'query'],
  ] as const) {
    const own = named.filter((parameter) => parameter.in === place);
    if (own.length === 0) continue;
    const needed = own.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    const fields = own.map(({ name: field, description, schema }) => [
      field,
      summaryOf(document, { ...schema, description }, detail),
    ]);
    properties[name] = {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(needed.length > 0 && { required: needed }),
    };
    if (needed.length > 0) required.push(name);
  }
  const [media] = Object.values(requestBody?.content ?? {});
  if (media !== undefined) {
    properties.body = summaryOf(document, media.schema, detail);
    if (requestBody?.required) required.push('body');
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The schema of the successful response; undefined without JSON. */
export function dataOf(
  document: object,
  { responses }: DescribedOperation,
  detail: Detail,
): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  if (success === undefined) return undefined;
  const media = resolveReference<Response>(document, success).content?.['application/json'];
  return media && summaryOf(document, media.schema, detail);
}
