/**
 * The sentences that the endpoint table contains: what each operation requires of its callers, accepts in each field,
 * and returns. Pure.
 */
import { manifests } from '../../../shared/catalog/manifests.ts';
import { modules } from '../../../shared/catalog/modules.ts';
import type { JsonSchema } from '../../../shared/kernel/contracts/json-schema.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { exportFiles } from '../../../shared/kernel/lists/export.ts';
import { exportedRowsOf } from '../../../shared/kernel/lists/exported-list.ts';
import { toPlainJsonSchema } from '../../../shared/modules/docs/openapi/zod-json-schema.ts';

/** Where a field is sent. */
type Place = 'query' | 'body';

type PlainKind =
  | ('success' | 'unauthenticated' | 'forbidden' | 'superAdmin')
  | ('etag' | 'notModified' | 'stale' | 'keyFormat' | 'repeated');

/** How a sentence is proved: `contract-cases.ts` has the proof of each kind. */
export type ContractCheck =
  | { kind: PlainKind }
  | { kind: 'unknownId'; parameter: string }
  | { kind: 'required'; place: Place; field: string }
  | { kind: 'refused'; place: Place; field: string; value: unknown; named?: string | undefined }
  | { kind: 'accepted'; place: Place; field: string; value: number }
  | { kind: 'longest'; place: Place; field: string; length: number }
  | { kind: 'default'; field: string; value: unknown }
  | { kind: 'export'; format: string; contentType: string };

export interface ContractSentence {
  /** `<operation id>.<what>`, unique. */
  id: string;
  text: string;
  endpoint: Endpoint;
  check: ContractCheck;
}

const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat());

/** A list of at most five alternatives; of longer ones, the beginning and the number. */
function alternatives(values: readonly unknown[]): string {
  const shown = values.slice(0, 5).map((value) => `\`${value}\``);
  return values.length > 5 ? `${shown.join(', ')} or ${values.length - 5} more values` : shown.join(', ');
}

type FieldSentence = Pick<ContractSentence, 'id' | 'text' | 'check'>;

/** Whether any text of the right length is valid. */
const isFreeText = ({ pattern, format, enum: values }: JsonSchema): boolean =>
  pattern === undefined && format === undefined && values === undefined;

/** The longest text that a test sends, in a query (of which AWS takes 10 KB with all headers) and in a body. */
const maxSentLength = { query: 1000, body: 100_000 } as const;

function fieldSentences(
  place: Place,
  [field, schema]: [string, JsonSchema],
  { isRequired, isForm }: { isRequired: boolean; isForm: boolean },
): FieldSentence[] {
  const base = `${place}.${field}`;
  const name = `\`${field}\``;
  const found: FieldSentence[] = [];
  const add = (what: string, text: string, check: ContractCheck) =>
    found.push({ id: `${base}.${what}`, text, check });
  const refuse = (what: string, text: string, value: unknown, named?: string) =>
    add(what, text, { kind: 'refused', place, field, value, named });

  if (isRequired) add('required', `requires ${name}`, { kind: 'required', place, field });
  const { maxLength, minLength = 0, maximum, minimum, enum: values, maxItems, items, format } = schema;
  const isText = typesOf(schema).includes('string');
  if (isText && maxLength !== undefined && maxLength <= maxSentLength[place] && isFreeText(schema)) {
    const tooLong = 'a'.repeat(maxLength + 1);
    const text = `refuses ${name} with more than ${maxLength} characters`;
    refuse('maxLength', text, tooLong, `${maxLength}`);
    const check = { kind: 'longest', place, field, length: maxLength } as const;
    add('longest', `allows ${maxLength} characters in ${name}`, check);
  }
  // An empty field of a form is absent.
  const refusesEmpty = minLength > 0 && (isRequired || !isForm);
  if (isText && place === 'body' && refusesEmpty && values === undefined)
    refuse('empty', `refuses an empty ${name}`, '');
  if (values !== undefined && isText) {
    const known = values.filter((value) => value !== null);
    refuse('enum', `accepts only ${alternatives(known)} as ${name}`, 'no-such-value');
  }
  const isNumber = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  if (isNumber && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    refuse('maximum', `refuses ${name} above ${maximum}`, maximum + 1, `${maximum}`);
    if (place === 'query')
      add('largest', `accepts ${maximum} as ${name}`, { kind: 'accepted', place, field, value: maximum });
  }
  if (isNumber && minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER)
    refuse('minimum', `refuses ${name} below ${minimum}`, minimum - 1, `${minimum}`);
  if (isNumber) refuse('number', `refuses ${name} that is not a number`, 'many');
  if (typesOf(schema).includes('boolean') && typesOf(schema).length === 1)
    refuse('boolean', `refuses ${name} that is not a boolean`, 'perhaps');
  if (isText && format === 'uuid') refuse('uuid', `refuses ${name} that is not a UUID`, 'no-uuid');
  if (maxItems !== undefined && maxItems <= 1000 && place === 'body' && items !== undefined)
    refuse(
      'maxItems',
      `refuses more than ${maxItems} entries in ${name}`,
      Array.from({ length: maxItems + 1 }, (_, index) => `entry${index}`),
    );
  return found;
}

function schemaOf(endpoint: Endpoint, place: Place): JsonSchema {
  const schema = endpoint[place];
  return schema === undefined || (place === 'body' && endpoint.bodyFormat === 'raw')
    ? {}
    : toPlainJsonSchema(schema, 'input');
}

function fieldsIn(endpoint: Endpoint, place: Place): FieldSentence[] {
  const { properties = {}, required = [] } = schemaOf(endpoint, place);
  // The choice of tenant and organization precedes validation; its sentences are those of requests.
  return Object.entries(properties)
    .filter(([name]) => name !== 'tenantId' && name !== 'organizationId' && name !== 'format')
    .flatMap((entry) =>
      fieldSentences(place, entry, {
        isRequired: required.includes(entry[0]),
        isForm: endpoint.bodyFormat === 'form',
      }),
    );
}

/** The size of a page is in every list's response: its default can be seen. */
function defaultsOf(endpoint: Endpoint): FieldSentence[] {
  const { properties = {} } = schemaOf(endpoint, 'query');
  return ['page', 'pageSize'].flatMap((field) => {
    const value = properties[field]?.default;
    if (value === undefined) return [];
    const text = `uses ${value} as \`${field}\` by default`;
    return [{ id: `query.${field}.default`, text, check: { kind: 'default', field, value } as const }];
  });
}

/** A sentence whose proof needs nothing but its kind. */
const plain = (kind: PlainKind, text: string): FieldSentence => ({ id: kind, text, check: { kind } });

function callerSentences({ auth, feature, superAdmin }: Endpoint): FieldSentence[] {
  if (auth !== 'caller') return [];
  const forbidden = `returns 403 with \`required\` to callers without the feature \`${feature}\``;
  return [
    plain('unauthenticated', 'returns 401 without credentials'),
    ...(feature === undefined ? [] : [plain('forbidden', forbidden)]),
    ...(superAdmin ? [plain('superAdmin', 'returns 403 to callers who are not super administrators')] : []),
  ];
}

function idSentences(endpoint: Endpoint): FieldSentence[] {
  if (endpoint.params === undefined || !endpoint.errors?.includes('not_found')) return [];
  const { properties = {} } = toPlainJsonSchema(endpoint.params, 'input');
  return Object.entries(properties)
    .filter(([, { format }]) => format === 'uuid')
    .map(([parameter]) => ({
      id: `params.${parameter}.unknown`,
      text: `returns 404 for an unknown \`${parameter}\``,
      check: { kind: 'unknownId', parameter },
    }));
}

function responseSentences(endpoint: Endpoint): FieldSentence[] {
  const { success, etag, method, errors, reads, idempotencyKey } = endpoint;
  const body = success.result === undefined ? 'without a body' : 'with the documented body';
  const found = [plain('success', `returns ${success.status} ${body}`)];
  if (etag && method !== 'DELETE') found.push(plain('etag', 'returns an `ETag`'));
  if (etag && method !== 'GET' && errors?.includes('stale'))
    found.push(plain('stale', 'returns 412 and changes nothing if `If-Match` is not the current `ETag`'));
  if (etag && (method === 'GET' || reads))
    found.push(plain('notModified', 'returns 304 without a body if `If-None-Match` is the current `ETag`'));
  if (idempotencyKey) {
    const repeated = 'to a repetition with its `Idempotency-Key`, and 409 to another request with it';
    const other = 'that is too long or has other than printable characters';
    found.push(plain('repeated', `returns the first response, with \`Idempotent-Replayed\`, ${repeated}`));
    found.push(plain('keyFormat', `refuses an \`Idempotency-Key\` ${other}`));
  }
  if (exportedRowsOf(endpoint) === undefined) return found;
  const exports = Object.entries(exportFiles).map(([format, { contentType }]): FieldSentence => {
    const text = `returns all rows as a file with \`format=${format}\``;
    return { id: `format.${format}`, text, check: { kind: 'export', format, contentType } };
  });
  return [...found, ...exports];
}

/** The sentences of one operation. */
function sentencesOf(endpoint: Endpoint): ContractSentence[] {
  const parts = [
    ...responseSentences(endpoint),
    ...callerSentences(endpoint),
    ...idSentences(endpoint),
    ...fieldsIn(endpoint, 'query'),
    ...defaultsOf(endpoint),
    ...fieldsIn(endpoint, 'body'),
  ];
  const { operationId, method, path } = endpoint;
  return parts.map(({ id, text, check }) => ({
    id: `${operationId}.${id}`,
    text: `\`${method} ${path}\` ${text}.`,
    endpoint,
    check,
  }));
}

/** The operations of each module, by the name of its folder: both lists have the order of `modules`. */
const operationsByModule = new Map<string, readonly Endpoint[]>(
  modules.map((name, index) => [name, manifests[index]?.endpoints ?? []]),
);

/** The sentences of a module's operations. */
export function contractSentencesOf(module: string): ContractSentence[] {
  return (operationsByModule.get(module) ?? []).flatMap(sentencesOf);
}
