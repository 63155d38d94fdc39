import { defineEndpoint } from '../http/contract.ts';

/**
 * What answers when no route matches. API Gateway's own 404 has another shape and cannot be changed, so the
 * API's `$default` route is a function. It is no row of the endpoint table: it has no method and no path.
 */
export const notFound = defineEndpoint({
  operationId: 'notFound',
  module: 'front',
  method: 'GET',
  path: '$default',
  summary: 'No such route',
  description: 'Answers 404 in the shape of every other error.',
  auth: 'none',
  scope: 'none',
  success: { status: 200, description: 'Never sent.' },
});
