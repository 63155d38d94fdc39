/** Parameters and headers that many operations share. */
import type { Header, Parameter, Response } from './types.ts';

const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

export const sharedParameters = {
  tenantId: {
    name: 'tenantId',
    in: 'query',
    description: "Tenant to use; by default the caller's own.",
    schema: { type: 'string', format: 'uuid', examples: [id] },
  },
  organizationId: {
    name: 'organizationId',
    in: 'query',
    description:
      "UUID of the organization to use; by default the caller's own. `__all__` reads all organizations that the " +
      'caller may see. The cookie `svc_selected_org` has the same effect; the query has precedence.',
    schema: { type: 'string', examples: [id, '__all__'] },
  },
  format: {
    name: 'format',
    in: 'query',
    description:
      'Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case are ' +
      'equal; media types and `md` are accepted, too; other values return 400.',
    schema: { type: 'string', examples: ['csv', 'json', 'xml', 'markdown'] },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version to change; 412 when it is no longer the current one.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours, an equal ' +
      'request does nothing and returns the first response; a different request with the same key returns 409.',
    schema: { type: 'string', examples: ['order-1001'] },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the version you have; 304 without a body when it is still the current one.',
    schema: { type: 'string', examples: ['"3"'] },
  },
} as const satisfies Record<string, Parameter>;

export const sharedHeaders = {
  'x-request-id': {
    description: 'Id of the request; include it when you report a problem.',
    schema: { type: 'string', examples: ['QWERTYUIOPasdfg='] },
  },
  'x-ratelimit-limit': {
    description: 'Requests allowed in the window with the least left.',
    schema: { type: 'integer', examples: [100] },
  },
  'x-ratelimit-remaining': {
    description: 'Requests left in that window.',
    schema: { type: 'integer', examples: [99] },
  },
  'x-ratelimit-reset': {
    description: 'Seconds until that window ends.',
    schema: { type: 'integer', examples: [42] },
  },
  'retry-after': {
    description: 'Seconds to wait before repeating the request.',
    schema: { type: 'integer', examples: [2] },
  },
  etag: {
    description: 'Version of the resource, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'idempotent-replayed': {
    description:
      '`true` if an earlier, equal request with this `Idempotency-Key` had the effect, and this one changed nothing; ' +
      'otherwise absent.',
    schema: { type: 'string', examples: ['true'] },
  },
  location: {
    description: 'URL to open instead.',
    schema: { type: 'string', examples: ['/docs/api'] },
  },
} as const satisfies Record<string, Header>;

export const sharedResponses = {
  NotModified: {
    description: 'Still the version you have.',
    headers: { etag: { $ref: '#/components/headers/etag' } },
  },
  Redirected: {
    description:
      'The same resource, sent in another way; follow `Location`. Returned for an empty file, and for a file of more ' +
      'than 4 MB to a request with `If-None-Match` that has an earlier version.',
    headers: { location: { $ref: '#/components/headers/location' } },
  },
} as const satisfies Record<string, Response>;

/** In every response to a caller with an API key. */
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

export type SharedHeader = keyof typeof sharedHeaders;

/** References to shared headers, by name. */
export function headerReferences(names: readonly SharedHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
