import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';

/**
 * The routes of the HTTP API that lead to an endpoint. What is open to everybody and read by GET answers HEAD too:
 * probes, `wait-on` and link checkers ask by it. API Gateway leaves the body out.
 */
export function routeKeysOf({ method, path, auth }: Pick<Endpoint, 'method' | 'path' | 'auth'>): string[] {
  return [`${method} ${path}`, ...(method === 'GET' && auth === 'none' ? [`HEAD ${path}`] : [])];
}
