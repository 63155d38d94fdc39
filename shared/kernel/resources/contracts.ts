/**
 * The contracts of a declared resource's operations. Each is a function of its own, so that a handler contains only its
 * own contract. A module changes a contract by spreading it: `defineEndpoint({ ...updateContract(x), body: … })`.
 */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../http/endpoint-spec.ts';
import { about, alwaysTrue, optionalFields, queryBoolean, timestamp, uuid } from '../http/fields.ts';
import { idFilter, listOf, listQuery, textFilter } from '../lists/list.ts';
import {
  type ChangeTime,
  type ContractDetails,
  type Fields,
  namingFieldsOf,
  operationNouns,
  type Resource,
  type SystemField,
  systemFields,
  type Verb,
  withArticle,
} from './resource.ts';

type Schema = Fields[string];

function baseOf({ module, api: { details = 'map' } = {} }: Pick<Resource, 'module' | 'api'>) {
  return { module, auth: 'caller', scope: 'organization', details } as const;
}

const detailsOf = ({ api }: Pick<Resource, 'api'>, verb: Verb): ContractDetails =>
  api?.contracts?.[verb] ?? {};

const idOf = ({ one }: Pick<Resource, 'one'>, purpose = '') => ({ id: uuid(`Id of the ${one}${purpose}.`) });

function systemField(name: SystemField, one: string): Schema {
  const subject = 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33';
  switch (name) {
    case 'tenantId':
      return uuid(`Tenant of the ${one}.`);
    case 'organizationId':
      return uuid(`Organization of the ${one}.`);
    case 'createdAt':
      return timestamp(`When the ${one} was created.`);
    case 'updatedAt':
      return timestamp(`When the ${one} was last changed.`);
    case 'createdBy':
      return z.string().check(about(`Who created the ${one}.`, subject));
    case 'updatedBy':
      return z.string().check(about(`Who last changed the ${one}.`, subject));
  }
}

/** Schema of a row in responses. */
export function rowSchema(resource: Resource) {
  const {
    one,
    description,
    fields,
    computed = {},
    api: { systemFields: shown = systemFields } = {},
  } = resource;
  const computedFields = Object.entries(computed).map(([name, { schema }]) => [name, schema]);
  const shape: Record<string, Schema> = {
    ...idOf(resource),
    ...fields,
    ...Object.fromEntries(computedFields),
    ...Object.fromEntries(shown.map((name) => [name, systemField(name, one)])),
  };
  return z.object(shape).check(z.meta({ id: operationNouns(resource).schema, description }));
}

/** The schema with a default; its description and examples stay. */
function withDefault(schema: Schema, value: unknown): Schema {
  const { description, examples } = z.globalRegistry.get(schema) ?? {};
  return z._default(schema, value).check(z.meta({ description, examples }));
}

/** Schema of a creation: fields with a default may be left out. */
export function creationSchema({ fields, defaults = {} }: Resource) {
  const shape = Object.entries(fields).map(([name, schema]): [string, Schema] => [
    name,
    name in defaults ? withDefault(schema, defaults[name]) : schema,
  ]);
  return z.object(Object.fromEntries(shape));
}

/** Schema of a change: every field may be left out. */
function changeSchema(resource: Resource): z.ZodMiniType<Record<string, unknown>> {
  const { fields, api: { ids = 'path' } = {} } = resource;
  const shape: Record<string, Schema> = {
    ...(ids === 'request' && idOf(resource, ' to change')),
    ...optionalFields(fields),
  };
  return z.object(shape);
}

const toNumber = (text: unknown): unknown => (String(text).trim() === '' ? text : Number(text));

/** A value in a query, where everything is text; a field that may be null or absent is filtered by its other values. */
function readInQuery(schema: Schema): Schema {
  const { def } = schema._zod;
  if ('innerType' in def) return readInQuery(def.innerType as Schema);
  if (def.type === 'boolean') return queryBoolean();
  return def.type === 'number' ? z.pipe(z.transform(toNumber), schema) : schema;
}

/** Schema of a list's query. */
function querySchema({ many, fields, list: { search, filters = {}, sorts } }: Resource) {
  const times: readonly ChangeTime[] = ['createdAt', 'updatedAt'];
  const own = Object.entries(filters).map(([name, mode]): [string, Schema] => {
    const field = fields[name];
    // A part of a value need not be a value: of an e-mail address, its domain.
    if (mode === 'contains' || field === undefined)
      return [name, textFilter(`Only ${many} with this text in \`${name}\`, ignoring case.`)];
    return [name, z.optional(readInQuery(field)).check(about(`Only ${many} with this \`${name}\`.`))];
  });
  return z.object({
    ...listQuery({ sortFields: [...sorts, ...times], searches: search.join(' or ') }),
    ...idFilter(),
    ...Object.fromEntries(own),
  });
}

const byId = ({ path }: Pick<Resource, 'path'>): string => `${path}/{id}`;

export function listContract(resource: Resource) {
  const { path, many, features, list } = resource;
  const order = list.order === 'createdAt' ? 'newest first' : `by default sorted by \`${list.order}\``;
  return defineEndpoint({
    ...baseOf(resource),
    ...operation(`list${operationNouns(resource).many}`, 'GET', path),
    summary: `List and search ${many}`,
    description: `Returns ${many} of the selected organizations, ${order}. Filters are combined with AND.`,
    feature: features.view,
    query: querySchema(resource),
    success: returns(listOf(rowSchema(resource))),
    errors: ['page_too_large'],
    permissions: { table: ['Query', 'BatchGetItem'] },
    ...detailsOf(resource, 'list'),
  });
}

export function getContract(resource: Resource) {
  const { one, features } = resource;
  return defineEndpoint({
    ...baseOf(resource),
    ...operation(`get${operationNouns(resource).one}`, 'GET', byId(resource)),
    summary: `Read ${withArticle(one)}`,
    description: `Returns 404 for a deleted ${one} and for one of another tenant or organization.`,
    feature: features.view,
    params: z.object(idOf(resource)),
    success: returns(rowSchema(resource)),
    errors: ['not_found'],
    etag: true,
    permissions: { table: ['GetItem'] },
    ...detailsOf(resource, 'get'),
  });
}

export function createContract(resource: Resource) {
  const { path, one, features, unique, limit } = resource;
  const must = unique === undefined ? '' : ` The \`${unique.field}\` must be unique in the tenant.`;
  const most = limit === undefined ? '' : ` An organization has at most ${limit} ${resource.many}.`;
  return defineEndpoint({
    ...baseOf(resource),
    ...operation(`create${operationNouns(resource).one}`, 'POST', path),
    summary: `Create ${withArticle(one)}`,
    description: `Creates ${withArticle(one)} in the selected organization.${must}${most}`,
    feature: features.create,
    body: creationSchema(resource),
    success: creates(rowSchema(resource)),
    errors: [
      'not_found',
      ...(unique ? [unique.code] : []),
      ...(limit === undefined ? [] : ['limit_reached']),
    ],
    etag: true,
    permissions: { table: ['PutItem', 'UpdateItem'] },
    ...detailsOf(resource, 'create'),
  });
}

export function updateContract(resource: Resource) {
  const { path, one, features, unique, list, api: { ids = 'path' } = {} } = resource;
  // The reserved value, the name and the place in the list are items that a change may replace by others.
  const isMoved =
    unique !== undefined || namingFieldsOf(resource) !== undefined || list.order !== 'createdAt';
  return defineEndpoint({
    ...baseOf(resource),
    ...operation(`update${operationNouns(resource).one}`, 'PUT', ids === 'path' ? byId(resource) : path),
    summary: `Change ${withArticle(one)}`,
    description: 'Changes the given fields and leaves all others as they are.',
    feature: features.change,
    ...(ids === 'path' && { params: z.object(idOf(resource)) }),
    body: changeSchema(resource),
    success: returns(rowSchema(resource)),
    errors: ['not_found', 'stale', ...(unique ? [unique.code] : [])],
    etag: true,
    permissions: { table: ['GetItem', 'PutItem', ...(isMoved ? (['DeleteItem'] as const) : [])] },
    ...detailsOf(resource, 'update'),
  });
}

export function deleteContract(resource: Resource) {
  const { path, one, features, deletes, api: { ids = 'path', deleted = 'ok' } = {} } = resource;
  return defineEndpoint({
    ...baseOf(resource),
    ...operation(`delete${operationNouns(resource).one}`, 'DELETE', ids === 'path' ? byId(resource) : path),
    summary: `Delete ${withArticle(one)}`,
    description:
      deletes === 'softly'
        ? `The ${one} is no longer found; its row stays, marked as deleted.`
        : `The ${one} is deleted at once.`,
    feature: features.delete,
    ...(ids === 'path' ? { params: z.object(idOf(resource)) } : { query: z.object(idOf(resource)) }),
    success: returns(z.object({ [deleted]: alwaysTrue() })),
    errors: ['not_found', 'stale'],
    permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    ...detailsOf(resource, 'delete'),
  });
}
