/** CORS of a bucket: what pages of other origins may do. */
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { AwsResponse } from '../gateway/aws-service.ts';
import { matchesPattern } from '../gateway/iam.ts';
import type { Resource } from '../types.ts';

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The headers that let a page read the response; empty when no rule of the bucket allows it. */
export function corsHeaders(
  bucket: Resource | undefined,
  origin: string | undefined,
  method: string,
): Record<string, string> {
  const configuration = bucket?.properties.CorsConfiguration;
  const rules = isRecord(configuration) ? configuration.CorsRules : undefined;
  if (origin === undefined || !Array.isArray(rules)) return {};
  const rule = rules
    .filter(isRecord)
    .find(
      ({ AllowedOrigins, AllowedMethods }) =>
        listOf(AllowedMethods).includes(method) &&
        listOf(AllowedOrigins).some((pattern) => matchesPattern(pattern, origin)),
    );
  if (rule === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': listOf(rule.AllowedMethods).join(', '),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** The response to a preflight request. */
export function corsResponse(bucket: Resource, headers: IncomingHttpHeaders): AwsResponse {
  const method = String(headers['access-control-request-method'] ?? '');
  const allowed = corsHeaders(bucket, headers.origin, method);
  const wanted = headers['access-control-request-headers'];
  const isAllowed = Object.keys(allowed).length > 0;
  return {
    status: isAllowed ? 200 : 403,
    headers: {
      ...allowed,
      ...(isAllowed && wanted !== undefined && { 'access-control-allow-headers': wanted }),
    },
    body: '',
  };
}
