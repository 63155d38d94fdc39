/** CORS of a bucket: what pages of other origins may do. */
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import type { AwsResponse } from '../gateway/aws-service.ts';
import { matchesPattern } from '../gateway/iam.ts';
import type { Resource } from '../types.ts';

const texts = z.array(z.string());
const corsRule = z.strictObject({
  AllowedMethods: texts,
  AllowedOrigins: texts,
  AllowedHeaders: z.tuple([z.literal('*')]),
  MaxAge: z.number(),
});
const shape = z.object({ CorsConfiguration: z.optional(z.object({ CorsRules: z.array(corsRule) })) });

type CorsRules = readonly z.infer<typeof corsRule>[];

/** Returns the rules of a bucket of the template. Throws for rules that do not run locally. */
export function corsRulesOf(bucket: Resource): CorsRules {
  return propertiesOf(bucket, shape).CorsConfiguration?.CorsRules ?? [];
}

/** The headers that let a page read the response; empty when no rule of the bucket allows it. */
export function corsHeaders(
  rules: CorsRules,
  origin: string | undefined,
  method: string,
): Record<string, string> {
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods }) =>
      AllowedMethods.includes(method) &&
      AllowedOrigins.some((pattern) => origin !== undefined && matchesPattern(pattern, origin)),
  );
  if (rule === undefined || origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    'access-control-max-age': String(rule.MaxAge),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** The response to a preflight request. */
export function corsResponse(rules: CorsRules, headers: IncomingHttpHeaders): AwsResponse {
  const allowed = corsHeaders(rules, headers.origin, String(headers['access-control-request-method']));
  if (Object.keys(allowed).length === 0) return { status: 403, headers: {}, body: '' };
  const requested = headers['access-control-request-headers'];
  return {
    status: 200,
    headers: { ...allowed, ...(requested !== undefined && { 'access-control-allow-headers': requested }) },
    body: '',
  };
}
