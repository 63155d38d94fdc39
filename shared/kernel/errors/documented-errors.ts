import { canBeCrossSite } from '../auth/cross-site.ts';
import type { EndpointSpec } from '../http/endpoint-spec.ts';

/**
 * Every error code an endpoint can answer: those its contract names, and those that follow from what `endpoint()`
 * does for it. The OpenAPI document lists them, and the tests refuse an answer that is not among them.
 */
export function documentedErrors(spec: EndpointSpec): string[] {
  const authenticated = spec.auth !== 'none';
  // A query that is no UTF-8 is refused everywhere.
  const codes: string[] = [...(spec.errors ?? []), 'internal', 'unavailable', 'invalid_input'];
  if (authenticated) codes.push('unauthenticated', 'rate_limited', 'address_forbidden', 'scope_forbidden');
  if (authenticated && spec.scope !== 'none') codes.push('scope_required');
  if (canBeCrossSite(spec)) codes.push('cross_site');
  if (spec.feature !== undefined || spec.superAdmin) codes.push('missing_feature');
  if (spec.invalidError) codes.push(spec.invalidError.code);
  if (spec.body) codes.push('malformed_body', 'too_deep', 'body_too_large');
  return [...new Set(codes)];
}
