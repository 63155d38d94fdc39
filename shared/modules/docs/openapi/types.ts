/** The parts of an OpenAPI 3.1 document that this project uses. */
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';

export { resolveReference } from '../../../kernel/contracts/schema-view.ts';

export interface Reference {
  $ref: string;
}

export interface NamedExample {
  summary: string;
  value: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  /** Responses have none. */
  example?: unknown;
  examples?: Record<string, NamedExample | Reference>;
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
  /** The value in the operation's example request; parameters without one are left out there. */
  example?: string | number;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface RequestBody {
  description?: string;
  required: boolean;
  content: Record<string, MediaType>;
}

export type Security = Record<string, string[]>[];

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** The document's, unless the operation differs. */
  security?: Security;
  /** Features that the caller must hold. */
  'x-required-features'?: string[];
  /** Only super admins may call it. */
  'x-super-admin'?: true;
  /** Which selection the operation needs: `none`, `tenant` or `organization`. */
  'x-scope': string;
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export interface SecurityScheme {
  type: 'apiKey' | 'http';
  description: string;
  in?: 'header' | 'cookie';
  name?: string;
  scheme?: string;
}

export interface Components {
  securitySchemes: Record<string, SecurityScheme>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  examples: Record<string, NamedExample>;
  responses: Record<string, Response>;
  schemas: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string; url?: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  security: Security;
  paths: Record<string, PathItem>;
  components: Components;
}

export interface PlacedOperation {
  path: string;
  method: keyof PathItem;
  operation: Operation;
}

/** Every operation, in the order of the document. */
export function operationsIn({ paths }: Pick<OpenApiDocument, 'paths'>): PlacedOperation[] {
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}
