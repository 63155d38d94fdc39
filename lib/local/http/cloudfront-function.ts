/** CloudFront Functions in the local runtime: runs a viewer-request function in its own context. */
import { constants, createContext, Script } from 'node:vm';
import { isRecord } from '../cloudformation/intrinsics.ts';

interface Value {
  value: string;
  multiValue?: { value: string }[];
}

export interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Record<string, Value>;
  headers: Record<string, Value>;
  cookies: Record<string, Value>;
}

/** The response of a function that ends the request. */
export interface ViewerResponse {
  statusCode: number;
  headers: Record<string, Value>;
  body: { data: string };
}

export interface ViewerRequestOutcome {
  request: ViewerRequest;
  /** Undefined when the request continues. */
  response: ViewerResponse | undefined;
  /** The origin that the function selected; undefined for the behavior's origin. */
  originId: string | undefined;
}

/** AWS allows about a millisecond; the limit is generous because a laptop may be busy. */
const timeoutMs = 1_000;
const importStatement = /^\s*import\s+(\w+)\s+from\s+'cloudfront';?/m;

/** Values by name. A repeated name has all values in `multiValue`, and its last one as `value`. */
function valuesByName(pairs: Iterable<readonly [string, string]>): Record<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before === undefined) values.set(name, { value });
    else values.set(name, { value, multiValue: [...(before.multiValue ?? [before]), { value }] });
  }
  return Object.fromEntries(values);
}

/** Converts the function's names and values into the form of `rawHeaders`. */
export function toRawHeaders({ headers, cookies }: Pick<ViewerRequest, 'headers' | 'cookies'>): string[] {
  const raw: string[] = [];
  for (const [name, { value, multiValue }] of Object.entries(headers)) {
    for (const one of multiValue ?? [{ value }]) raw.push(name, one.value);
  }
  const pairs = Object.entries(cookies).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one) => `${name}=${one.value}`),
  );
  if (pairs.length > 0) raw.push('cookie', pairs.join('; '));
  return raw;
}

/** Builds the function's request from `rawHeaders`, method and target. */
export function toViewerRequest(
  method: string,
  target: string,
  rawHeaders: readonly string[],
): ViewerRequest {
  const headers: [string, string][] = [];
  const cookies: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    const value = String(rawHeaders[index + 1]);
    if (name !== 'cookie') headers.push([name, value]);
    else
      for (const cookie of value.split(';').map((text) => text.trim())) {
        const equals = cookie.indexOf('=');
        if (cookie !== '')
          cookies.push(equals < 0 ? [cookie, ''] : [cookie.slice(0, equals), cookie.slice(equals + 1)]);
      }
  }
  const mark = target.indexOf('?');
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
  return {
    method,
    uri: mark < 0 ? target : target.slice(0, mark),
    querystring: valuesByName(pairs),
    headers: valuesByName(headers),
    cookies: valuesByName(cookies),
  };
}

/**
 * Compiles a function's source. The returned function runs it on one request, and throws what the function throws. Of
 * CloudFront's module, only `selectRequestOriginById` is available.
 */
export function compileViewerRequest(
  source: string,
): (request: ViewerRequest, viewer: { ip: string }) => ViewerRequestOutcome {
  let selected: string | undefined;
  const cloudfront = {
    selectRequestOriginById: (originId: string) => {
      selected = originId;
    },
  };
  // An ordinary global object: for the others of `vm`, Node looks up each global with a call into C++.
  const context = createContext(constants.DONT_CONTEXTIFY);
  context.cloudfront = cloudfront;
  const script = source.replace(importStatement, (_, name: string) =>
    name === 'cloudfront' ? '' : `const ${name} = cloudfront;`,
  );
  new Script(script, { filename: 'viewer-request.js' }).runInContext(context);
  // Objects of one context look like objects without prototypes in another, so only text crosses the boundary.
  const run: (input: string) => unknown = new Script(
    '(input) => JSON.stringify(handler(JSON.parse(input)))',
  ).runInContext(context);
  return (request, viewer) => {
    selected = undefined;
    const input = { version: '1.0', context: { eventType: 'viewer-request' }, viewer, request };
    const startedAtMs = performance.now();
    const output: unknown = JSON.parse(String(run(JSON.stringify(input))));
    // Measured, not enforced: interrupting a call would make Node start and join a thread each time.
    if (performance.now() - startedAtMs > timeoutMs) throw new Error('The function took too long.');
    const isResponse = isRecord(output) && 'statusCode' in output;
    return {
      request: isResponse ? request : (output as ViewerRequest),
      // A redirect has no body.
      response: isResponse ? ({ body: { data: '' }, ...output } as unknown as ViewerResponse) : undefined,
      originId: selected,
    };
  };
}
