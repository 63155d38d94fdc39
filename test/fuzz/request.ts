/** Requests as they go over the wire, generated from the operations of the OpenAPI document. */
import fc from 'fast-check';
import { toJson } from '../../shared/http/json.ts';
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  resolveReference,
} from '../../shared/openapi/types.ts';
import { toWire, type WireRequest } from '../../shared/samples/wire.ts';
import { sampleOf } from '../../shared/samples.ts';
import { type Body, bodyOf, uuidPattern } from './body.ts';
import { described, hostileText, plainest, type ValueContext } from './values.ts';

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

/** Every operation, those that delete last, so that the others find something. */
export function operationsOf(document: OpenApiDocument): FuzzOperation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());
/** API Gateway takes 10 240 bytes of request line and headers; what is longer never reaches the service. */
const longestTarget = 6_000;

/** A value nine times out of ten as described, else hostile. */
function mostly(value: fc.Arbitrary<unknown>, hostile: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const asText = value.map((one) => (typeof one === 'string' ? one : toJson(one)));
  return fc.oneof({ arbitrary: asText, weight: 9 }, { arbitrary: hostile, weight: 1 });
}

/** The selectors of tenant and organization: mostly what the key may act in, or nearly every answer is a 403. */
function valuesOf({ name, schema }: Parameter, context: ValueContext): fc.Arbitrary<unknown> {
  const own =
    name === 'tenantId' ? context.tenantId : name === 'organizationId' ? context.organizationId : undefined;
  const values = described(schema, context);
  return own === undefined ? values : fc.oneof({ arbitrary: fc.constant<unknown>(own), weight: 9 }, values);
}

function pathOf(path: string, parameters: readonly Parameter[], context: ValueContext): fc.Arbitrary<string> {
  const model = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, mostly(valuesOf(parameter, context), hostileText)]),
  );
  return fc.record(model).map((values) =>
    Object.entries(values).reduce(
      // An empty segment would be another route.
      (target, [name, value]) => target.replace(`{${name}}`, () => escaped(value.slice(0, 300)) || '%20'),
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
];

function queryOf(parameters: readonly Parameter[], context: ValueContext): fc.Arbitrary<string> {
  const model = Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      mostly(
        valuesOf(parameter, context),
        fc.oneof(hostileText, fc.constantFrom('-1', '0', '1.5', '99999999999')),
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
      ([name, value]) => `${escaped(name)}=${escaped(value.slice(0, 600))}`,
    );
    return `${pairs.join('&')}${tail}`.slice(0, longestTarget).replace(/%.?$/, '');
  });
}

const headerText = fc
  .string({ unit: 'binary-ascii', maxLength: 40 })
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, '~'));
const uuidText = (ids: readonly string[]) => (ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid());

/** Headers that a client may send by mistake or on purpose; mostly none. */
function oddHeaders(ids: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const odd: Record<string, fc.Arbitrary<string>> = {
    'if-match': fc.oneof(fc.constantFrom('"1"', 'W/"1"', '*', '""', '"999"'), headerText),
    'if-none-match': fc.oneof(fc.constantFrom('"1"', '*', 'W/"0", "1"'), headerText),
    'content-type': fc.oneof(
      fc.constantFrom('text/plain', 'application/xml', 'APPLICATION/JSON', 'application/json;charset=utf-16'),
      headerText,
    ),
    'accept-encoding': headerText,
    authorization: fc.oneof(
      fc.constantFrom('Bearer', 'ApiKey x', 'Basic eDp5', 'Bearer eyJhbGciOiJub25lIn0.e30.'),
      headerText,
    ),
    'x-api-key': fc.oneof(
      fc.constantFrom('pmk_00000000.', `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`),
      headerText,
    ),
    cookie: fc.oneof(
      uuidText(ids).map((id) => `svc_selected_org=${id}`),
      fc.constant('svc_selected_org=__all__'),
      headerText,
    ),
    'x-http-method-override': fc.constant('DELETE'),
    'x-forwarded-host': fc.constant('evil.example'),
    'x-amzn-trace-id': headerText,
    accept: fc.constantFrom('text/html', 'application/xml;q=1', ''),
    'x-long': fc.constant('x'.repeat(2_000)),
  };
  const none: fc.Arbitrary<Record<string, string>> = fc.constant({});
  const one = fc
    .constantFrom(...Object.keys(odd))
    .chain((name) => (odd[name] ?? fc.constant('')).map((value) => ({ [name]: value })));
  return fc.oneof(plainest, { arbitrary: none, weight: 8 }, { arbitrary: one, weight: 3 });
}

/** The headers that an operation documents; mostly left out. */
function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const version = fc.constantFrom('"1"', '"2"', 'W/"1"', '"1", "2"', '*', '"999"', '');
  const model = Object.fromEntries(parameters.map(({ name }) => [name.toLowerCase(), version]));
  const none: fc.Arbitrary<Record<string, string>> = fc.constant({});
  const some = fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
  return fc.oneof(plainest, { arbitrary: none, weight: 2 }, some);
}

const keyOf = ({ security }: Operation, key: string): Record<string, string> =>
  security.length > 0 ? { 'x-api-key': key } : {};

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

/** A valid request, with the key where the operation takes one. */
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

/** The sample of an operation as documents show it, about something that exists. */
export function shownRequest(operationId: string, { ids: [id = '$&'] }: ValueContext): WireRequest {
  const { endpoint, shown } = sampleOf(operationId);
  const { body, path, ...rest } = toWire(endpoint, shown);
  const known = (text: string) => text.replaceAll(uuidPattern, id);
  return {
    ...rest,
    path: known(path),
    ...(body !== undefined && { body: typeof body === 'string' ? known(body) : body }),
  };
}

/** Requests of one operation: most of them nearly right, with the caller's key. */
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
      odd: oddHeaders(context.ids),
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
