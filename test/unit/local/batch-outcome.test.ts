import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedItems, nextStep, type Piece } from '../../../lib/local/lambda/batch-outcome.ts';

const ids = ['a', 'b', 'c'];
const answered = (response: unknown) => ({ payload: JSON.stringify(response) });

describe('a function’s response to a batch', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['no list of failures', '{"batchItemFailures":null}'],
    ['an empty list of failures', '{"batchItemFailures":[]}'],
  ])('means success if it is %s', (_, payload) => {
    expect(failedItems(ids, { payload }, true)).toEqual(new Set());
  });

  it('names the items that failed', () => {
    const response = { batchItemFailures: [{ itemIdentifier: 'b' }, { itemIdentifier: 'c' }] };
    expect(failedItems(ids, answered(response), true)).toEqual(new Set(['b', 'c']));
  });

  it.each<[string, string]>([
    ['no JSON', 'oops'],
    ['no object', '"fine"'],
    ['an empty identifier', '{"batchItemFailures":[{"itemIdentifier":""}]}'],
    ['an identifier that was not in the batch', '{"batchItemFailures":[{"itemIdentifier":"z"}]}'],
    ['a misspelt identifier', '{"batchItemFailures":[{"itemIdentifer":"a"}]}'],
    ['no list of failures', '{"batchItemFailures":{"itemIdentifier":"a"}}'],
  ])('fails the whole batch if it is %s', (_, payload) => {
    expect(failedItems(ids, { payload }, true)).toEqual(new Set(ids));
  });

  it('is ignored if the mapping has no ReportBatchItemFailures, unless the function fails', () => {
    const response = answered({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    expect(failedItems(ids, response, false)).toEqual(new Set());
    expect(failedItems(ids, { ...response, functionError: 'Unhandled' }, false)).toEqual(new Set(ids));
  });
});

describe('the next step of a stream', () => {
  const limits = { MaximumRetryAttempts: 2, BisectBatchOnFunctionError: true };
  const all = () => true;

  it('continues after a success', () => {
    const step = nextStep({ records: ids, attempts: 0 }, () => false, limits);
    expect(step).toEqual({ retry: [], discarded: [] });
  });

  it('starts again with the first failed record, even if later ones succeeded', () => {
    const step = nextStep({ records: ids, attempts: 2 }, (id) => id === 'b', limits);
    expect(step).toEqual({ retry: [{ records: ['b', 'c'], attempts: 0 }], discarded: [] });
  });

  it('bisects a batch without successes', () => {
    expect(nextStep({ records: ids, attempts: 0 }, all, limits).retry).toEqual([
      { records: ['a', 'b'], attempts: 0 },
      { records: ['c'], attempts: 0 },
    ]);
  });

  it.each([
    ['retries a single record', ['a'], 1, {}, { retry: [{ records: ['a'], attempts: 2 }], discarded: [] }],
    ['discards it after its last retry', ['a'], 2, {}, { retry: [], discarded: ['a'] }],
    ['discards all', ids, 2, { BisectBatchOnFunctionError: false }, { retry: [], discarded: ids }],
    ['never ends', ['a'], 99, { MaximumRetryAttempts: -1 }, { retry: [{ records: ['a'], attempts: 100 }] }],
  ])('%s with %j after attempt %i with %j', (_, records, attempts, changes, expected) => {
    expect(nextStep({ records, attempts }, all, { ...limits, ...changes })).toMatchObject(expected);
  });

  it('processes every good record once and in order, and discards exactly the poison records', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.boolean(), (poison, reports) => {
        const records = poison.map((_, index) => String(index));
        const isPoison = (id: string) => poison[Number(id)] === true;
        const done: string[] = [];
        const given: string[] = [];
        const pieces: Piece<string>[] = [{ records, attempts: 0 }];
        for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
          const bad = piece.records.find(isPoison);
          const failsWhole = bad !== undefined && !reports;
          const end = bad === undefined ? piece.records.length : piece.records.indexOf(bad);
          if (!failsWhole) done.push(...piece.records.slice(0, end));
          const step = nextStep(piece, (id) => failsWhole || id === bad, limits);
          given.push(...step.discarded);
          pieces.unshift(...step.retry);
        }
        expect(done).toEqual(records.filter((id) => !isPoison(id)));
        expect(given).toEqual(records.filter(isPoison));
      }),
    );
  });
});
