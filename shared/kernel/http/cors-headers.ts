/** The CORS headers of responses from API Gateway, function URLs and the ingest service. */
import { parseOrigins } from '../base/origins.ts';

/** Response headers that pages may read. */
export const exposedHeaders: readonly string[] = [
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'preference-applied',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-warnings',
];

/** The CORS headers of a response to a page of that origin; empty when the origin is not allowed. */
export function corsHeaders(origin: string | undefined, allowedOrigins: string): Record<string, string> {
  if (origin === undefined || !parseOrigins(allowedOrigins).includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders.join(','),
    vary: 'Origin',
  };
}
