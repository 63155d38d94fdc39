import { parseOrigins } from '../../../shared/kernel/http/allowed-origins.ts';
import { exposedHeaders } from '../../../shared/kernel/http/cors-headers.ts';

/** As both an HTTP API and a function URL take it. */
export interface CorsConfiguration {
  allowOrigins: string[];
  allowCredentials: boolean;
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  maxAge: number;
}

/**
 * The CORS settings for pages of the given origins (`CORS_ALLOWED_ORIGINS`); undefined when there are none,
 * and then no other site's page reads an answer. API Gateway answers the browsers' preflight requests by itself, also
 * those about answers that are streamed. Throws on what is no origin.
 */
export function corsConfiguration(allowedOrigins: string): CorsConfiguration | undefined {
  const allowOrigins = parseOrigins(allowedOrigins);
  if (allowOrigins.length === 0) return undefined;
  return {
    allowOrigins,
    allowCredentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // With credentials `*` stands for itself only, so every name is listed.
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
