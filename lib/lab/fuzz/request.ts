/** Raw requests, generated from the operations of the OpenAPI document. */
import fc from 'fast-check';
import { sampleOf, samples } from '../../../shared/catalog/samples.ts';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { toWire, type WireRequest } from '../../../shared/kernel/samples/wire.ts';
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  resolveReference,
} from '../../../shared/modules/docs/openapi/types.ts';
import { type Body, bodyOf, uuidPattern } from './body.ts';
import { headersOf, oddHeaders } from './headers.ts';
import { longIdCharacters, shortHostileText } from './hostile-texts.ts';
import { described, plainest, type ValueContext } from './values.ts';

export interface FuzzRequest {
  method: string;
  /** Path and query, escaped. */
  target: string;
  headers: Record<string, string>;
  /** Bytes of the body in base64. */
  body?: string;
}

export interface FuzzOperation {
  operationId: string;
  method: string;
  path: string;
  operation: Operation;
}

const sampled = new Set(samples.map(({ endpoint }) => endpoint.operationId));

/** Returns all operations, deletions last, so that the others find resources. */
export function operationsOf(document: OpenApiDocument): FuzzOperation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  // A further path of an operation has no sample of its own.
  const known = operations.filter(({ operationId }) => sampled.has(operationId));
  return known.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

/** Percent-encoded UTF-8; a lone surrogate becomes the three bytes of its code point. */
export function escaped(text: string): string {
  return escapedStart(text, Number.POSITIVE_INFINITY);
}

function escapedCharacter(character: string): string {
  if (character.isWellFormed()) return encodeURIComponent(character);
  const code = character.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
}

/** Returns the escaped beginning of a text, cut at a character boundary. */
export function escapedStart(text: string, maxLength: number): string {
  let result = '';
  for (const character of text) {
    const next = result + escapedCharacter(character);
    if (next.length > maxLength) return result;
    result = next;
  }
  return result;
}

/** API Gateway takes 10 240 bytes of request line and headers; longer requests never reach the service. */
const maxTarget = 7_000;
const maxQuery = 3_500;

/** Generates the described value in nine of ten cases, otherwise a hostile one. */
function mostly(value: fc.Arbitrary<unknown>, hostile: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const asText = value.map((one) => (typeof one === 'string' ? one : toJson(one)));
  return fc.oneof({ arbitrary: asText, weight: 9 }, { arbitrary: hostile, weight: 1 });
}

/** The selectors of tenant and organization: mostly the key's own, otherwise nearly every response would be 403. */
function valuesOf({ name, schema }: Parameter, context: ValueContext): fc.Arbitrary<unknown> {
  const own =
    name === 'tenantId' ? context.tenantId : name === 'organizationId' ? context.organizationId : undefined;
  const values = described(schema, context);
  return own === undefined ? values : fc.oneof({ arbitrary: fc.constant<unknown>(own), weight: 9 }, values);
}

function pathOf(path: string, parameters: readonly Parameter[], context: ValueContext): fc.Arbitrary<string> {
  const model = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, mostly(valuesOf(parameter, context), shortHostileText)]),
  );
  const maxValue = Math.min(longIdCharacters, Math.floor(maxTarget / (parameters.length + 1)));
  return fc.record(model).map((values) =>
    Object.entries(values).reduce(
      // An empty segment would match another route.
      (target, [name, value]) => target.replace(`{${name}}`, () => escapedStart(value, maxValue) || '%20'),
      path,
    ),
  );
}

const oddQueries = [
  '&&',
  '&=',
  '&page',
  '&page=%zz',
  '&page[]=1',
  '&page=1&page=2',
  '&__proto__=1',
  '&%00=%00',
  '&constructor=1&toString=2',
  '&page=%ED%A0%80',
  `&${'x=&'.repeat(500)}`,
];

function queryOf(parameters: readonly Parameter[], context: ValueContext): fc.Arbitrary<string> {
  const model = Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      mostly(
        valuesOf(parameter, context),
        fc.oneof(shortHostileText, fc.constantFrom('-1', '0', '1.5', '99999999999')),
      ),
    ]),
  );
  const required = parameters.filter(({ required }) => required).map(({ name }) => name);
  // An optional parameter is mostly left out: most combinations of filters find nothing.
  const given = fc.oneof(
    { arbitrary: fc.record(model, { requiredKeys: required }), weight: 3 },
    {
      arbitrary: fc.record(
        Object.fromEntries(required.map((name) => [name, model[name] ?? fc.constant('')])),
      ),
      weight: 2,
    },
    { arbitrary: fc.record(model, { requiredKeys: [] }), weight: 1 },
  );
  const odd = fc.oneof(plainest, { arbitrary: fc.constant(''), weight: 9 }, fc.constantFrom(...oddQueries));
  return fc.tuple(given, odd).map(([values, tail]) => {
    const pairs = Object.entries(values as Record<string, string>).map(
      ([name, value]) => `${escaped(name)}=${escapedStart(value, longIdCharacters)}`,
    );
    return `${pairs.join('&')}${tail}`.slice(0, maxQuery).replace(/%.?$/, '');
  });
}

const keyOf = ({ security }: Operation, key: string): Record<string, string> =>
  security === undefined || security.length > 0 ? { 'x-api-key': key } : {};

function request(
  method: string,
  target: string,
  headers: Record<string, string>,
  body: Body | undefined,
): FuzzRequest {
  if (body === undefined) return { method, target, headers };
  const { contentType, bytes } = body;
  return {
    method,
    target,
    headers: { 'content-type': contentType, ...headers },
    body: bytes.toString('base64'),
  };
}

/** A valid request, with the key if the operation requires one. */
export function validRequest(
  { operation }: FuzzOperation,
  { method, path, headers, body }: WireRequest,
  key: string,
): FuzzRequest {
  return {
    method,
    target: path,
    headers: { ...keyOf(operation, key), ...headers },
    ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
  };
}

/** The documented sample of an operation, with existing ids. */
export function shownRequest(operationId: string, { ids: [id = '$&'] }: ValueContext): WireRequest {
  const { endpoint, shown } = sampleOf(operationId);
  const { body, path, headers, ...rest } = toWire(endpoint, shown);
  const known = (text: string) => text.replaceAll(uuidPattern, id);
  // Documents abbreviate signatures with an ellipsis, which is invalid in a header.
  const sendable = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('…', '...')]);
  return {
    ...rest,
    headers: Object.fromEntries(sendable),
    path: known(path),
    ...(body !== undefined && { body: typeof body === 'string' ? known(body) : body }),
  };
}

/** Requests of one operation: most of them almost valid, with the caller's key. */
export function requestsOf(
  target: FuzzOperation,
  key: string,
  context: ValueContext,
): fc.Arbitrary<FuzzRequest> {
  const parameters = (target.operation.parameters ?? []).map((entry) =>
    resolveReference<Parameter>(context.document, entry),
  );
  const at = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      path: pathOf(target.path, at('path'), context),
      query: queryOf(at('query'), context),
      documented: headersOf(at('header')),
      odd: oddHeaders(context),
      body: bodyOf(target.method, target.operation, context),
    })
    .map(({ path, query, documented, odd, body }) =>
      request(
        target.method,
        query === '' ? path : `${path}?${query}`,
        { ...keyOf(target.operation, key), ...documented, ...odd },
        body,
      ),
    );
}
