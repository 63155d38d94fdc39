/** Converts JSON schemas to the text of TypeScript types. */
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';

const componentPrefix = '#/components/schemas/';
/** Maximum length of comment lines. */
const commentWidth = 100;
/** Names of global types that a generated type must not hide. */
const taken: ReadonlySet<string> = new Set(['Error', 'Event', 'File', 'Object', 'Request', 'Response']);

/** The type name of a component: `Error` is `ApiError`, because TypeScript has a global `Error`. */
export function typeName(component: string): string {
  return taken.has(component) ? `Api${component}` : component;
}

/** A comment of one or more lines for the next declaration; an empty text if there is no description. */
export function comment(text: string | undefined): string {
  const words = (text ?? '').replaceAll('*/', '*\\/').split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < commentWidth) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

/** A key of an object type, quoted if necessary. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export interface Property {
  name: string;
  /** The type, as text. */
  type: string;
  required: boolean;
  description?: string | undefined;
  /** The default value. */
  fallback?: unknown;
}

/** An object type, each property on a line after its comment. */
export function objectType(properties: readonly Property[], more = ''): string {
  const lines = properties.map(({ name, type, required, description, fallback }) => {
    const text =
      fallback === undefined ? description : `${description ?? ''} Default: ${JSON.stringify(fallback)}.`;
    return `${comment(text)}${key(name)}${required ? '' : '?'}: ${type};\n`;
  });
  return `{\n${lines.join('')}${more}}`;
}

/** The type of a schema, as text. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, oneOf, anyOf, allOf, properties } = schema;
  if ($ref !== undefined) return typeName($ref.slice(componentPrefix.length));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return union(choices.map(typeOf));
  if (allOf !== undefined) {
    const { allOf: _, description: __, ...own } = schema;
    const parts = [...allOf, ...(properties === undefined ? [] : [own])];
    return parts.map((part) => grouped(typeOf(part))).join(' & ');
  }
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  return ofOneType(schema);
}

function ofOneType(schema: JsonSchema): string {
  switch (schema.type) {
    case 'string':
      // A file in a form.
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${grouped(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return ofObject(schema);
    default:
      return schema.properties === undefined ? 'unknown' : ofObject(schema);
  }
}

function ofObject({ properties, required = [], additionalProperties: more }: JsonSchema): string {
  const values = typeof more === 'object' ? typeOf(more) : 'unknown';
  if (properties === undefined) return `Record<string, ${values}>`;
  const known = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    description: schema.description,
    fallback: schema.default,
  }));
  // Properties must be compatible with the index signature, so it allows all types.
  return objectType(known, more === undefined || more === false ? '' : '[name: string]: unknown;\n');
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** In parentheses if precedence requires it. */
function grouped(type: string): string {
  return /^[\w<>, ]+$/.test(type) || (type.startsWith('{') && !/\}\s*[|&]/.test(type)) ? type : `(${type})`;
}
