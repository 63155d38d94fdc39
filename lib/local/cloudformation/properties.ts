/** Resources of the template: how they are found, and how their untyped properties are read. */
import type * as z from 'zod/mini';
import { readAs } from '../read-as.ts';
import type { ResolvedApp, Resource } from '../types.ts';

/** Returns the value. Throws an error with this message when there is none. */
export function found<Value>(value: Value | undefined, problem: string): Value {
  if (value === undefined) throw new Error(problem);
  return value;
}

/** Reads the properties of a resource by a schema. Throws an error that names the resource and the properties. */
export function propertiesOf<Schema extends z.core.$ZodType>(
  { type, physicalId, properties }: Resource,
  schema: Schema,
): z.output<Schema> {
  const failure = (mismatches: string) =>
    new Error(`The ${type} ${physicalId} does not run locally: ${mismatches}`);
  return readAs(schema, properties, failure);
}

/** Returns the only resource of a type. Throws when there is none, or several. */
export function onlyOf(app: ResolvedApp, type: string): Resource {
  const [first, ...others] = app.ofType(type);
  if (first === undefined || others.length > 0) throw new Error(`The app must have exactly one ${type}.`);
  return first;
}

/** Returns the resource with that id or ARN. Throws when the app has none of the type. */
export function linked(app: ResolvedApp, type: string, idOrArn: string): Resource {
  const resource = app.find(idOrArn);
  if (resource?.type === type) return resource;
  throw new Error(`${idOrArn} is not a ${type} of the app.`);
}
