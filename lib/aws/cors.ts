import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { parseOrigins } from '../../shared/http/allowed-origins.ts';

/**
 * What browsers are told about pages of the given origins (`CORS_ALLOWED_ORIGINS`); undefined when there are none,
 * and then no other site's page reads an answer. API Gateway answers the browsers' preflight requests by itself.
 * Throws on what is no origin.
 */
export function corsConfiguration(allowedOrigins: string): CfnApi.CorsProperty | undefined {
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
    exposeHeaders: [
      'content-disposition',
      'etag',
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-request-id',
    ],
    maxAge: 3_600,
  };
}
