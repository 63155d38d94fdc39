import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { batchWorker } from '../../../shared/kernel/queues/batch-worker.ts';
import { PermanentError, RetryableError } from '../../../shared/kernel/queues/errors.ts';
import { aMessage, aRecord } from '../../support/runtime/messages.ts';
import { logOf, silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const failures = async (worker: ReturnType<typeof batchWorker>, ...Records: SQSRecord[]) => {
  let answer: Awaited<ReturnType<typeof worker>> | undefined;
  const lines = await logOf(async () => {
    answer = await worker({ Records });
  });
  return { failed: answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), lines };
};

describe('batchWorker', () => {
  it('passes all messages at once, with their receive counts', async () => {
    const seen: unknown[] = [];
    const worker = batchWorker(async (batch) => {
      seen.push(batch.map(({ message, delivery }) => ({ id: message.id, ...delivery })));
    });
    expect((await failures(worker, aRecord('a'), aRecord('b'))).failed).toEqual([]);
    expect(seen).toEqual([['a', 'b'].map((id) => ({ id, messageId: id, receiveCount: 1 }))]);
  });

  it('has exactly the given ones redelivered, unless they fail permanently', async () => {
    const worker = batchWorker(async (batch, fail) => {
      for (const one of batch) {
        if (one.message.id === 'busy') fail(one, new RetryableError('busy'));
        if (one.message.id === 'never') fail(one, new PermanentError('never'));
      }
    });
    const { failed } = await failures(worker, aRecord('good'), aRecord('busy'), aRecord('never'));
    expect(failed).toEqual(['busy']);
  });

  it('handles each message separately if one of them fails the whole work', async () => {
    const done: string[] = [];
    const worker = batchWorker(async (batch) => {
      const ids = batch.map(({ message }) => message.id);
      if (ids.includes('poison')) throw new Error('the key of one item is too long');
      done.push(...ids);
    });
    const { failed } = await failures(worker, aRecord('a'), aRecord('poison'), aRecord('b'));
    expect(failed).toEqual(['poison']);
    expect(done.toSorted()).toEqual(['a', 'b']);
  });

  it('sends no more requests to an unreachable table', async () => {
    let calls = 0;
    const worker = batchWorker(async () => {
      calls += 1;
      throw new UnavailableError();
    });
    expect((await failures(worker, aRecord('a'), aRecord('b'))).failed).toEqual(['a', 'b']);
    expect(calls).toBe(1);
  });

  it('separates an invalid message from the others', async () => {
    const seen: string[] = [];
    const worker = batchWorker(async (batch) => {
      seen.push(...batch.map(({ message }) => message.id));
    });
    expect((await failures(worker, aRecord('broken', '{'), aRecord('good'))).failed).toEqual(['broken']);
    expect(seen).toEqual(['good']);
  });

  it('logs the tenant of a failed message, without its data', async () => {
    const worker = batchWorker(async ([one], fail) => {
      if (one !== undefined) fail(one, new Error('oops'));
    });
    const message = aMessage('a', { data: { secret: 'not for the log' } });
    const text = JSON.stringify((await failures(worker, aRecord('a', message))).lines);
    expect(text).toContain('"eventId":"a"');
    expect(text).toContain('oops');
    expect(text).not.toContain('not for the log');
  });
});
