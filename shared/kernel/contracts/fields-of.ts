/** The fields of an object schema. Pure. */
import * as z from 'zod/mini';

type ZodSchema = z.core.$ZodType;

/** The properties of an object schema, and whether each is required. */
export function fieldsOf(schema: ZodSchema): { name: string; schema: ZodSchema; required: boolean }[] {
  const { shape } = schema as unknown as z.ZodMiniObject;
  return Object.entries(shape).map(([name, field]) => ({
    name,
    schema: field,
    required: !z.safeParse(field, undefined).success,
  }));
}
