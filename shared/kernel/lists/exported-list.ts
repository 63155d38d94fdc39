import type * as z from 'zod/mini';
import { fieldsOf } from '../contracts/fields-of.ts';
import type { EndpointSpec } from '../http/endpoint-spec.ts';

type Schema = z.core.$ZodType;

/** The names in every generic list's response; its rows are in `items`. */
const genericEnvelope = ['items', 'total', 'page', 'pageSize', 'totalPages'];

function rowsIn(schema: Schema, field: string): Schema | undefined {
  if (!('shape' in schema)) return undefined;
  const rows = fieldsOf(schema).find(({ name }) => name === field)?.schema._zod.def;
  return rows?.type === 'array' ? (rows as z.core.$ZodArrayDef).element : undefined;
}

function isGenericEnvelope(schema: Schema): boolean {
  if (!('shape' in schema)) return false;
  const names = fieldsOf(schema).map(({ name }) => name);
  return genericEnvelope.every((name) => names.includes(name));
}

/**
 * The schema of the rows of a list that `?format=` exports: of a generic list, always or in one of its views, or of a
 * list with its own envelope and `exportedRows`. Undefined for other endpoints.
 */
export function exportedRowsOf({
  method,
  success,
  exportedRows,
}: Pick<EndpointSpec, 'method' | 'success' | 'exportedRows'>): Schema | undefined {
  const { result, contentTypes } = success;
  if (method !== 'GET' || result === undefined || contentTypes !== undefined) return undefined;
  if (exportedRows !== undefined) return rowsIn(result, exportedRows);
  const { def } = result._zod;
  const views = def.type === 'union' ? (def as z.core.$ZodUnionDef).options : [result];
  const list = views.find(isGenericEnvelope);
  return list && rowsIn(list, 'items');
}
