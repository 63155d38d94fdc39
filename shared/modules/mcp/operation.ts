/** Operations of the API as tools: what the generated file `tools/tools.json` contains, and who may call them. Pure. */
import { hasFeature, type Principal } from '../../kernel/base/principal.ts';
import type { JsonSchema } from '../../kernel/contracts/json-schema.ts';
import type { HttpMethod } from '../../kernel/http/endpoint-spec.ts';

/** An operation of the API. */
export interface Operation {
  /** The `operationId`. */
  name: string;
  title: string;
  /** The section of the documentation. */
  section: string;
  method: HttpMethod;
  path: string;
  /** The feature that the caller needs. */
  feature?: string;
  superAdmin?: true;
  /** Format of the body, of operations with one. */
  body?: 'json' | 'form' | 'raw' | 'stream';
  reads?: true;
  destroys?: true;
  /** The response lasts until the client ends it. */
  endless?: true;
}

/** A tool as clients see it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** What the generated file contains. */
export interface ToolFile {
  operations: readonly Operation[];
  /** Tools for single operations, by their names. */
  direct: readonly Tool[];
}

/** Whether the caller may call an operation. The API checks it again. */
export function mayCall(
  principal: Principal,
  { feature, superAdmin, reads }: Pick<Operation, 'feature' | 'superAdmin' | 'reads'>,
): boolean {
  if (principal.readOnly && !reads) return false;
  if (superAdmin && !principal.isSuperAdmin) return false;
  return feature === undefined || hasFeature(principal, feature);
}

/** What clients may tell their users before a call. */
export function hintsOf({ method, reads, destroys }: Operation): Tool['annotations'] {
  return {
    readOnlyHint: reads === true,
    destructiveHint: destroys === true,
    idempotentHint: reads === true || method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  };
}

/** What every tool returns, with the data of an operation. */
export function outputSchemaOf(data: JsonSchema = {}): Tool['outputSchema'] {
  return {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      data,
      text: { type: 'string' },
      nextCursor: { type: 'string' },
    },
    required: ['status'],
  };
}
