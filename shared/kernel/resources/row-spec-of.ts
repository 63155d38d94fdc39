/** What the table must know of a declared resource's rows. */
import { responseBytes } from '../base/json.ts';
import { apiError } from '../errors/api-error.ts';
import { newestFirst, textOrder } from '../table/keys.ts';
import type { ListValue } from '../table/listing-spec.ts';
import { resourceKey, resourceListingKey, resourceListPartition, resourceValueKey } from './keys.ts';
import {
  type ChangeTime,
  type Fields,
  type NamingFields,
  namingFieldsOf,
  type Resource,
  type RowOf,
  titleOf,
} from './resource.ts';
import type { ResourceList, RowSpec } from './row-spec.ts';

/** Schemas whose values DynamoDB stores as they are; others are stored as JSON texts. */
const scalars = ['string', 'number', 'int', 'boolean', 'enum', 'literal'];

function isScalar(schema: Fields[string]): boolean {
  const { def } = schema._zod;
  return 'innerType' in def ? isScalar(def.innerType as Fields[string]) : scalars.includes(def.type);
}

/** What a response has besides the row: computed fields are small. */
const computedBytes = 200;

const toListValue = (value: unknown): ListValue =>
  typeof value === 'number' || typeof value === 'boolean' ? value : value == null ? null : String(value);

/** The error of a value that another row has; documents show it with `example`. */
export const takenErrorOf = (one: string, { field, code }: { field: string; code: string }, example = '') =>
  apiError({
    code,
    status: 409,
    when: `Another ${one} of the tenant has this \`${field}\`.`,
    message: (value: string) => `The ${field} "${value}" is taken.`,
    details: { [field]: 'is taken' },
    example: [example],
  });

/** The name of a row in its fields. */
function namedIn(fields: Readonly<Record<string, unknown>>, { name, detail = '' }: NamingFields) {
  const [text, more] = [fields[name] ?? '', fields[detail] ?? null];
  return text === '' ? null : { name: String(text), detail: more === null ? null : String(more) };
}

function listOf<F extends Fields, Stored extends object>(
  resource: Resource<F, Stored>,
): ResourceList<RowOf<F, Stored>, string> {
  const { name, list, unique } = resource;
  const naming = namingFieldsOf(resource);
  const { search, filters = {}, sorts, order } = list;
  const own = [...new Set([...search, ...Object.keys(filters), ...sorts, order])].filter(
    (field) => field !== 'createdAt',
  );
  const times: readonly ChangeTime[] = ['createdAt', 'updatedAt'];
  const contains = Object.entries(filters).filter(([, mode]) => mode === 'contains');
  const placeOf = (row: RowOf<F, Stored>): string =>
    order === 'createdAt' ? newestFirst(Date.parse(row.createdAt)) : textOrder(String(row[order] ?? ''));
  /** Only one row has the place of a unique value. */
  const isAlone = (row: RowOf<F, Stored>): boolean => order === unique?.field && row[order] != null;
  return {
    partition: (scope) => resourceListPartition(name, scope),
    key: (row) => resourceListingKey(name, row, placeOf(row), isAlone(row) ? undefined : row.id),
    keyOrder: { field: order, direction: order === 'createdAt' ? 'desc' : 'asc' },
    attributes: Object.fromEntries([...own, ...times].map((field) => [field, `f_${field}`])),
    values: (row) => ({
      ...Object.fromEntries(own.map((field) => [field, toListValue(row[field])])),
      ...Object.fromEntries(times.map((field) => [field, Date.parse(row[field])])),
    }),
    searchIn: search,
    filterModes: Object.fromEntries(contains.map(([field]) => [field, 'contains'])),
    bytes: (row) => responseBytes(row) + computedBytes,
    ...(naming && { named: (row) => namedIn(row, naming) }),
  };
}

function uniqueOf<F extends Fields, Stored extends object>(
  { name, one }: Resource<F, Stored>,
  unique: { field: keyof F & string; code: string },
): NonNullable<RowSpec<RowOf<F, Stored>, string>['unique']> {
  const TakenError = takenErrorOf(one, unique);
  const takenValue = (row: RowOf<F, Stored>) => toListValue(row[unique.field]);
  return {
    key: (row) => {
      const value = takenValue(row);
      return value === null ? undefined : resourceValueKey(name, row, unique.field, String(value));
    },
    taken: (row) => new TakenError(String(takenValue(row))),
  };
}

/** The rows of the resource, for `readerOf` and `writerOf`. */
export function rowSpecOf<F extends Fields, Stored extends object>(
  resource: Resource<F, Stored>,
): RowSpec<RowOf<F, Stored>, string> {
  const { name, fields, unique, limit, event, deletes, many } = resource;
  const derived: RowSpec<RowOf<F, Stored>, string> = {
    name,
    title: titleOf(resource),
    entity: name,
    rowKey: (scope, id) => resourceKey(name, scope, id),
    list: listOf(resource),
    ...(unique && { unique: uniqueOf(resource, unique) }),
    ...(limit !== undefined && { limit: { what: `${many} in an organization`, max: () => limit } }),
    eventData: (row) => ({
      ...Object.fromEntries(event.map((field) => [field, row[field]])),
      ...resource.eventData?.(row),
    }),
    audited: ({ revision: _, ...row }) => row,
    deletes,
    jsonFields: Object.keys(fields).filter(
      (field) => fields[field] !== undefined && !isScalar(fields[field]),
    ),
  };
  return resource.rows?.(derived) ?? derived;
}
