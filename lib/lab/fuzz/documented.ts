/**
 * Checks a response against the endpoint's contract. Independent of the test framework, because the fuzzer uses it
 * too.
 */
import * as z from 'zod/mini';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { errorStatuses } from '../../../shared/catalog/errors.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { exportFiles } from '../../../shared/kernel/lists/export.ts';
import { exportedRowsOf } from '../../../shared/kernel/lists/exported-list.ts';
import { documentedErrors } from '../../../shared/kernel/modules/documented-errors.ts';

export interface DocumentedResponse {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text; undefined without one. */
  body: unknown;
}

// An exact path matches before one with parameters, as in API Gateway.
const routes = endpoints
  .flatMap((endpoint) => [endpoint.path, ...(endpoint.otherPaths ?? [])].map((path) => ({ endpoint, path })))
  .map(({ endpoint, path }) => ({
    endpoint,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\+\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`, 's'),
    parameters: path.split('{').length,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

/** The endpoint of a request; undefined for unknown routes. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const pathname = path.split('?')[0] ?? path;
  // HEAD is GET without a body.
  const requestedMethod = ({ transport }: Endpoint) =>
    method === 'HEAD' && transport === 'stream' ? 'GET' : method;
  return routes.find(
    ({ endpoint, pattern }) => endpoint.method === requestedMethod(endpoint) && pattern.test(pathname),
  )?.endpoint;
}

function mediaType(contentType: string | null | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase();
}

/** Whether a response continues until its client disconnects. */
export function isEventStream(headers: Headers): boolean {
  return mediaType(headers.get('content-type')) === 'text/event-stream';
}

function errorProblems(endpoint: Endpoint, { status, headers, body }: DocumentedResponse): string[] {
  const { error, code, requestId } = (body ?? {}) as {
    error?: unknown;
    code?: string;
    requestId?: unknown;
  };
  const problems: string[] = [];
  if (requestId !== headers.get('x-request-id')) problems.push('an error without the id of its request');
  if (typeof error !== 'string' || error === '') problems.push('an error without a text');
  if (code === undefined || !documentedErrors(endpoint).includes(code)) {
    problems.push(`the undocumented error code ${JSON.stringify(code)}`);
  } else if (errorStatuses[code] !== status) {
    problems.push(`${code} with status ${status} instead of ${errorStatuses[code]}`);
  }
  return problems;
}

/** An error of the Model Context Protocol, which has the form of JSON-RPC. */
function isJsonRpcError({ module }: Endpoint, { body }: DocumentedResponse): boolean {
  const { jsonrpc, error } = Object(body);
  return module === 'mcp' && jsonrpc === '2.0' && Number.isInteger(Object(error).code);
}

/** An error that an operation for browsers shows as a page. */
function isErrorPage({ success }: Endpoint, headers: Headers): boolean {
  const type = mediaType(headers.get('content-type'));
  return type === 'text/html' && success.contentTypes?.some((shown) => mediaType(shown) === type) === true;
}

/** A list as a file: any text of an export's type. */
function isExport(endpoint: Endpoint, headers: Headers): boolean {
  if (!exportedRowsOf(endpoint) || !headers.get('content-disposition')?.startsWith('attachment;'))
    return false;
  return Object.values(exportFiles).some(({ contentType }) => contentType === headers.get('content-type'));
}

function bodyProblems(endpoint: Endpoint, { headers, body }: DocumentedResponse): string[] {
  const { success } = endpoint;
  if (isExport(endpoint, headers)) return [];
  if (success.result === undefined) return body === undefined ? [] : ['a body where none is documented'];
  const type = mediaType(headers.get('content-type'));
  const types = (success.contentTypes ?? ['application/json']).map(mediaType);
  if (!types.includes(type)) return [`the undocumented content type ${type}`];
  const issues = z.safeParse(success.result, body).error?.issues ?? [];
  return issues.map(
    ({ path, message }) => `a body that violates its schema at "${path.join('.')}": ${message}`,
  );
}

/** Returns everything about a response that the contract does not document; empty when it is as documented. */
export function undocumented(
  endpoint: Endpoint,
  answer: DocumentedResponse,
  method: string = endpoint.method,
): string[] {
  const { status, headers } = answer;
  const problems = headers.has('x-request-id') ? [] : ['no x-request-id'];
  if (status >= 400 && isJsonRpcError(endpoint, answer)) return problems;
  if (status >= 400 && isErrorPage(endpoint, headers)) return problems;
  if (status >= 400) return [...problems, ...errorProblems(endpoint, answer)];
  if (status === 304 && endpoint.etag && endpoint.method === 'GET') return problems;
  if (status === 307 && endpoint.etag && endpoint.transport === 'stream') return problems;
  const inParts = endpoint.errors?.includes('range_not_satisfiable');
  const isExisting = status === 200 && endpoint.success.okDescription !== undefined;
  if (status !== endpoint.success.status && !isExisting && !(inParts && status === 206))
    return [...problems, `the undocumented status ${status}`];
  if (method === 'HEAD') return problems;
  return [...problems, ...bodyProblems(endpoint, answer)];
}

/** Throws when a response is not as documented, with the reasons. */
export function assertDocumented(endpoint: Endpoint, answer: DocumentedResponse, method?: string): void {
  const problems = undocumented(endpoint, answer, method);
  if (problems.length === 0) return;
  throw new Error(
    `${endpoint.operationId} returned ${problems.join('; ')}. Body: ${JSON.stringify(answer.body)}`,
  );
}

/** Parses a response's body: JSON parsed, other text unchanged, undefined when empty. */
export function parseBody(contentType: string | null | undefined, text: string): unknown {
  if (text === '') return undefined;
  return mediaType(contentType) === 'application/json' ? JSON.parse(text) : text;
}
