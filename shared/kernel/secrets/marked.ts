/**
 * Masks values that schemas mark as secrets, before they are kept in audit entries, histories and logs. Pure.
 *
 * `z.meta({ 'x-secret': true })` marks the values of a schema. `z.meta({ 'x-secret': ['*.config.headers.*'] })` marks
 * values inside a schema whose structure zod does not know; `*` is every key or index.
 */
import * as z from 'zod/mini';
import { maskedSecret } from './masked.ts';

type Path = readonly string[];

/** The schema within a schema that only adds a check or allows an absent value. */
function innerOf({ _zod: { def } }: z.core.$ZodType): z.core.$ZodType | undefined {
  return 'innerType' in def ? (def.innerType as z.core.$ZodType) : undefined;
}

/** The schemas of values inside, by key. */
function partsOf({ _zod: { def } }: z.core.$ZodType): [string, z.core.$ZodType][] {
  if ('shape' in def) return Object.entries(def.shape as Record<string, z.core.$ZodType>);
  if ('element' in def) return [['*', def.element as z.core.$ZodType]];
  return 'valueType' in def ? [['*', def.valueType as z.core.$ZodType]] : [];
}

/** The paths of secrets in values of the schema; the empty path is the whole value. */
export function secretPathsOf(schema: z.core.$ZodType): Path[] {
  const mark = z.globalRegistry.get(schema)?.['x-secret'];
  if (mark === true) return [[]];
  const marked = Array.isArray(mark) ? mark.map((path) => String(path).split('.')) : [];
  const inner = innerOf(schema);
  if (inner !== undefined) return [...marked, ...secretPathsOf(inner)];
  const within = partsOf(schema).flatMap(([key, part]) => secretPathsOf(part).map((path) => [key, ...path]));
  return [...marked, ...within];
}

/** The value with another value at a path, where it has one; a text on the way may stand for everything below it. */
function replaceAt(value: unknown, path: Path, replace: (secret: unknown) => unknown): unknown {
  if (value === undefined || value === null) return value;
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (typeof value !== 'object') return rest.length === 0 ? replace(value) : value;
  const isAt = (name: string): boolean => key === '*' || key === name;
  if (Array.isArray(value))
    return value.map((one, index) => (isAt(String(index)) ? replaceAt(one, rest, replace) : one));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, isAt(name) ? replaceAt(one, rest, replace) : one]),
  );
}

/** The value with each secret of its schema replaced. */
export function replaceSecrets(
  schema: z.core.$ZodType,
  value: unknown,
  replace: (secret: unknown) => unknown,
): unknown {
  return secretPathsOf(schema).reduce((result, path) => replaceAt(result, path, replace), value);
}

/** The value with each secret of its schema masked. */
const maskSecrets = (schema: z.core.$ZodType, value: unknown): unknown =>
  replaceSecrets(schema, value, () => maskedSecret);

/** Schemas of the fields of a resource that may contain secrets. */
export type SecretFields = Readonly<Record<string, z.core.$ZodType>>;

/** A resource with its secrets masked. */
export function maskFields<Values extends object>(fields: SecretFields, values: Values): Values {
  const masked = Object.entries(values).flatMap(([name, value]) => {
    const schema = fields[name];
    return schema === undefined ? [] : [[name, maskSecrets(schema, value)]];
  });
  return { ...values, ...Object.fromEntries(masked) };
}

/** Changes of a resource by field, with the secrets in their values masked. */
export function maskChanges<Sides extends object>(
  fields: SecretFields,
  changes: Readonly<Record<string, Sides>>,
): Record<string, Sides> {
  const masked = Object.entries(changes).map(([name, sides]) => {
    const schema = fields[name];
    if (schema === undefined) return [name, sides];
    const values = Object.entries(sides).map(([side, value]) => [side, maskSecrets(schema, value)]);
    return [name, Object.fromEntries(values)];
  });
  return Object.fromEntries(masked);
}
