import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';

/**
 * The route keys of an endpoint in the HTTP API. Public GET endpoints accept HEAD too, because probes, `wait-on` and
 * link checkers use it. API Gateway omits the body.
 */
export function routeKeysOf({ method, path, auth }: Pick<Endpoint, 'method' | 'path' | 'auth'>): string[] {
  return [`${method} ${path}`, ...(method === 'GET' && auth === 'none' ? [`HEAD ${path}`] : [])];
}
