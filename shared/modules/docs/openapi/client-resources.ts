/**
 * The resources of the API as data for clients: what a page or a program needs to list, filter, create, change and delete
 * things of a kind. Derived from the document alone, so that it holds for every resource, however it is written.
 */
import type { Kind, OwnField } from '../../../clients/typescript/own-resource.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import { flattened } from '../../../kernel/contracts/schema-view.ts';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  resolveReference,
} from './types.ts';

/** The feature that an operation needs; `superAdmin` if only super admins may call it, null if every caller may. */
type Need = string | null;

interface ClientResource {
  name: string;
  path: string;
  /** Such as "Rule set" and "Rule sets". */
  title: string;
  plural: string;
  /** Whether the list is sent as a file, too. */
  isExported: boolean;
  /** Ids of the operations on it. */
  operations: Readonly<Record<string, string>>;
  /** The fields of a row. */
  columns: Readonly<Record<string, Kind>>;
  /** Titles of these fields. */
  titles: Readonly<Record<string, string>>;
  /** Parameters that select rows. */
  filters: Readonly<Record<string, Kind>>;
  /** Fields by which the list sorts. */
  sorts: readonly string[];
  /** What callers need for each operation. */
  features: Readonly<Record<string, Need>>;
}

/** Parameters of every list that select no rows by their fields. */
const ofEveryList = new Set([
  'page',
  'pageSize',
  'sortField',
  'sortDir',
  'sortBy',
  'sortOrder',
  'format',
  'tenantId',
  'organizationId',
  'withTotal',
]);

const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function kindOf(document: OpenApiDocument, schema: JsonSchema): Kind {
  const flat = flattened(document, schema);
  const choice = (flat.anyOf ?? flat.oneOf)?.find(({ type }) => type !== 'null');
  if (flat.type === undefined && choice !== undefined) return kindOf(document, choice);
  const values = flat.enum?.filter((value) => typeof value === 'string');
  if (values !== undefined && values.length > 0) return values;
  const type = [flat.type].flat().find((one) => one !== 'null');
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean' || type === 'object') return type;
  if (type === 'array') {
    const item = flat.items === undefined ? 'text' : kindOf(document, flat.items);
    return typeof item === 'string' ? 'list' : item;
  }
  if (flat.format === 'date-time') return 'time';
  return flat.format === 'uuid' ? 'id' : 'text';
}

const kindsOf = (
  document: OpenApiDocument,
  fields: readonly (readonly [name: string, schema: JsonSchema])[],
) => Object.fromEntries(fields.map(([name, schema]) => [name, kindOf(document, schema)]));

/** The fields of the schema; of a union, those of all its members, and of the first one that has a field. */
function fieldsOf(document: OpenApiDocument, schema: JsonSchema): Record<string, JsonSchema> {
  const { properties, anyOf, oneOf = anyOf ?? [] } = flattened(document, schema);
  return properties ?? Object.assign({}, ...oneOf.toReversed().map((member) => fieldsOf(document, member)));
}

function contentOf(document: OpenApiDocument, { responses }: Operation): Record<string, MediaType> {
  const { '200': ok } = responses;
  return (ok && resolveReference(document, ok).content) ?? {};
}

/** The fields of the rows; undefined for an operation that returns no list. */
function rowOf(document: OpenApiDocument, operation: Operation): Record<string, JsonSchema> | undefined {
  const schema = contentOf(document, operation)['application/json']?.schema;
  const { items, data = items } = schema === undefined ? {} : fieldsOf(document, schema);
  return data?.items && fieldsOf(document, data.items);
}

const needOf = (operation: Operation): Need =>
  operation['x-super-admin'] ? 'superAdmin' : (operation['x-required-features']?.[0] ?? null);

const isList = ({ operationId }: Operation): boolean => operationId.startsWith('list');

/** The operations on the things of a list, by what they do. */
function operationsOf(list: PathItem, one: PathItem = {}) {
  const get = one.get && !isList(one.get) ? one.get : undefined;
  const found = Object.entries({
    list: list.get,
    get,
    create: list.post,
    change: one.put ?? list.put,
    delete: one.delete ?? list.delete,
  });
  return found.flatMap(([name, operation]) => (operation === undefined ? [] : [{ name, operation }]));
}

function resourceOf(document: OpenApiDocument, path: string): ClientResource | undefined {
  const { [path]: item } = document.paths;
  const row = item?.get && isList(item.get) ? rowOf(document, item.get) : undefined;
  if (item?.get === undefined || row === undefined) return undefined;
  const key = Object.keys(document.paths).find((one) => one.startsWith(`${path}/{`) && one.endsWith('}'));
  const operations = operationsOf(item, key === undefined ? undefined : document.paths[key]);
  const parameters = (item.get.parameters ?? [])
    .map((parameter) => resolveReference<Parameter>(document, parameter))
    .filter((parameter) => parameter.in === 'query');
  const sort = parameters.find(({ name }) => name === 'sortField' || name === 'sortBy');
  const sorts = sort === undefined ? [] : kindOf(document, sort.schema);
  const plural = item.get.summary.replace(/^(List|Search) (and search |the )?/, '');
  const single = item.post?.summary.match(/^\w+ an? (.*)/)?.[1];
  const named = Object.entries(row);
  return {
    name: item.get.operationId.replace(/^list/, '').replace(/^./, (letter) => letter.toLowerCase()),
    path,
    title: withCapital(single ?? plural),
    plural: withCapital(plural),
    isExported: 'text/csv' in contentOf(document, item.get),
    operations: Object.fromEntries(operations.map(({ name, operation }) => [name, operation.operationId])),
    columns: kindsOf(document, named),
    titles: Object.fromEntries(named.map(([name]) => [name, wordsOf(name)])),
    filters: kindsOf(
      document,
      parameters.filter(({ name }) => !ofEveryList.has(name)).map(({ name, schema }) => [name, schema]),
    ),
    sorts: typeof sorts === 'string' ? [] : sorts,
    features: Object.fromEntries(operations.map(({ name, operation }) => [name, needOf(operation)])),
  };
}

/** Every list of the API, and what there is to do with its things. */
export const clientResources = (document: OpenApiDocument): ClientResource[] =>
  Object.keys(document.paths).flatMap((path) => resourceOf(document, path) ?? []);

/** The data as a file of the client: one constant per resource, so that a program holds only those that it uses. */
export function formatClientResources(resources: readonly ClientResource[]): string {
  const texts = resources.map((resource) => {
    const lines = Object.entries(resource).map(([name, value]) => `  ${name}: ${toJson(value)},`);
    return `export const ${resource.name} = {\n${lines.join('\n')}\n} as const;\n`;
  });
  return `/** The resources of the API. Written by \`npm run openapi\`. */\n\n${texts.join('\n')}`;
}

/** The fields of a creation. */
function writtenFields(document: OpenApiDocument, { post }: PathItem): Record<string, OwnField> {
  const schema = post?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return {};
  const { required = [] } = flattened(document, schema);
  const fields = Object.entries(fieldsOf(document, schema)).map(([name, field]): [string, OwnField] => {
    const { description = '', default: initial } = flattened(document, field);
    const kind = kindOf(document, field);
    return [name, { kind, isRequired: required.includes(name), hint: description, initial }];
  });
  return Object.fromEntries(fields);
}

/** The declared resources, with the fields that callers write, as a file of the client. */
export function formatOwnResources(
  document: OpenApiDocument,
  declared: readonly { path: string; name: string }[],
): string {
  const own = declared.flatMap(({ path, name: auditedAs }) => {
    const resource = resourceOf(document, path);
    const item = document.paths[path];
    if (resource === undefined || item === undefined) return [];
    const { operations: _, ...shown } = resource;
    return [
      { ...shown, auditedAs, ids: item.put ? 'request' : 'path', fields: writtenFields(document, item) },
    ];
  });
  const rows = own.map((each) => `  ${toJson(each)},\n`);
  return [
    '/** The resources that a team declares. Written by `npm run openapi`. */',
    "import type { OwnResource } from './own-resource.ts';",
    '',
    `export const ownResources: readonly OwnResource[] = [${rows.length > 0 ? `\n${rows.join('')}` : ''}];`,
    '',
  ].join('\n');
}
