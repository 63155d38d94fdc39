/** Requests for bytes, which `send` would read as text. */
import { inject } from 'vitest';
import { assertDocumented, endpointOf, parseBody } from '../../../lib/lab/fuzz/documented.ts';
import { reportExchange, withoutRequestId } from './api.ts';

export interface BytesResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The body of an error. */
  body: Record<string, unknown>;
}

/** One request for bytes, with or without a caller; the response is checked against its contract. */
export async function getBytes(
  path: string,
  {
    as,
    method = 'GET',
    headers = {},
  }: { as?: { key: string }; method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
): Promise<BytesResponse> {
  const response = await fetch(`${inject('baseUrl')}${path}`, {
    method,
    headers: { ...(as && { 'x-api-key': as.key }), ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  reportExchange({ method, path, status: response.status });
  const text = bytes.toString();
  const failed = response.status >= 400 && text !== '';
  const body = failed ? (parseBody(response.headers.get('content-type'), text) as never) : {};
  const endpoint = endpointOf(method, path);
  if (endpoint && method === 'GET') {
    assertDocumented(endpoint, {
      status: response.status,
      headers: response.headers,
      body: failed ? body : text,
    });
  }
  const { status } = response;
  return { status, headers: response.headers, bytes, body: withoutRequestId({ status, body }) as never };
}
