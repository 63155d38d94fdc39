import { parseHeaderNames, parseOrigins } from '../../../shared/kernel/base/origins.ts';
import { exposedHeaders } from '../../../shared/kernel/http/cors-headers.ts';
import { setting } from '../../../shared/kernel/settings/settings.ts';

/** Request headers that endpoints read. */
const ownHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'prefer',
  'x-api-key',
] as const;

/** The form that both an HTTP API and a function URL accept. */
export interface CorsConfiguration {
  allowOrigins: string[];
  allowCredentials: boolean;
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  maxAge: number;
}

/**
 * The CORS settings of a deployment, for pages of the origins in `CORS_ALLOWED_ORIGINS`. Undefined without origins: pages
 * of other sites then cannot read responses. API Gateway itself responds to the browsers' preflight requests, also for
 * streamed responses. Throws for an invalid origin or header name.
 */
export function corsConfiguration(
  environment: Readonly<Record<string, string>>,
): CorsConfiguration | undefined {
  const allowOrigins = parseOrigins(setting('CORS_ALLOWED_ORIGINS', environment));
  if (allowOrigins.length === 0) return undefined;
  return {
    allowOrigins,
    allowCredentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // With credentials, `*` has no special meaning, so every name is listed.
    allowHeaders: [
      ...new Set([...ownHeaders, ...parseHeaderNames(setting('CORS_ALLOWED_HEADERS', environment))]),
    ],
    exposeHeaders: [...exposedHeaders],
    maxAge: 3_600,
  };
}
