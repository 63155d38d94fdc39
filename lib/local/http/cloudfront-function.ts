/** CloudFront Functions in the local runtime: runs a viewer-request function in its own context. */
import { constants, createContext, Script } from 'node:vm';
import type { ViewerRequestEvent, ViewerResponse } from '../../aws/constructs/viewer-request.ts';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Headers, HostRequest } from '../types.ts';
import { withoutQuery } from './http-event.ts';

type ViewerRequest = ViewerRequestEvent['request'];
type Values = ViewerRequest['headers'];

/** AWS allows about a millisecond; the limit is generous because a laptop may be busy. */
const timeoutMs = 1_000;
const importStatement = /^\s*import\s+(\w+)\s+from\s+'cloudfront';?/m;

/** Values by name. A repeated name has all values in `multiValue`, and its last one as `value`. */
function valuesByName(pairs: Headers): Values {
  const values = new Map<string, Values[string]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before === undefined) values.set(name, { value });
    else values.set(name, { value, multiValue: [...(before.multiValue ?? [before]), { value }] });
  }
  return Object.fromEntries(values);
}

function pairsOf(values: Values): Headers {
  return Object.entries(values).flatMap(([name, { value, multiValue = [{ value }] }]) =>
    multiValue.map((one): Headers[number] => [name, one.value]),
  );
}

/** Splits `one=1&two=2`. */
function splitPairs(text: string, separator: '&' | ';'): Headers {
  const pairs = text.split(separator).map((pair) => pair.trim());
  return pairs.flatMap((pair): Headers => {
    if (pair === '') return [];
    const equals = pair.indexOf('=');
    return [equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]];
  });
}

/** Converts the function's headers, and its cookies into one more header. */
export function toHeaders(headers: Values, cookies: Values = {}): Headers {
  const pairs = pairsOf(headers);
  const cookie = pairsOf(cookies).map((pair) => pair.join('='));
  if (cookie.length > 0) pairs.push(['cookie', cookie.join('; ')]);
  return pairs;
}

/** Builds the function's request. */
export function toViewerRequest({
  method,
  target,
  headers,
}: Pick<HostRequest, 'method' | 'target' | 'headers'>): ViewerRequest {
  const uri = withoutQuery(target);
  const cookies = headers.filter(([name]) => name === 'cookie');
  return {
    method,
    uri,
    querystring: valuesByName(splitPairs(target.slice(uri.length + 1), '&')),
    headers: valuesByName(headers.filter(([name]) => name !== 'cookie')),
    cookies: valuesByName(cookies.flatMap(([, value]) => splitPairs(value, ';'))),
  };
}

/**
 * Compiles a function's source. The returned function runs it on one request, and throws what the function throws. Of
 * CloudFront's module, only `selectRequestOriginById` is available.
 */
export function compileViewerRequest(source: string) {
  let selected: string | undefined;
  // An ordinary global object: for the others of `vm`, Node looks up each global with a call into C++.
  const context = createContext(constants.DONT_CONTEXTIFY);
  context.cloudfront = {
    selectRequestOriginById(originId: string) {
      selected = originId;
    },
  };
  const script = source.replace(importStatement, (_, name: string) =>
    name === 'cloudfront' ? '' : `const ${name} = cloudfront;`,
  );
  new Script(script, { filename: 'viewer-request.js' }).runInContext(context);
  // Objects of one context look like objects without prototypes in another, so only text crosses the boundary.
  const run: (input: string) => unknown = new Script(
    '(input) => JSON.stringify(handler(JSON.parse(input)))',
  ).runInContext(context);
  return (request: ViewerRequest, viewer: { ip: string }) => {
    selected = undefined;
    const input = { version: '1.0', context: { eventType: 'viewer-request' }, viewer, request };
    const startedAtMs = performance.now();
    const output: unknown = JSON.parse(String(run(JSON.stringify(input))));
    // Measured, not enforced: interrupting a call would make Node start and join a thread each time.
    if (performance.now() - startedAtMs > timeoutMs) throw new Error('The function took too long.');
    const isResponse = isRecord(output) && 'statusCode' in output;
    return {
      request: isResponse ? request : (output as ViewerRequest),
      /** The response of a function that ends the request. A redirect has no body. */
      response: isResponse ? ({ body: { data: '' }, ...output } as unknown as ViewerResponse) : undefined,
      /** The origin that the function selected; undefined for the behavior's origin. */
      originId: selected,
    };
  };
}
