/** CloudFront Functions in the local runtime: each runs in its own context. */
import { constants, createContext, Script } from 'node:vm';
import * as z from 'zod/mini';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Headers, HostRequest, HostResponse } from '../types.ts';
import { withoutQuery } from './http-event.ts';

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
type Values = Record<string, { value: string; multiValue?: { value: string }[] }>;

interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Values;
  headers: Values;
  cookies: Values;
}

interface ViewerResponse {
  statusCode: number;
  headers: Values;
  body: { data: string };
}

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

/** What identifies a request for the functions that run on it. */
export interface ViewerContext {
  ip: string;
  requestId: string;
}

/** Compiles a function's source, with `globals`. The returned function runs it, and throws what the function throws. */
function compile(source: string, globals: Readonly<Record<string, unknown>> = {}) {
  // An ordinary global object: for the others of `vm`, Node looks up each global with a call into C++.
  const context = createContext(constants.DONT_CONTEXTIFY);
  Object.assign(context, globals);
  new Script(source, { filename: 'viewer.js' }).runInContext(context);
  // Objects of one context look like objects without prototypes in another, so only text crosses the boundary.
  const run: (input: string) => unknown = new Script(
    '(input) => JSON.stringify(handler(JSON.parse(input)))',
  ).runInContext(context);
  return (eventType: string, { ip, requestId }: ViewerContext, input: object): unknown => {
    const event = { version: '1.0', context: { eventType, requestId }, viewer: { ip }, ...input };
    const startedAtMs = performance.now();
    const output: unknown = JSON.parse(String(run(JSON.stringify(event))));
    // Measured, not enforced: interrupting a call would make Node start and join a thread each time.
    if (performance.now() - startedAtMs > timeoutMs) throw new Error('The function took too long.');
    return output;
  };
}

/**
 * Compiles the source of a viewer-request function. The returned function runs it on one request. Of CloudFront's module,
 * only `selectRequestOriginById` is available.
 */
export function compileViewerRequest(source: string) {
  let selected: string | undefined;
  const script = source.replace(importStatement, (_, name: string) =>
    name === 'cloudfront' ? '' : `const ${name} = cloudfront;`,
  );
  const run = compile(script, {
    cloudfront: {
      selectRequestOriginById(originId: string) {
        selected = originId;
      },
    },
  });
  return (request: ViewerRequest, viewer: ViewerContext) => {
    selected = undefined;
    const output = run('viewer-request', viewer, { request });
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

const viewerResponse = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.object({ value: z.string() })),
});

/**
 * Compiles the source of a viewer-response function. The returned function gives the headers that it sets, other than those
 * of the response. CloudFront runs such functions on responses of origins below 400 only.
 */
export function compileViewerResponse(source: string) {
  const run = compile(source);
  return ({ status, headers }: Pick<HostResponse, 'status' | 'headers'>, viewer: ViewerContext): Headers => {
    const response = { statusCode: status, headers: valuesByName(headers) };
    const changed = z.parse(viewerResponse, run('viewer-response', viewer, { response }));
    return Object.entries(changed.headers).flatMap(
      ([name, { value }]): Headers => (response.headers[name]?.value === value ? [] : [[name, value]]),
    );
  };
}
