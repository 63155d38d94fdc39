/** Every operation that creates something does it once per `Idempotency-Key`. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { samplesAs, sendAs, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

/** Operations with status 200 or 202 that start or create something, and why they have no key. */
const withoutKey: Readonly<Record<string, string>> = {};

const creations = endpoints.filter(
  ({ success, operationId }) => success.status === 201 || creates(operationId),
);
const keyed = endpoints.filter(({ idempotencyKey }) => idempotencyKey !== undefined);

function creates(operationId: string): boolean {
  return /^(create|upload|begin|start|publish|invite)/.test(operationId);
}

it('has an `Idempotency-Key` for every creation', () => {
  const missing = creations.filter(
    ({ idempotencyKey, operationId }) => !idempotencyKey && !withoutKey[operationId],
  );
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

const isReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true';

/** The number of transactions that a request has completed. */
async function transactionsOf(answer: TestResponse): Promise<number> {
  const calls = await callsOf(answer);
  return calls.filter(({ action, status }) => action === 'TransactWriteItems' && status === 200).length;
}

/** The body without its mark, and without what a new signature changes. */
function comparable({ body }: TestResponse): unknown {
  const { replayed: _, fields, ...rest } = Object(body);
  return rest;
}

/** The request with another text in one field. */
function changed(request: SampleRequest): SampleRequest {
  const body: Record<string, unknown> = Object(request.body);
  const name = ['name', 'title', 'fileName'].find((field) => typeof body[field] === 'string');
  return name === undefined ? request : { ...request, body: { ...body, [name]: `other ${body[name]}` } };
}

describe.concurrent.each(keyed.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s',
  (operationId, endpoint) => {
    it('creates once per key, and refuses another request with it', async () => {
      const caller = await aSuperAdmin();
      const sample = sampleOf(operationId);
      const request = () => sample.prepare(samplesAs(caller));
      const key = randomUUID();
      const send = ({ headers, ...given }: SampleRequest) =>
        sendAs(caller)(toWire(endpoint, { ...given, headers: { ...headers, 'idempotency-key': key } }));
      const one = await request();

      const first = await send(one);
      const again = await send(one);

      expect(successStatuses(endpoint), JSON.stringify(first.body)).toContain(first.status);
      expect(isReplayed(first)).toBe(false);
      if (endpoint.errors?.includes('already_created') && again.status === 409) {
        expect(again.body).toMatchObject({ code: 'already_created', id: first.body.id });
      } else {
        expect([again.status, comparable(again)]).toEqual([first.status, comparable(first)]);
        expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
        expect(isReplayed(again)).toBe(true);
      }
      expect(await transactionsOf(again)).toBe(0);
      if (endpoint.idempotencyKey === 'own') return;
      const other = await send(changed(await request()));
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    });
  },
);
