import type * as z from 'zod/mini';
import type { EndpointSpec } from '../http/contract.ts';
import { fieldsOf } from '../openapi/schemas.ts';

type Schema = z.core.$ZodType;

const envelope = ['items', 'total', 'page', 'pageSize', 'totalPages'];

function isEnvelope(schema: Schema): boolean {
  if (!('shape' in schema)) return false;
  const names = fieldsOf(schema).map(({ name }) => name);
  return envelope.every((name) => names.includes(name));
}

/**
 * The schema of the generic list that an endpoint answers, always or in one of its views; undefined for other
 * endpoints. What has one is exported with `?format=`.
 */
export function genericListOf({
  method,
  success,
}: Pick<EndpointSpec, 'method' | 'success'>): Schema | undefined {
  const { result, contentTypes } = success;
  if (method !== 'GET' || result === undefined || contentTypes !== undefined) return undefined;
  const { def } = result._zod;
  const views = def.type === 'union' ? (def as z.core.$ZodUnionDef).options : [result];
  return views.find(isEnvelope);
}
