/** Every writing endpoint publishes the events of its change in the same transaction. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findEventSpec } from '../../../shared/catalog/catalogue.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import { type StoredEvent, toStoredEvent } from '../../../shared/kernel/events/outbox.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import { ownEventTypeProblem } from '../../../shared/modules/events/event-type.ts';
import { requestedType } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';
import { watchInserts } from '../../support/runtime/table-stream.ts';

const writing = samples.filter(({ endpoint }) => endpoint.method !== 'GET');

const isEvent = ({ pk }: Key): boolean => pk.startsWith('OUTBOX#');
const isAudit = ({ pk }: Key): boolean => pk.endsWith('#AUDIT');

/** Returns the transactions that a request committed, each as the keys of its items. */
async function transactionsOf(answer: TestResponse): Promise<Key[][]> {
  const calls = await callsOf(answer);
  return calls
    .filter(({ status, transaction }) => transaction !== undefined && status === 200)
    .map(({ transaction = [] }) => transaction.map(([pk = '', sk = '']) => ({ pk, sk })));
}

/** A worker applies these changes later and publishes its own events. */
const publishesAhead = new Set(['recoverWebhook']);
/** These changes are not in the table: SQS moves messages. */
const changesElsewhere = new Set(['redriveDeadLetters']);

const isWithoutChange = (name: string) => publishesAhead.has(name) || changesElsewhere.has(name);

let insertsSince: Awaited<ReturnType<typeof watchInserts>>;
beforeAll(async () => {
  insertsSince = await watchInserts();
});

describe.each(writing)('$name', (sample) => {
  it('succeeds and writes exactly its events, each in the transaction of its change and valid against its schema', async () => {
    const { name, events, endpoint } = sample;
    const send = await prepared(sample, await aSuperAdmin());

    const answer = await send();

    expect(successStatuses(endpoint), JSON.stringify(answer.body)).toContain(answer.status);
    const publishing = (await transactionsOf(answer)).filter((keys) => keys.some(isEvent));
    for (const keys of isWithoutChange(name) ? [] : publishing) {
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
  });
});
