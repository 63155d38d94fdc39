/** Headers of generated requests: documented headers, and headers that a client sends by mistake. */
import fc from 'fast-check';
import type { Parameter } from '../../../shared/modules/docs/openapi/types.ts';
import { plainest, type ValueContext } from './values.ts';

const headerText = fc
  .string({ unit: 'binary-ascii', maxLength: 40 })
  .map((text) => text.replaceAll(/[^\x20-\x7e]/g, '~'));
/** API Gateway accepts 10 240 bytes of request line and headers; the target uses most of them. */
const longLine = fc
  .tuple(fc.constantFrom('.', ' ', '0', ',', ';', '"', '='), fc.constantFrom('', 'x'))
  .map(([text, ending]) => `a${text.repeat(2_000)}${ending}`);
const uuidText = (ids: readonly string[]) => (ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid());

/** Headers that a client may send by mistake or on purpose; mostly none. */
export function oddHeaders({ ids, otherKeys = [] }: ValueContext): fc.Arbitrary<Record<string, string>> {
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
      fc.constantFrom('pmk_00000000.', `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`, ...otherKeys),
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
    'content-disposition': longLine,
    'user-agent': longLine,
    'accept-language': longLine,
    'x-request-id': fc.oneof(longLine, headerText),
    'idempotency-key': fc.oneof(longLine, headerText),
    range: fc.oneof(fc.constantFrom('bytes=0-', 'bytes=-0', `bytes=${'0-1,'.repeat(400)}`), longLine),
  };
  const none: fc.Arbitrary<Record<string, string>> = fc.constant({});
  const one = fc
    .constantFrom(...Object.keys(odd))
    .chain((name) => (odd[name] ?? fc.constant('')).map((value) => ({ [name]: value })));
  return fc.oneof(plainest, { arbitrary: none, weight: 8 }, { arbitrary: one, weight: 3 });
}

/** The headers that an operation documents; mostly left out. */
export function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const version = fc.constantFrom('"1"', '"2"', 'W/"1"', '"1", "2"', '*', '"999"', '');
  const model = Object.fromEntries(parameters.map(({ name }) => [name.toLowerCase(), version]));
  const none: fc.Arbitrary<Record<string, string>> = fc.constant({});
  const some = fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
  return fc.oneof(plainest, { arbitrary: none, weight: 2 }, some);
}
