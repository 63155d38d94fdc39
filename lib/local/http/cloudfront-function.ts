/** CloudFront Functions on one machine: a viewer-request function runs in a context of its own. */
import { createContext, Script } from 'node:vm';
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

/** What a function answers instead of letting the request pass. */
export interface ViewerResponse {
  statusCode: number;
  headers: Record<string, Value>;
  body: { data: string };
}

export interface ViewerRequestOutcome {
  request: ViewerRequest;
  /** Undefined lets the request pass. */
  response: ViewerResponse | undefined;
  /** The origin that the function selected; undefined leaves the behavior's. */
  originId: string | undefined;
}

/** AWS allows about a millisecond; generous here, because a laptop may be busy. */
const timeoutMs = 1_000;
const importStatement = /^\s*import\s+(\w+)\s+from\s+'cloudfront';?/m;

/** Values by name; a name that comes several times has them all, the last one as its value. */
function valuesByName(pairs: Iterable<readonly [string, string]>): Record<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before === undefined) values.set(name, { value });
    else values.set(name, { value, multiValue: [...(before.multiValue ?? [before]), { value }] });
  }
  return Object.fromEntries(values);
}

/** Names and values as `rawHeaders` has them, of what a function made of a request. */
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

/** The request that `rawHeaders`, method and target of HTTP mean to a function. */
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
 * Compiles a function's source. The result runs it on one request, and throws what the function throws. Of
 * CloudFront's module there is `selectRequestOriginById`, which is all that this app uses.
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
  const context = createContext({ cloudfront });
  const script = source.replace(importStatement, (_, name: string) =>
    name === 'cloudfront' ? '' : `const ${name} = cloudfront;`,
  );
  new Script(script, { filename: 'viewer-request.js' }).runInContext(context);
  // Values made in one context and used in another would look like objects without prototypes: text goes in and out.
  const run: (input: string) => unknown = new Script(
    '(input) => JSON.stringify(handler(JSON.parse(input)))',
  ).runInContext(context);
  return (request, viewer) => {
    selected = undefined;
    const input = { version: '1.0', context: { eventType: 'viewer-request' }, viewer, request };
    const startedAtMs = performance.now();
    const output: unknown = JSON.parse(String(run(JSON.stringify(input))));
    // Measured, not enforced: for each call that it is to interrupt, Node starts and joins a thread.
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
