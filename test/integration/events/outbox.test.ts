/** Every endpoint that writes tells of it: no change without its event, in the same transaction. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../shared/endpoints.ts';
import { findEventSpec } from '../../../shared/events/catalogue.ts';
import { ownEventTypeProblem } from '../../../shared/events/contract.ts';
import { type StoredEvent, toStoredEvent } from '../../../shared/events/outbox.ts';
import type { Key } from '../../../shared/table/keys.ts';
import { type Answer, callsOf } from '../../support/api.ts';
import { watchInserts } from '../../support/table-stream.ts';
import { eventless, writeRecipes } from '../../support/write-recipes.ts';

const writing = endpoints.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
const operationOf = (recipe: string): string => recipe.split(',')[0] ?? recipe;

const isEvent = ({ pk }: Key): boolean => pk.startsWith('OUTBOX#');
const isAudit = ({ pk }: Key): boolean => pk.endsWith('#AUDIT');

/** The transactions that a request committed, each as the keys of its members. */
async function transactionsOf(answer: Answer): Promise<Key[][]> {
  const calls = await callsOf(answer);
  return calls
    .filter(({ status, transaction }) => transaction !== undefined && status === 200)
    .map(({ transaction = [] }) => transaction.map(([pk = '', sk = '']) => ({ pk, sk })));
}

describe('the recipes', () => {
  it('are about every endpoint that writes, or there is a reason why it has no event', () => {
    const told = [...new Set(Object.keys(writeRecipes).map(operationOf)), ...Object.keys(eventless)];
    expect(told.toSorted()).toEqual(writing.toSorted());
  });
});

/** What these change is changed later, by a worker that tells of it itself. */
const tellsOfWorkToCome = new Set(['recoverWebhook']);

describe.each(Object.keys(writeRecipes))('%s', (name) => {
  it('writes exactly its events, each in the transaction of its change and as its schema says', async () => {
    const recipe = writeRecipes[name];
    if (recipe === undefined) throw new Error(`No recipe for ${name}.`);
    const { send, events } = await recipe();
    const insertsSince = await watchInserts();

    const answer = await send();

    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const telling = (await transactionsOf(answer)).filter((keys) => keys.some(isEvent));
    for (const keys of tellsOfWorkToCome.has(name) ? [] : telling) {
      expect(keys.filter((key) => !isEvent(key) && !isAudit(key))).not.toEqual([]);
    }
    const eventKeys = telling.flat().filter(isEvent);
    const inserted = await insertsSince();
    const stored = eventKeys.map(({ pk, sk }) => inserted.find((item) => item.pk === pk && item.sk === sk));
    const written: StoredEvent[] = stored.map((item) => toStoredEvent(item ?? {}));
    expect(written.map(({ type }) => type)).toEqual(events);
    for (const { type, data, tenantId, organizationId } of written) {
      const values = JSON.parse(data);
      expect(values).toMatchObject({ tenantId, organizationId });
      const spec = findEventSpec(type);
      // What teams publish, and have their rules publish, has schemas of their own.
      if (spec === undefined && ownEventTypeProblem(type) === undefined) continue;
      if (spec === undefined) throw new Error(`${type} is not in the catalogue.`);
      expect(z.safeParse(spec.data, values).error?.issues ?? []).toEqual([]);
      expect(Object.keys(values).toSorted()).toEqual(Object.keys(spec.data.shape).toSorted());
    }
  });
});
