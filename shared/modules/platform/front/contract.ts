import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';

/** Of the function behind the API's `$default` route. They are no rows of the endpoint table: they have no path. */
const base = { module: 'front', method: 'GET', path: '$default', auth: 'none', scope: 'none' } as const;

/**
 * What answers when no route matches. API Gateway's own 404 has another shape and cannot be changed, so the
 * API's `$default` route is a function.
 */
export const notFound = defineEndpoint({
  ...base,
  operationId: 'notFound',
  summary: 'No such route',
  description: 'Answers 404 in the shape of every other error.',
  success: { status: 200, description: 'Never sent.' },
});

/** Addresses that people try first; API Gateway takes a slash at the end for another path. */
export const homePaths: readonly string[] = ['/', '/docs', '/docs/', '/docs/api/'];

export const openHome = defineEndpoint({
  ...base,
  operationId: 'openHome',
  summary: 'Redirect to the API explorer',
  description: 'Redirects to `/docs/api`.',
  success: { status: 302, description: 'The explorer is at `Location`.' },
});
