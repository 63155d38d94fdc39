import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';

/**
 * The route keys of an endpoint in the HTTP API. Public GET endpoints accept HEAD too, because probes, `wait-on` and
 * link checkers use it. API Gateway omits the body.
 */
export function routeKeysOf({ method, path, auth }: Pick<Endpoint, 'method' | 'path' | 'auth'>): string[] {
  return [`${method} ${path}`, ...(method === 'GET' && auth === 'none' ? [`HEAD ${path}`] : [])];
}

const isVariable = (segment: string): boolean => segment.startsWith('{');

/** Whether every path of a pattern also matches another, less specific one: `/a/{id}` covers `/a/new`. */
function covers(wide: string, narrow: string): boolean {
  const [given, wanted] = [narrow.split('/'), wide.split('/')];
  if (wide === narrow || given.length !== wanted.length) return false;
  return wanted.every((segment, index) => isVariable(segment) || segment === given[index]);
}

/**
 * The route keys that a path needs besides those of its endpoints, so that other methods of it do not select an endpoint
 * with a variable: `GET /api/rules/validate` is no read of the rule `validate`.
 */
export function refusedKeysOf(
  endpoints: readonly Pick<Endpoint, 'method' | 'path' | 'auth' | 'transport'>[],
): string[] {
  const routed = endpoints.filter(({ transport }) => transport !== 'stream');
  const served = new Set(routed.flatMap(routeKeysOf));
  const keys = endpoints.flatMap(({ path }) =>
    routed.filter((other) => covers(other.path, path)).flatMap((other) => routeKeysOf({ ...other, path })),
  );
  return [...new Set(keys)].filter((key) => !served.has(key));
}
