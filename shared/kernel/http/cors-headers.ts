/** The CORS headers of responses: by API Gateway, by function URLs, and by the ingest service. */
import { parseOrigins } from './allowed-origins.ts';

/** Headers of answers that pages may read. */
export const exposedHeaders: readonly string[] = [
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-warnings',
];

/** The headers that an answer to a page of that origin needs; none when the page is of no allowed origin. */
export function corsHeaders(origin: string | undefined, allowedOrigins: string): Record<string, string> {
  if (origin === undefined || !parseOrigins(allowedOrigins).includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders.join(','),
    vary: 'Origin',
  };
}
