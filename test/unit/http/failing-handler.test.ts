/** The response of a failed handler: the request id, without the cause. */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders, originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
beforeAll(() => vi.stubEnv(originSecretsVariable, 'secret'));
afterAll(() => vi.unstubAllEnvs());

const contract = defineEndpoint({
  operationId: 'failAlways',
  module: 'samples',
  method: 'GET',
  path: '/api/samples',
  summary: 'Fails',
  description: 'Fails.',
  auth: 'none',
  scope: 'none',
  success: { status: 200, description: 'Never.', result: z.object({ ok: z.boolean() }) },
});

it('a 500 has the request id in body and header, and hides the cause', async () => {
  const handler = endpoint(contract, () => Promise.reject(new Error('password of the database')));
  const event = {
    headers: { [originHeaders.secret]: 'secret' },
    rawPath: contract.path,
    rawQueryString: 'unknown=1',
    requestContext: {
      requestId: 'request-1',
      timeEpoch: Date.now(),
      http: { method: 'GET', sourceIp: '192.0.2.1' },
    },
  };
  const result = await handler(
    event as unknown as APIGatewayProxyEventV2,
    {
      getRemainingTimeInMillis: () => 10_000,
    } as Context,
  );
  expect(result).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-1' } });
  expect(JSON.parse(result.body ?? '')).toEqual({
    error: 'The server failed unexpectedly. Include the requestId when you report the problem.',
    code: 'internal',
    requestId: 'request-1',
    warnings: ['The query field "unknown" is unknown and was ignored.'],
  });
});
