/** Why a deployment stops, as a message for the person who started it. */
export class RefusedError extends Error {
  readonly code = 'deployment_refused';
}
