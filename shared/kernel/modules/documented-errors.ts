import { canBeCrossSite } from '../http/authentication/cross-site.ts';
import { type EndpointSpec, isReading } from '../http/endpoint-spec.ts';
import { refusesLoops } from '../http/message-hops.ts';
import { exportedRowsOf } from '../lists/exported-list.ts';

/** Whether responses are files, or may be exports: both are limited while their clients read them. */
const isDownload = (spec: EndpointSpec): boolean =>
  (spec.transport === 'stream' && !spec.holdsConnection) || exportedRowsOf(spec) !== undefined;

/**
 * Every error code that an endpoint can return: those of its contract, and those of the steps that `endpoint()` adds.
 * The OpenAPI document lists them, and the tests refuse a response with another code.
 */
export function documentedErrors(spec: EndpointSpec): string[] {
  const authenticated = spec.auth !== 'none';
  // A query with invalid UTF-8 is refused everywhere.
  const codes: string[] = [...(spec.errors ?? []), 'internal', 'unavailable', 'invalid_input'];
  if (authenticated) codes.push('unauthenticated', 'rate_limited', 'address_forbidden', 'scope_forbidden');
  if (authenticated && spec.scope !== 'none') codes.push('scope_required');
  if (canBeCrossSite(spec)) codes.push('cross_site');
  if (authenticated && !isReading(spec)) codes.push('read_only');
  if (spec.feature !== undefined || spec.superAdmin) codes.push('missing_feature');
  if (authenticated) codes.push('factor_enrolment_required');
  if (spec.stepUp) codes.push('step_up_required');
  if (isDownload(spec)) codes.push('too_many_downloads');
  if (spec.invalidError) codes.push(spec.invalidError.code);
  if (refusesLoops(spec)) codes.push('loop_detected');
  if (spec.body) codes.push('malformed_body', 'too_deep', 'body_too_large');
  if (spec.body && spec.bodyFormat !== 'raw') codes.push('unsupported_media_type');
  return [...new Set(codes)];
}
