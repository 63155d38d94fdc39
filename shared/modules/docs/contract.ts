/** The endpoints that describe the API. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, rawBody } from '../../kernel/http/fields.ts';

const base = { module: 'docs', method: 'GET', auth: 'none', scope: 'none' } as const;

export const getOpenapi = defineEndpoint({
  ...base,
  operationId: 'getOpenapi',
  path: '/api/docs/openapi',
  summary: 'Get this API description as OpenAPI document',
  description: 'Returns OpenAPI 3.1 as JSON, for code generators and API clients. Requires no credentials.',
  success: returns(
    z.looseObject({
      openapi: z.string().check(about('Version of the OpenAPI specification.', '3.1.0')),
      info: z
        .looseObject({
          title: z.string().check(about('Name of the API.', 'Platform Modules API')),
          version: z.string().check(about('Version of the deployed code.', '0.2.0')),
        })
        .check(about('Summary of the API.')),
      paths: z.record(z.string(), z.unknown()).check(about('The operations by path and method.')),
    }),
  ),
});

export const getMarkdown = defineEndpoint({
  ...base,
  operationId: 'getMarkdown',
  path: '/api/docs/markdown',
  summary: 'Get this API description as Markdown',
  description:
    'Returns one section per operation, for people, wikis and language models. Requires no credentials.',
  success: returns(rawBody('GitHub-flavoured Markdown.'), {
    contentTypes: ['text/markdown; charset=utf-8'],
  }),
});

export const openExplorer = defineEndpoint({
  ...base,
  operationId: 'openExplorer',
  path: '/api/docs/api',
  summary: 'Redirect to the API explorer',
  description: 'Redirects `/`, `/docs` and `/docs/api/` to `/docs/api`. Requires no credentials.',
  success: { status: 302, description: 'The explorer is at `Location`.' },
});

export const getExplorer = defineEndpoint({
  ...base,
  operationId: 'getExplorer',
  path: '/docs/api',
  summary: 'The API explorer',
  description:
    'Returns a page that shows every operation and sends requests to this host. Filter the operations by words ' +
    'of their summary, path or module. Paste an API key under *Authorize* to use it; the page does not store ' +
    'the key.',
  success: returns(rawBody('An HTML page.'), {
    description: 'The page.',
    contentTypes: ['text/html; charset=utf-8'],
    headers: {
      'content-security-policy': 'Content security policy: scripts, styles and requests of this host only.',
    },
  }),
});

const immutable = 'The content of a file name never changes, so it can be cached for a year.';

export const getExplorerAsset = defineEndpoint({
  ...base,
  operationId: 'getExplorerAsset',
  edgeCache: 'path',
  path: '/docs/api/{file}',
  summary: 'Get a script or style sheet of the API explorer',
  description: 'Returns a file that the page loads. The file names change with the content.',
  params: z.object({
    file: z.string().check(about('Name of the file, as the page refers to it.', 'explorer.js')),
  }),
  success: returns(rawBody('Text of the script or style sheet.'), {
    contentTypes: ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'],
    headers: {
      'cache-control': immutable,
      'content-encoding': '`gzip` when the client accepts it.',
      vary: 'The response depends on `Accept-Encoding`.',
    },
  }),
  errors: ['not_found'],
});
