import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';

/** The `$default` route of the API. It has no path of its own, so the endpoint table does not list it. */
const base = { module: 'front', method: 'GET', path: '$default', auth: 'none', scope: 'none' } as const;

/**
 * Responds when no route matches. The shape of API Gateway's own 404 cannot be changed, so a function serves the
 * `$default` route.
 */
export const notFound = defineEndpoint({
  ...base,
  operationId: 'notFound',
  summary: 'No such route',
  description: 'Returns 404 in the shape of all other errors.',
  success: { status: 200, description: 'Never sent.' },
});

/** Paths that people try first. For API Gateway, a path with a trailing slash is a different path. */
export const homePaths: readonly string[] = ['/', '/docs', '/docs/', '/docs/api/'];

export const openHome = defineEndpoint({
  ...base,
  operationId: 'openHome',
  summary: 'Redirect to the API explorer',
  description: 'Redirects to `/docs/api`.',
  success: { status: 302, description: 'The explorer is at `Location`.' },
});
