/**
 * Writes fields that several objects define identically once. Groups of fields become a schema that the
 * objects extend (`allOf`), single fields a schema that they refer to.
 */
import { type JsonSchema, mapInnerSchemas, withoutExamples } from '../../../kernel/contracts/json-schema.ts';
import { namesFor, type SchemaRoot, schemaRoots } from './schema-roots.ts';
import type { OpenApiDocument } from './types.ts';

/** Characters of a reference and the name of its target. */
const referenceCharacters = 55;
const nameCharacters = 40;
/** Minimum characters that a group of fields must save to get a name. */
const minSavedCharacters = 250;
const minSavedByField = 80;

const textOf = (schema: JsonSchema): string => JSON.stringify(withoutExamples(schema));

/** Characters that are saved by writing a text once instead of `count` times. */
const savedBy = (text: number, count: number): number =>
  (count - 1) * text - count * referenceCharacters - nameCharacters;

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

interface FieldUse {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  users: SchemaRoot[];
}

/** The fields of all objects; equal fields, required in all or in none, are one entry. */
function fieldUses(roots: readonly SchemaRoot[]): FieldUse[] {
  const uses = new Map<string, FieldUse>();
  for (const root of roots) {
    const { properties = {}, required = [] } = root.schema;
    for (const [name, schema] of Object.entries(properties)) {
      const isRequired = required.includes(name);
      const key = `${name} ${isRequired} ${textOf(schema)}`;
      const use = uses.get(key) ?? { name, schema, isRequired, users: [] };
      use.users.push(root);
      uses.set(key, use);
    }
  }
  return [...uses.values()].filter(({ users }) => users.length > 1);
}

const freeName = (
  names: readonly string[],
  schemas: Readonly<Record<string, JsonSchema>>,
): string | undefined => names.find((name) => !(name in schemas));

/** Makes the objects extend a schema of the fields that exactly these objects share. */
export function shareFieldGroups(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const roots = schemaRoots(document).filter(({ schema }) => schema.type === 'object' && schema.properties);
  const numbers = new Map(roots.map((root, index) => [root, index] as const));
  const groups = Map.groupBy(fieldUses(roots), ({ users }) => users.map((root) => numbers.get(root)).join());
  const worthwhile = [...groups.values()]
    .map((fields) => {
      const [{ users = [] } = {}] = fields;
      const characters = fields.reduce(
        (sum, { name, schema }) => sum + name.length + textOf(schema).length,
        0,
      );
      return { fields, users, saved: savedBy(characters, users.length) };
    })
    .filter(({ fields, saved }) => fields.length > 1 && saved >= minSavedCharacters)
    .toSorted((a, b) => b.saved - a.saved);
  const current = new Map(roots.map((root) => [root, root.schema] as const));
  for (const { fields, users } of worthwhile) {
    const userNames = users.map(({ name }) => name);
    const name = freeName(
      namesFor(userNames, 'Fields').filter((one) => one !== 'Fields'),
      schemas,
    );
    if (name === undefined) continue;
    const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
    schemas[name] = {
      type: 'object',
      description: `Fields of ${[...new Set(userNames)].map((user) => `\`${user}\``).join(', ')}.`,
      properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
      ...(required.length > 0 && { required }),
    };
    const shared = new Set(fields.map((field) => field.name));
    for (const root of users) {
      const changed = extending(current.get(root) ?? root.schema, name, shared);
      current.set(root, changed);
      root.replace(changed);
    }
  }
}

function extending(schema: JsonSchema, base: string, shared: ReadonlySet<string>): JsonSchema {
  const { properties = {}, required = [], allOf = [], ...words } = schema;
  const own = Object.entries(properties).filter(([name]) => !shared.has(name));
  const ownRequired = required.filter((name) => !shared.has(name));
  return {
    ...words,
    allOf: [...allOf, reference(base)],
    properties: Object.fromEntries(own),
    ...(ownRequired.length > 0 && { required: ownRequired }),
  };
}

/** Calls `visit` with every field within the schema and replaces the field by the result. */
function mapFields(schema: JsonSchema, visit: (name: string, field: JsonSchema) => JsonSchema): JsonSchema {
  const inner = mapInnerSchemas(schema, (one) => mapFields(one, visit));
  if (inner.properties === undefined) return inner;
  const fields = Object.entries(inner.properties).map(([name, field]) => [name, visit(name, field)]);
  return { ...inner, properties: Object.fromEntries(fields) };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Gives names to single fields with long descriptions, and refers to them. */
export function shareSingleFields(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const uses = new Map<string, { field: string; schema: JsonSchema; users: string[] }>();
  for (const { name, schema } of schemaRoots(document)) {
    mapFields(schema, (field, one) => {
      const key = `${field} ${textOf(one)}`;
      const use = uses.get(key) ?? { field, schema: one, users: [] };
      use.users.push(name);
      if (use.schema.examples === undefined) use.schema = one;
      uses.set(key, use);
      return one;
    });
  }
  const names = new Map<string, string>();
  for (const [key, { field, schema, users }] of uses) {
    if (savedBy(textOf(schema).length, users.length) < minSavedByField) continue;
    const name = freeName(namesFor(users, capitalized(field)), schemas);
    if (name === undefined) continue;
    names.set(key, name);
    schemas[name] = schema;
  }
  const added = new Set(names.values());
  for (const { name, schema, replace } of schemaRoots(document)) {
    if (added.has(name)) continue;
    replace(
      mapFields(schema, (field, one) => {
        const named = names.get(`${field} ${textOf(one)}`);
        return named === undefined ? one : reference(named);
      }),
    );
  }
}
