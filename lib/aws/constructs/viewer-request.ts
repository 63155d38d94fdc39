/**
 * The function that CloudFront runs on every request before it selects an origin. Its source is the text of the
 * functions below, so that it is type-checked and tested; it runs on CloudFront's own JavaScript (without `for…of`,
 * `?.`, destructuring or spreading):
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import { deliveryQuery, wholeSuffix } from '../../../shared/kernel/http/whole-response.ts';

interface Value {
  value: string;
  multiValue?: { value: string }[];
}

/** The part of CloudFront's event that the function reads and changes. */
export interface ViewerRequestEvent {
  context: { requestId: string };
  viewer: { ip: string };
  request: {
    method: string;
    uri: string;
    querystring: Record<string, Value>;
    headers: Record<string, Value>;
    cookies: Record<string, Value>;
  };
}

/** CloudFront's module of that name. */
export interface CloudFrontModule {
  selectRequestOriginById(originId: string): void;
}

/** An endpoint for large bodies: the maximum size of a body, and the part of it outside the file, in bytes. */
interface UploadRoute {
  method: string;
  path: string;
  maxBytes: number;
  overheadBytes: number;
}

/** Routes to other origins than the main HTTP API. */
export interface ViewerRoutes {
  /** The second HTTP API: everything under these prefixes that has no other origin. */
  furtherApi: { originId: string; prefixes: string[] };
  /**
   * Streaming endpoints: the method is always GET or HEAD. Each has a second origin that returns whole responses, to HEAD
   * and, where `revalidates` is set, to requests that may be answered without a body: streams must not be empty.
   */
  streams: { path: string; originId: string; revalidates?: boolean }[];
  /** Lists that `?format=` exports, and the origin of exports; null without one. */
  exports: { paths: string[]; originId: string } | null;
  /** Endpoints for large bodies, and their origin. */
  ingest: { originId: string; routes: UploadRoute[] } | null;
}

interface ViewerRequestSettings extends ViewerRoutes {
  headers: typeof originHeaders;
  deliveryQuery: string;
  wholeSuffix: string;
}

/** Whether a path matches a pattern such as `/api/things/{id}` or `/api/files/{path+}`. */
function fitsPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (let index = 0; index < wanted.length; index++) {
    const segment = String(wanted[index]);
    const value = String(given[index] || '');
    if (segment.charAt(0) === '{') {
      if (value === '') return false;
      if (segment.indexOf('+}') > 0) return true;
    } else if (segment !== value) return false;
  }
  return wanted.length === given.length;
}

/** Whether the last value of a query key is not empty. */
function isGiven(entry: Value | undefined): boolean {
  if (entry === undefined) return false;
  const all = entry.multiValue;
  const last = all === undefined ? entry : all[all.length - 1];
  return (last === undefined ? entry : last).value !== '';
}

/** The origin of a stream, or the one that returns whole responses. */
function originOf(
  request: ViewerRequestEvent['request'],
  stream: { originId: string; revalidates?: boolean },
  settings: ViewerRequestSettings,
): string {
  const whole = stream.originId + settings.wholeSuffix;
  if (request.method === 'HEAD') return whole;
  if (!stream.revalidates) return stream.originId;
  const wanted = request.querystring[settings.deliveryQuery];
  if (wanted !== undefined && wanted.value === 'stream') return stream.originId;
  if (wanted !== undefined && wanted.value === 'whole') return whole;
  return request.headers['if-none-match'] === undefined ? stream.originId : whole;
}

/** A response of the function itself. */
export interface ViewerResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, Value>;
  body: { encoding: 'text'; data: string };
}

/** Returns the refusal of a body whose announced size is above the endpoint's limit; otherwise null. */
function tooLarge(event: ViewerRequestEvent, route: UploadRoute): ViewerResponse | null {
  const requestId = event.context.requestId;
  const announced = event.request.headers['content-length'];
  if (announced === undefined || !(Number(announced.value) > route.maxBytes)) return null;
  const maxBytes = route.maxBytes - route.overheadBytes;
  const error = `The request is larger than the maximum upload size: ${maxBytes} bytes.`;
  return {
    statusCode: 413,
    statusDescription: 'Payload Too Large',
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'x-request-id': { value: requestId },
    },
    body: {
      encoding: 'text',
      data: JSON.stringify({
        error: error,
        code: 'body_too_large',
        maxBytes: maxBytes,
        requestId: requestId,
      }),
    },
  };
}

/** Selects the second HTTP API for the paths that it has. */
function selectApi(uri: string, cloudfront: CloudFrontModule, api: ViewerRoutes['furtherApi']): void {
  for (let index = 0; index < api.prefixes.length; index++) {
    const prefix = String(api.prefixes[index]);
    if (uri === prefix || uri.indexOf(`${prefix}/`) === 0) cloudfront.selectRequestOriginById(api.originId);
  }
}

/** Forwards values that origins cannot see or trust otherwise, and selects the origin of streams. */
function routeRequest(
  event: ViewerRequestEvent,
  cloudfront: CloudFrontModule,
  settings: ViewerRequestSettings,
): ViewerRequestEvent['request'] | ViewerResponse {
  const request = event.request;
  const headers = request.headers;
  const names = settings.headers;
  // Clients may send these headers; only the function's own values may reach an origin.
  delete headers[names.secret];
  delete headers[names.authorization];
  if (headers.authorization !== undefined)
    headers[names.authorization] = { value: headers.authorization.value };
  headers[names.address] = { value: event.viewer.ip };
  if (headers.host !== undefined) headers[names.host] = { value: headers.host.value };

  const ingest = settings.ingest;
  for (let index = 0; ingest !== null && index < ingest.routes.length; index++) {
    const route = ingest.routes[index];
    if (route !== undefined && route.method === request.method && route.path === request.uri) {
      const refused = tooLarge(event, route);
      if (refused !== null) return refused;
      cloudfront.selectRequestOriginById(ingest.originId);
      return request;
    }
  }
  selectApi(request.uri, cloudfront, settings.furtherApi);
  if (request.method !== 'GET' && request.method !== 'HEAD') return request;
  // The export refuses an unknown format; the list itself ignores the key.
  const exported = isGiven(request.querystring.format) ? settings.exports : null;
  for (let index = 0; exported !== null && index < exported.paths.length; index++) {
    if (fitsPath(String(exported.paths[index]), request.uri)) {
      cloudfront.selectRequestOriginById(originOf(request, exported, settings));
      return request;
    }
  }
  for (let index = 0; index < settings.streams.length; index++) {
    const stream = settings.streams[index];
    if (stream !== undefined && fitsPath(stream.path, request.uri)) {
      // Nothing reads the rest, and Lambda refuses CloudFront's signature when it has encoded characters.
      if (stream.path.indexOf('+}') > 0)
        request.uri = request.uri
          .split('/')
          .slice(0, stream.path.split('/').length - 1)
          .join('/');
      cloudfront.selectRequestOriginById(originOf(request, stream, settings));
      return request;
    }
  }
  return request;
}

/** CloudFront's limit for the size of a function is 10 240 bytes; the rest is room for further routes. */
const maxCodeBytes = 9_000;

/** The source of the function for a distribution. Throws when it exceeds CloudFront's size limit. */
export function viewerRequestCode(routes: ViewerRoutes): string {
  const settings: ViewerRequestSettings = {
    ...routes,
    headers: originHeaders,
    deliveryQuery: deliveryQuery,
    wholeSuffix: wholeSuffix,
  };
  const code = [
    "import cloudfront from 'cloudfront';",
    `const settings = ${JSON.stringify(settings)};`,
    ...[fitsPath, isGiven, originOf, tooLarge, selectApi, routeRequest].map(String),
    'function handler(event) { return routeRequest(event, cloudfront, settings); }',
  ]
    .join('\n')
    // Node replaces types by spaces, which are removed.
    .replace(/ +$/gm, '')
    .replace(/\n\s+/g, '\n');
  const bytes = Buffer.byteLength(code);
  if (bytes > maxCodeBytes)
    throw new Error(`The viewer-request function has ${bytes} bytes; the limit is ${maxCodeBytes}.`);
  return `${code}\n`;
}
