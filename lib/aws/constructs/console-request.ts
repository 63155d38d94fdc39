/**
 * The functions that CloudFront runs on every request below the console's path: one before it reads the file, one before
 * it responds. Like that of `viewer-request.ts`, their source is the text of type-checked and tested code, in CloudFront's
 * own JavaScript.
 */
import { consolePath } from '../../../shared/kernel/base/console-page.ts';
import { indexFile } from '../../../shared/modules/platform/console/site.ts';

interface ConsoleRequest {
  method: string;
  uri: string;
}

interface ConsoleEvent {
  context: { requestId: string };
  request: ConsoleRequest;
}

interface OwnResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, { value: string }>;
  body?: { encoding: 'text'; data: string };
}

/** Refuses other methods than GET and HEAD as the API does. */
function refuseMethod(requestId: string): OwnResponse {
  return {
    statusCode: 405,
    statusDescription: 'Method Not Allowed',
    headers: {
      allow: { value: 'GET, HEAD' },
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'x-request-id': { value: requestId },
    },
    body: {
      encoding: 'text',
      data: JSON.stringify({
        error: 'This path accepts only GET, HEAD.',
        code: 'method_not_allowed',
        requestId: requestId,
      }),
    },
  };
}

/** Every address without an extension belongs to the console's single page, which selects the view. */
function findFile(
  event: ConsoleEvent,
  settings: { path: string; index: string },
): ConsoleRequest | OwnResponse {
  const path = settings.path;
  const request = event.request;
  const requestId = event.context.requestId;
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(requestId);
  if (request.uri === path) {
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: {
        location: { value: `${path}/` },
        'cache-control': { value: 'no-store' },
        'x-request-id': { value: requestId },
      },
    };
  }
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (name.indexOf('.') < 0) request.uri = `${path}/${settings.index}`;
  return request;
}

/** The source of the function. */
export function consoleRequestCode(): string {
  const settings = { path: consolePath, index: indexFile };
  return [
    `const settings = ${JSON.stringify(settings)};`,
    ...[refuseMethod, findFile].map((code) => String(code).replace(/ +$/gm, '')),
    'function handler(event) { return findFile(event, settings); }',
    '',
  ].join('\n');
}

/** The source of the function that CloudFront runs on every file of the console before it responds. */
export function consoleResponseCode(): string {
  return [
    'function handler(event) {',
    "  event.response.headers['x-request-id'] = { value: event.context.requestId };",
    '  return event.response;',
    '}',
    '',
  ].join('\n');
}
