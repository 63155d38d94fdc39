/** Bodies with more invalid values than a response can name: Lambda returns at most 6 MB. */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { maxFieldErrors } from '../../../shared/kernel/errors/app-error.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { limits } from '../../../shared/kernel/http/limits.ts';
import { originHeaders, originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
beforeAll(() => vi.stubEnv(originSecretsVariable, 'secret'));
afterAll(() => vi.unstubAllEnvs());

const contract = defineEndpoint({
  operationId: 'refuseMany',
  module: 'samples',
  method: 'POST',
  path: '/api/samples',
  summary: 'Refuses many values',
  description: 'Refuses many values.',
  auth: 'none',
  scope: 'none',
  body: z.object({ texts: z.array(z.string()), fields: z.optional(z.unknown()) }),
  success: { status: 200, description: 'Done.', result: z.object({ ok: z.boolean() }) },
});

const aHandler = () =>
  endpoint(contract, async (_, { fields }) => {
    const names = Object.keys(Object(fields));
    throw new InvalidInputError(Object.fromEntries(names.map((name) => [name, 'is not a known field'])));
  });

async function send(body: string) {
  const event = {
    headers: { [originHeaders.secret]: 'secret', 'content-type': 'application/json' },
    rawPath: contract.path,
    rawQueryString: '',
    body,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'one',
      timeEpoch: Date.now(),
      http: { method: 'POST', sourceIp: '192.0.2.1' },
    },
  };
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  const { statusCode, body: text = '' } = await aHandler()(
    event as unknown as APIGatewayProxyEventV2,
    context,
  );
  return { statusCode, bytes: Buffer.byteLength(text), ...JSON.parse(text) };
}

it('names the first invalid values of a schema', async () => {
  const { statusCode, bytes, details } = await send(`{"texts":[${'1,'.repeat(50_000)}1]}`);
  expect(statusCode).toBe(400);
  expect(details).toHaveLength(maxFieldErrors);
  expect(details[0]).toEqual({ field: 'texts[0]', message: 'must be a string' });
  expect(bytes).toBeLessThan(100_000);
});

it('refuses a body with as many invalid values as fit', async () => {
  const count = Math.floor(limits.bodyBytes / 2) - 20;
  const { statusCode, details } = await send(`{"texts":[${'1,'.repeat(count - 1)}1]}`);
  expect(statusCode).toBe(400);
  expect(details).toEqual([{ field: 'body', message: 'has too many invalid values' }]);
});

it('names the first fields that a service refuses', async () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `"f${index}":1`);
  const { statusCode, details } = await send(`{"texts":[],"fields":{${names.join(',')}}}`);
  expect(statusCode).toBe(400);
  expect(details).toHaveLength(maxFieldErrors);
  expect(details.at(-1)).toEqual({ field: `f${maxFieldErrors - 1}`, message: 'is not a known field' });
});
