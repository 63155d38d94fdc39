/**
 * The declaration of a resource: one literal, from which its rows, contracts, handlers, events, export and samples
 * follow. The literal is data: reading it loads neither the table nor an SDK.
 */
import type { z } from 'zod/mini';
import type { Feature } from '../base/features.ts';
import type { DetailsStyle } from '../errors/error-body.ts';
import type { EndpointSpec } from '../http/endpoint-spec.ts';
import type { BookkeepingName } from '../table/item.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';

/** Schemas of fields, each with its description and an example (`about(…)`). */
export type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** The values of fields. */
export type Values<F extends Fields> = { [Name in keyof F]: z.core.output<F[Name]> };

/** A row of every declared resource, besides its own fields. */
export type DeclaredRow = ResourceRow & {
  createdAt: string;
  updatedAt: string;
  /** The subject of the caller: `user:<id>`, `api_key:<id>`. Absent where responses do not contain it. */
  createdBy?: string;
  updatedBy?: string;
};

export type RowOf<F extends Fields, Stored extends object> = DeclaredRow & Values<F> & Stored;

/** The fields in which a list can be sorted besides its own. */
export type ChangeTime = 'createdAt' | 'updatedAt';

type NameOf<F extends Fields> = keyof F & string;

/** What responses contain of every row, after its own fields. */
export const systemFields = [
  'tenantId',
  'organizationId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const;
export type SystemField = (typeof systemFields)[number];

export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

/** What a contract can say besides what follows from the literal. */
export type ContractDetails = Partial<
  Pick<EndpointSpec, 'summary' | 'description' | 'etag' | 'maxBodyBytes' | 'deepFields' | 'example'>
>;

/** How the operations differ from those that follow from the literal. */
export interface ResourceApi {
  /** The nouns in the names of the operations (`Set` in `createSet`), and the name of a row's schema. */
  nouns?: Partial<Record<'one' | 'many' | 'schema', string>>;
  /** Where a change and a deletion name the row: in the path (by default), or in the body and in the query. */
  ids?: 'path' | 'request';
  /** The format of invalid fields in errors; `map` by default. */
  details?: DetailsStyle;
  /** The system fields in responses; all by default. */
  systemFields?: readonly SystemField[];
  /** The name of the `true` that a deletion returns; `ok` by default. */
  deleted?: 'ok' | 'success' | 'deleted';
  contracts?: Partial<Record<Verb, ContractDetails>>;
}

export interface Resource<F extends Fields = Fields, Stored extends object = object> {
  /** Name in events and in the audit trail: `sales.contact`. */
  name: string;
  /** The noun in texts and, in camel case, in the names of the operations: `createContact`, `listContacts`. */
  one: string;
  many: string;
  /** What a row is, as a sentence. */
  description: string;
  /** The folder of the handlers, the stack and the section of the documentation. */
  module: string;
  path: string;
  /** What callers write and read, in the order of responses and export columns. */
  fields: F;
  /** The values of fields that a creation need not contain. */
  defaults?: Partial<Values<F>>;
  /** What is stored besides the fields: the values in a new row. */
  stored?: Stored;
  /** What responses contain besides the fields, and how a row gives it. */
  computed?: Readonly<Record<string, { schema: z.ZodMiniType; of(row: RowOf<F, NoInfer<Stored>>): unknown }>>;
  /** A field whose value only one row of the tenant may have, and the code of the error (409) if another row has it. */
  unique?: { field: NameOf<F>; code: string };
  list: {
    /** The fields that `search` looks into. */
    search: readonly NameOf<F>[];
    /** Filters by field: equal to a value, or a text that contains it. */
    filters?: Partial<Record<NameOf<F>, 'is' | 'contains'>>;
    /** The fields by which a list can be sorted, besides the times of creation and change. */
    sorts: readonly NameOf<F>[];
    /** The order of a list that names none: a text field ascending, or the newest rows first. */
    order: NameOf<F> | 'createdAt';
  };
  /**
   * The name by which a search finds a row, and what distinguishes it from others of the same name; by default the first
   * two searched fields. False for rows without names.
   */
  named?: { name?: NameOf<F>; detail?: NameOf<F> } | false;
  /** The features of callers. */
  features: { view: Feature; create: Feature; change: Feature; delete: Feature };
  /** The fields in events. Never secrets. */
  event: readonly NameOf<F>[];
  /** What events contain besides; the module then declares them itself. Never secrets. */
  eventData?(row: RowOf<F, NoInfer<Stored>>): Record<string, unknown>;
  /** The maximum number of rows in an organization. */
  limit?: number;
  /** Rows that are deleted softly stay in the table, where only their owners' other data finds them. */
  deletes: 'softly' | 'at once';
  api?: ResourceApi;
  /** What the table knows of the rows, where it differs from what follows from the literal: other keys, secrets. */
  rows?(derived: RowSpec<RowOf<F, NoInfer<Stored>>, string>): RowSpec<RowOf<F, NoInfer<Stored>>, string>;
}

/** The names of attributes that every item has, which no field may have. */
type FreeNames = { readonly [Name in BookkeepingName | keyof DeclaredRow]?: never };

/** Checks the literal's types and preserves them. */
export function resource<F extends Fields & FreeNames, Stored extends object = object>(
  declared: Resource<F, Stored>,
): Resource<F, Stored> {
  return declared;
}

export interface NamingFields {
  name: string;
  detail: string | undefined;
}

/** The fields with the name of a row, and with what distinguishes it; undefined for rows without names. */
export function namingFieldsOf<F extends Fields, Stored extends object>({
  named = {},
  list: { search },
}: Pick<Resource<F, Stored>, 'named' | 'list'>): NamingFields | undefined {
  if (named === false) return undefined;
  const { name = search[0], detail = search[1] } = named;
  return name === undefined ? undefined : { name, detail };
}

/** `an endpoint`, `a rule set`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `Rule set`: the name for callers, as in "Rule set not found". */
export const titleOf = ({ one }: Pick<Resource, 'one'>): string => capital(one);

/** `RuleSet`: a noun in names. */
const schemaName = (noun: string): string => noun.split(' ').map(capital).join('');

/** The nouns in the names of operations and schema; the literal can name others. */
export function operationNouns({ one, many, api }: Pick<Resource, 'one' | 'many' | 'api'>) {
  return { one: schemaName(one), many: schemaName(many), schema: schemaName(one), ...api?.nouns };
}
