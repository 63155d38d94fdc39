/** Arbitraries of the values that a JSON Schema describes. */
import fc from 'fast-check';
import type { JsonSchema } from '../../../shared/kernel/contracts/json-schema.ts';
import { flattened } from '../../../shared/kernel/contracts/schema-view.ts';
import { type OpenApiDocument, resolveReference } from '../../../shared/modules/docs/openapi/types.ts';
import { emojiAtLimit, hostileText, prototypeNames } from './hostile-texts.ts';
import { deepLevels, nested, rawNumber } from './hostile-values.ts';

export interface ValueContext {
  document: OpenApiDocument;
  /** Ids that exist, so that requests get past "not found". */
  ids: readonly string[];
  /** The scope of the key. */
  tenantId: string;
  organizationId: string;
  /** Keys of other tenants and organizations, including deleted ones. */
  otherKeys?: readonly string[];
}

/** Failures shrink to the first, simplest alternative. */
export const plainest = { withCrossShrink: true };

function texts(schema: JsonSchema, { ids }: ValueContext): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema;
  if (format === 'uuid') {
    const unknown = fc.uuid();
    return ids.length === 0 ? unknown : fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 4 }, unknown);
  }
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) {
    // Texts cannot be generated from a pattern with a lookahead.
    if (pattern.includes('(?')) return hostileText;
    const matching = fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
    // Texts that match the pattern, and texts that make it slow.
    return fc.oneof({ arbitrary: matching, weight: 9 }, hostileText);
  }
  const ordinary = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) });
  return fc.oneof(
    { arbitrary: ordinary.filter((text) => [...text].length <= maxLength), weight: 12 },
    { arbitrary: emojiAtLimit(maxLength), weight: 3 },
    { arbitrary: emojiAtLimit(minLength), weight: 1 },
    fc.constantFrom('x', 'é').map((text) => text.repeat(maxLength)),
    fc.constantFrom(...prototypeNames),
  );
}

function integers({ minimum, maximum }: JsonSchema): fc.Arbitrary<unknown> {
  const bounds = { min: minimum ?? -(2 ** 31), max: Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1) };
  return fc.oneof(
    { arbitrary: fc.integer(bounds), weight: 4 },
    fc.constantFrom(bounds.min, maximum ?? 2 ** 53 - 1),
  );
}

function objects(schema: JsonSchema, context: ValueContext, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      // A field may have the schema of its object: the condition on a list.
      described(field, context, field.$ref === undefined ? depth : depth - 1),
    ]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => name in model), noNullPrototype: true });
}

function typed(
  type: string,
  schema: JsonSchema,
  context: ValueContext,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema, context);
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.oneof(
        {
          arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) as fc.Arbitrary<unknown>,
          weight: 4,
        },
        rawNumber,
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0 } = schema;
      return fc.array(described(items, context, depth - 1), { minLength: minItems, maxLength: minItems + 2 });
    }
    default:
      return objects(schema, context, depth);
  }
}

/** Nesting depth of lists in a generated value. */
const deepest = 3;

/**
 * A deep value of a recursive schema: `plain` values in thousands of nested lists. Undefined for other schemas.
 */
function deep(
  schema: JsonSchema,
  { document }: ValueContext,
  plain: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> | undefined {
  const alternatives = resolveReference<JsonSchema>(document, schema).anyOf ?? [];
  for (const alternative of alternatives) {
    const { properties = {} } = resolveReference<JsonSchema>(document, alternative);
    const [list] =
      Object.entries(properties).find(([, { items }]) => items && items.$ref === schema.$ref) ?? [];
    if (list === undefined || schema.$ref === undefined) continue;
    const others = Object.entries(properties).map(([name, field]) => [name, field.enum?.[0]]);
    const wrap = (inner: unknown) => ({ ...Object.fromEntries(others), [list]: [inner] });
    return fc
      .tuple(plain, fc.constantFrom(40, ...deepLevels))
      .map(([core, levels]) => nested(levels, wrap, core));
  }
  return undefined;
}

/** Valid values of the schema, including its examples. Recursion ends after `depth` lists. */
export function described(schema: JsonSchema, context: ValueContext, depth = deepest): fc.Arbitrary<unknown> {
  const resolved = flattened(context.document, schema);
  const { enum: choices, type, examples = [] } = resolved;
  const alternatives = resolved.anyOf ?? resolved.oneOf;
  let values: fc.Arbitrary<unknown>;
  if ('const' in resolved) values = fc.constant(resolved.const);
  else if (choices !== undefined) values = fc.constantFrom(...choices);
  else if (alternatives !== undefined && resolved.properties === undefined) {
    // The first, simplest alternative ends the recursion.
    const open = depth > 0 ? alternatives : alternatives.slice(0, 1);
    const plain = open.map((alternative) => described(alternative, context, depth));
    const chain = depth === deepest && plain[0] ? deep(schema, context, plain[0]) : undefined;
    values = fc.oneof(...plain, ...(chain ? [chain] : []));
  } else if (type === undefined) values = fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>;
  else values = fc.oneof(...[type].flat().map((one) => typed(one, resolved, context, depth)));
  const samples = [...examples, ...(schema.examples ?? [])];
  // Ids in examples do not exist.
  if (samples.length === 0 || resolved.format === 'uuid') return values;
  return fc.oneof({ arbitrary: values, weight: 3 }, { arbitrary: fc.constantFrom(...samples), weight: 1 });
}
