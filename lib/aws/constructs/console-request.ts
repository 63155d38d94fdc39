/**
 * The function that CloudFront runs on every request below the console's path, before it reads the file. Like that of
 * `viewer-request.ts`, its source is the text of a type-checked and tested function, in CloudFront's own JavaScript.
 */
import { consolePath, indexFile } from '../../../shared/modules/platform/console/site.ts';

interface ConsoleRequest {
  uri: string;
}

interface Redirect {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, { value: string }>;
}

/** Every address without an extension belongs to the console's single page, which selects the view. */
function findFile(
  request: ConsoleRequest,
  settings: { path: string; index: string },
): ConsoleRequest | Redirect {
  const path = settings.path;
  if (request.uri === path) {
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: `${path}/` }, 'cache-control': { value: 'no-store' } },
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
    String(findFile).replace(/ +$/gm, ''),
    'function handler(event) { return findFile(event.request, settings); }',
    '',
  ].join('\n');
}
