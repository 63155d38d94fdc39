/** Arbitraries of values: those that a JSON Schema describes, and those that nobody should send. */
import fc from 'fast-check';
import type { JsonSchema } from '../../shared/openapi/json-schema.ts';
import { type OpenApiDocument, resolveReference } from '../../shared/openapi/types.ts';
import { anyText } from '../support/any-text.ts';

export interface ValueContext {
  document: OpenApiDocument;
  /** Ids that exist, so that requests get past "not found". */
  ids: readonly string[];
  /** Where the key acts. */
  tenantId: string;
  organizationId: string;
}

/** Failures shrink to the first alternative, which is the plainest. */
export const plainest = { withCrossShrink: true };

/** Written into JSON text in place of the string, for numbers that `JSON.stringify` would never write. */
const rawNumbers = ['1e400', '-1e400', '1e-400', '-0', '123456789012345678901234567890', '0.1e1'] as const;
export const rawNumberMark = '@@number:';

function nested(levels: number, wrap: (inner: unknown) => unknown, core: unknown = 'deep'): unknown {
  let value = core;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

/** Deeper than recursion goes. */
const deepValues: unknown[] = [
  nested(4_000, (inner) => ({ operator: 'AND', rules: [inner] })),
  nested(4_000, (inner) => [inner]),
  nested(4_000, (inner) => ({ a: inner })),
];

const withProtoKey: unknown = JSON.parse('{"__proto__": {"isSuperAdmin": true}}');

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202etxt',
  '\ufeff',
  'a\r\nx-injected: 1',
  'x'.repeat(10_001),
  '😀'.repeat(51),
  "' OR 1=1 --",
  '{{constructor.constructor("return 1")()}}',
  '../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  '#',
  'null',
  'NaN',
  'Infinity',
  '0x10',
  '1e3',
  '١٢٣',
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
] as const;

/** Texts that no endpoint expects. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  anyText({ maxLength: 40 }),
);

/** Values that no endpoint expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText as fc.Arbitrary<unknown>, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      2 ** 53,
      1e308,
      5e-324,
      [],
      {},
      [[]],
      [null],
      withProtoKey,
      { constructor: { prototype: {} } },
      { toString: null, hasOwnProperty: 1 },
      JSON.parse('{"then": "not a promise"}'),
      { length: 1e9 },
      Array.from({ length: 1_000 }, () => 0),
    ),
    weight: 4,
  },
  { arbitrary: fc.constantFrom(...deepValues), weight: 2 },
  { arbitrary: fc.constantFrom(...rawNumbers).map((text) => rawNumberMark + text), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>, weight: 2 },
);

function texts(schema: JsonSchema, { ids }: ValueContext): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema;
  if (format === 'uuid') {
    const unknown = fc.uuid();
    return ids.length === 0 ? unknown : fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 4 }, unknown);
  }
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) {
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  }
  const ordinary = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) });
  return fc.oneof(
    { arbitrary: ordinary.filter((text) => [...text].length <= maxLength), weight: 6 },
    fc.constantFrom('x'.repeat(maxLength), 'é'.repeat(maxLength), '😀'.repeat(maxLength)),
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
    Object.entries(properties).map(([name, field]) => [name, described(field, context, depth)]),
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
      return fc.double({ noNaN: true, noDefaultInfinity: true });
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

/** How many lists a generated value holds within each other. */
const deepest = 3;

/**
 * A schema that refers to itself, met again and again: `plain` values wrapped in thousands of lists. Undefined
 * for schemas that do not.
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
      .tuple(plain, fc.constantFrom(40, 1_000, 8_000))
      .map(([core, levels]) => nested(levels, wrap, core));
  }
  return undefined;
}

/** Values that the schema describes, its own examples among them. Recursive schemas end after `depth` lists. */
export function described(schema: JsonSchema, context: ValueContext, depth = deepest): fc.Arbitrary<unknown> {
  const resolved = resolveReference<JsonSchema>(context.document, schema);
  const { enum: choices, type, examples = [] } = resolved;
  const alternatives = resolved.anyOf ?? resolved.oneOf;
  let values: fc.Arbitrary<unknown>;
  if ('const' in resolved) values = fc.constant(resolved.const);
  else if (choices !== undefined) values = fc.constantFrom(...choices);
  else if (alternatives !== undefined && resolved.properties === undefined) {
    // The first alternative is the plainest: it ends the recursion.
    const open = depth > 0 ? alternatives : alternatives.slice(0, 1);
    const plain = open.map((alternative) => described(alternative, context, depth));
    const chain = depth === deepest && plain[0] ? deep(schema, context, plain[0]) : undefined;
    values = fc.oneof(...plain, ...(chain ? [chain] : []));
  } else if (type === undefined) values = fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>;
  else values = fc.oneof(...[type].flat().map((one) => typed(one, resolved, context, depth)));
  const samples = [...examples, ...(schema.examples ?? [])];
  // Ids in examples exist nowhere.
  if (samples.length === 0 || resolved.format === 'uuid') return values;
  return fc.oneof({ arbitrary: values, weight: 3 }, { arbitrary: fc.constantFrom(...samples), weight: 1 });
}
