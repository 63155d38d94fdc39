/** Types of body readers. Contracts can import this file, because it imports no parser. */
import { BodyTooLargeError, FileTooLargeError } from '../errors/errors.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
import { limits } from './limits.ts';
import type { Middleware } from './types.ts';

/** How the body of an endpoint is checked and parsed; throws BodyTooLargeError, MalformedBodyError, TooDeepError and InvalidInputError. */
export type BodyReader = (spec: EndpointSpec) => Middleware[];

/** Throws BodyTooLargeError; FileTooLargeError, with the limit of the file alone, for a form with a file. */
export function checkSize(spec: EndpointSpec, bytes: number): void {
  const { maxBodyBytes = limits.bodyBytes, formOverheadBytes } = spec;
  if (bytes <= maxBodyBytes) return;
  if (formOverheadBytes === undefined) throw new BodyTooLargeError(maxBodyBytes);
  throw new FileTooLargeError(maxBodyBytes - formOverheadBytes);
}
