/** Bodies with more invalid values than a response can name: Lambda returns at most 6 MB. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { maxFieldErrors } from '../../../shared/kernel/errors/app-error.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { limits } from '../../../shared/kernel/http/limits.ts';
import {
  acceptSampleEvents,
  sampleContext,
  sampleEndpoint,
  sampleEvent,
} from '../../support/fixtures/sample-endpoint.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
acceptSampleEvents();

const contract = defineEndpoint({
  ...sampleEndpoint,
  ...{ operationId: 'refuseMany', method: 'POST' },
  body: z.object({ texts: z.array(z.string()), fields: z.optional(z.unknown()) }),
});

const aHandler = () =>
  endpoint(contract, async (_, { fields }) => {
    const names = Object.keys(Object(fields));
    throw new InvalidInputError(Object.fromEntries(names.map((name) => [name, 'is not a known field'])));
  });

async function send(body: string) {
  const event = sampleEvent({ headers: { 'content-type': 'application/json' }, method: 'POST', body });
  const { statusCode, body: text = '' } = await aHandler()(event, sampleContext(30_000));
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
