/** The parts of an OpenAPI 3.1 document that ours is made of. */
import type { JsonSchema } from './json-schema.ts';

export interface Reference {
  $ref: string;
}

export interface NamedExample {
  summary: string;
  value: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, NamedExample>;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description: string;
  required?: boolean;
  explode?: boolean;
  schema: JsonSchema;
  example?: string | number;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  /** Features that the caller must hold. */
  'x-required-features': string[];
  /** Only super admins may call it. */
  'x-super-admin'?: true;
  /** Which selection the operation needs: `none`, `tenant` or `organization`. */
  'x-scope': string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  'x-codeSamples': { lang: string; label: string; source: string }[];
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export interface SecurityScheme {
  type: 'apiKey' | 'http';
  description: string;
  in?: 'header' | 'cookie';
  name?: string;
  scheme?: string;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    schemas: Record<string, JsonSchema>;
  };
}

/** What a `#/components/…` reference stands for; anything else is itself. Throws when there is no such part. */
export function resolveReference<Part extends object>(
  document: OpenApiDocument,
  part: Part | Reference,
): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const found = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  if (found === undefined) throw new Error(`${part.$ref} does not exist in the document.`);
  return resolveReference(document, found as Part | Reference);
}
