/** Reads untyped values, such as the properties of the template, requests and stored rows, by a schema. */
import * as z from 'zod/mini';

// Compiling a schema with `new Function` only pays off after many calls.
const options: z.core.ParseContext<z.core.$ZodIssue> = { jitless: true, error: z.locales.en().localeError };

/**
 * Returns what the schema describes of a value. Throws the error that `failure` makes of the mismatches, each with its
 * path.
 */
export function readAs<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  failure: (mismatches: string) => Error,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, value, options);
  if (error === undefined) return data;
  throw failure(error.issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`).join('; '));
}

/** A column of a database that contains JSON. */
export const jsonColumn = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.pipe(
    z.transform((text): unknown => JSON.parse(String(text))),
    schema,
  );
