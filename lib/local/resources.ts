/** Resources of the template: how they are found, and how their untyped properties are read. */
import type * as z from 'zod/mini';
import { readAs } from './read-as.ts';
import type { ResolvedApp, Resource } from './types.ts';

/** Returns what the schema describes of a resource's properties. Throws an error that names the resource. */
export const propertiesOf = <Schema extends z.core.$ZodType>(
  schema: Schema,
  { stack, logicalId, properties }: Resource,
): z.output<Schema> =>
  readAs(
    schema,
    properties,
    (mismatches) => new Error(`${logicalId} of ${stack} does not run locally: ${mismatches}`),
  );

/** Returns the only resource of a type. Throws when there is none, or several. */
export function onlyOf(app: ResolvedApp, type: string): Resource {
  const [first, ...others] = app.ofType(type);
  if (first === undefined || others.length > 0) throw new Error(`The app must have exactly one ${type}.`);
  return first;
}

/** Returns the resource with that id or ARN. Throws when the app has none of the type. */
export function linked(app: ResolvedApp, type: string, idOrArn: string): Resource {
  const found = app.find(idOrArn);
  if (found?.type === type) return found;
  throw new Error(`${idOrArn} is not a ${type} of the app.`);
}
