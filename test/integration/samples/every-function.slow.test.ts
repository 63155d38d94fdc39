/**
 * Every function responds over HTTP: it is bundled as for AWS, has a route, and has its grants. Writing ones publish the
 * events of their change in its transaction.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findEventSpec } from '../../../shared/catalog/catalogue.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import { type StoredEvent, toStoredEvent } from '../../../shared/kernel/events/outbox.ts';
import type { Sample } from '../../../shared/kernel/samples/sample.ts';
import { auditPartition, type Key, newestFirstRange } from '../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { ownEventTypeProblem } from '../../../shared/modules/events/event-type.ts';
import { requestedType } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';
import { overHttp } from '../../support/clients/in-process.ts';
import { watchInserts } from '../../support/runtime/table-stream.ts';

/** The audit entries since a time that a request wrote for a new or a deleted thing. */
async function entriesOf(requestId: string | null, tenantIds: readonly (string | null)[], sinceMs: number) {
  const range = newestFirstRange(sinceMs, Date.now() + 60_000);
  const entries = await Promise.all(
    tenantIds.map((tenantId) =>
      queryAll({ pk: auditPartition({ tenantId }), skRange: range, consistent: true }),
    ),
  );
  return entries
    .flat()
    .filter(({ action }) => action === 'created' || action === 'deleted')
    .filter((entry) => entry.requestId === requestId);
}

const isEvent = ({ pk }: Key): boolean => pk.startsWith('OUTBOX#');
const isAudit = ({ pk }: Key): boolean => pk.endsWith('#AUDIT');

/** Returns the transactions that a request committed, each as the keys of its items. */
async function transactionsOf(answer: TestResponse): Promise<Key[][]> {
  const calls = await callsOf(answer);
  return calls
    .filter(({ status, transaction }) => transaction !== undefined && status === 200)
    .map(({ transaction = [] }) => transaction.map(([pk = '', sk = '']) => ({ pk, sk })));
}

/** A worker applies the change of one later and publishes its own events; SQS moves the messages of the other. */
const withoutChange = new Set(['recoverWebhook', 'redriveDeadLetters']);

let insertsSince: Awaited<ReturnType<typeof watchInserts>>;
beforeAll(async () => {
  insertsSince = await watchInserts();
});

/** Asserts that the request wrote exactly the sample's events, each in the transaction of its change. */
async function expectEvents({ name, events }: Sample, answer: TestResponse): Promise<void> {
  const publishing = (await transactionsOf(answer)).filter((keys) => keys.some(isEvent));
  for (const keys of withoutChange.has(name) ? [] : publishing) {
    expect(keys.filter((key) => !isEvent(key) && !isAudit(key))).not.toEqual([]);
  }
  const eventKeys = publishing.flat().filter(isEvent);
  // Read from the stream, because the sweep of another test may have published them already.
  const inserted = await insertsSince();
  const stored = eventKeys.map(({ pk, sk }) => inserted.find((item) => item.pk === pk && item.sk === sk));
  const written: StoredEvent[] = stored
    .map((item) => toStoredEvent(item ?? {}))
    // A message to the dispatcher also uses the outbox, but is not an event.
    .filter(({ type }) => type !== requestedType);
  expect(written.map(({ type }) => type)).toEqual(events);
  for (const { type, data, tenantId, organizationId } of written) {
    const values = JSON.parse(data);
    expect(values).toMatchObject({ tenantId, organizationId });
    const spec = findEventSpec(type);
    // Events of teams and of their rules have other schemas.
    if (spec === undefined && ownEventTypeProblem(type) === undefined) continue;
    if (spec === undefined) throw new Error(`${type} is not in the catalogue.`);
    expect(z.safeParse(spec.data, values).error?.issues ?? []).toEqual([]);
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(spec.data.shape).toSorted());
  }
}

// Most of the time is spent waiting for the start of a function.
describe.concurrent.each(samples)('$name', (sample) => {
  it('succeeds for its sample over HTTP as documented, with its events and the fields in the audit trail', async () => {
    const caller = await aSuperAdmin();
    const send = await prepared(sample, caller);
    const sinceMs = Date.now() - 60_000;

    const answer = await overHttp(send);

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
    const requestId = answer.headers.get('x-request-id');
    for (const { resource, action, changes } of await entriesOf(requestId, [caller.tenantId, null], sinceMs))
      expect(Object.keys(JSON.parse(String(changes))), `${resource} ${action}`).not.toEqual([]);
    if (sample.endpoint.method !== 'GET') await expectEvents(sample, answer);
  });
});
