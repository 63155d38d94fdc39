/** The reason why a deployment stops, as a message for the operator. */
export class RefusedError extends Error {
  readonly code = 'deployment_refused';
}
