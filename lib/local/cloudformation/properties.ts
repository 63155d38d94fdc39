import * as z from 'zod/mini';
import type { Resource } from '../types.ts';

/** Reads the properties of a resource by a schema. Throws an error that names the resource and the properties. */
export function propertiesOf<Schema extends z.ZodMiniType>(
  { type, physicalId, properties }: Resource,
  schema: Schema,
): z.output<Schema> {
  const result = z.safeParse(schema, properties);
  if (result.success) return result.data;
  throw new Error(
    `The properties of the ${type} ${physicalId} are invalid:\n${z.prettifyError(result.error)}`,
  );
}
