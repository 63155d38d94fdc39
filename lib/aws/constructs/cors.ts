import { parseOrigins } from '../../../shared/kernel/http/allowed-origins.ts';
import { exposedHeaders } from '../../../shared/kernel/http/cors-headers.ts';

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
 * The CORS settings for pages of the given origins (`CORS_ALLOWED_ORIGINS`). Undefined without origins: pages of other
 * sites then cannot read responses. API Gateway itself responds to the browsers' preflight requests, also for streamed
 * responses. Throws for an invalid origin.
 */
export function corsConfiguration(allowedOrigins: string): CorsConfiguration | undefined {
  const allowOrigins = parseOrigins(allowedOrigins);
  if (allowOrigins.length === 0) return undefined;
  return {
    allowOrigins,
    allowCredentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // With credentials, `*` has no special meaning, so every name is listed.
    allowHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'x-api-key',
    ],
    exposeHeaders: [...exposedHeaders],
    maxAge: 3_600,
  };
}
