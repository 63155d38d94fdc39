import type { EndpointSpec } from './contract.ts';
import { canBeCrossSite } from './cross-site.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Every error code an endpoint can answer: those its contract names, and those that follow from what `endpoint()`
 * does for it. The OpenAPI document lists them, and the tests refuse an answer that is not among them.
 */
export function documentedErrors(spec: EndpointSpec): ErrorCode[] {
  const authenticated = spec.auth !== 'none';
  const codes: ErrorCode[] = [...(spec.errors ?? []), 'internal', 'unavailable'];
  if (authenticated) codes.push('unauthenticated', 'rate_limited', 'address_forbidden', 'scope_forbidden');
  if (authenticated && spec.scope !== 'none') codes.push('scope_required');
  if (canBeCrossSite(spec)) codes.push('cross_site');
  if (spec.feature !== undefined || spec.superAdmin) codes.push('missing_feature');
  if (spec.params ?? spec.query ?? spec.body) codes.push(spec.invalidCode ?? 'invalid_input');
  if (spec.body) codes.push('malformed_body', 'too_deep', 'invalid_input', 'body_too_large');
  return [...new Set(codes)];
}
