import { bearerHeader } from '../../../kernel/outbound/bearer.ts';
import type { HealthCheck } from '../check.ts';
import { textOf } from '../credentials.ts';
import { toResult } from './http-result.ts';

/** Sends a GET request to the base URL with the token. */
export const httpJsonCheck: HealthCheck = async ({ credentials, send, timeoutMs }) => {
  const url = textOf(credentials, 'baseUrl');
  const token = textOf(credentials, 'token');
  if (url === undefined || token === undefined)
    return { status: 'unhealthy', message: 'baseUrl or token is missing.' };
  const headers = { accept: 'application/json', ...bearerHeader('token', token) };
  // 403: gateways return it for addresses without an endpoint, and only endpoints have to be below the base URL.
  return toResult('The API', await send({ url, method: 'GET', headers, timeoutMs }));
};
