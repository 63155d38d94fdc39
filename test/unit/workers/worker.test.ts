import { describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { PermanentError, RetryableError } from '../../../shared/kernel/queues/errors.ts';
import { MalformedMessageError, parseMessage } from '../../../shared/kernel/queues/message.ts';
import { queueWorker } from '../../../shared/kernel/queues/worker.ts';
import { aMessage, aRecord } from '../../support/runtime/messages.ts';
import { logOf, silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const shipped = {
  ...{ type: 'sales.order.shipped', tenantId: 'tenant-1' },
  data: { id: 'SO-1001', secret: 'not for the log' },
};

describe('queueWorker', () => {
  it.each([
    ['a retryable error', new RetryableError('busy'), ['bad']],
    ['an outage', new UnavailableError(), ['bad']],
    ['an unknown error', new TypeError('oops'), ['bad']],
    ['a permanent error', new PermanentError('never'), []],
  ])('after %s has exactly those redelivered that may succeed', async (_, error, failed) => {
    const worker = queueWorker(async ({ id }) => {
      if (id === 'bad') throw error;
    });
    const Records = [aRecord('good'), aRecord('bad'), aRecord('other')];
    const { batchItemFailures } = await worker({ Records });
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(failed);
  });

  it('has a malformed message redelivered until it is a dead letter, and handles the others', async () => {
    const handle = vi.fn(async () => {});
    const answer = await queueWorker(handle)({ Records: [aRecord('broken', '{'), aRecord('good')] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'broken' }] });
    expect(handle).toHaveBeenCalledExactlyOnceWith(aMessage('good'), { messageId: 'good', receiveCount: 1 });
  });

  it('logs a line per message with its event and tenant, without its data', async () => {
    const worker = queueWorker(async ({ id }) => {
      if (id === 'bad') throw new PermanentError('never');
    });
    const Records = ['event-1', 'bad'].map((id) => aRecord(`message of ${id}`, aMessage(id, shipped)));
    const lines = await logOf(() => worker({ Records }));
    expect(lines).toMatchObject([
      { level: 'info', eventId: 'event-1', eventType: 'sales.order.shipped', tenantId: 'tenant-1' },
      { level: 'error', eventId: 'bad', messageId: 'message of bad', error: { name: 'PermanentError' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('not for the log');
  });

  it.each([
    [new RetryableError('busy'), 'warn'],
    [new UnavailableError(), 'warn'],
    [new TypeError('oops'), 'error'],
  ])('logs %s as %s', async (error, level) => {
    const failing = queueWorker(() => Promise.reject(error));
    const lines = await logOf(() => failing({ Records: [aRecord('one')] }));
    expect(lines).toMatchObject([{ level, message: 'message failed' }]);
  });

  it('limits the number of concurrent messages', async () => {
    let [now, most] = [0, 0];
    const worker = queueWorker(
      async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise(setImmediate);
        now -= 1;
      },
      { parallelMessages: 3 },
    );
    await worker({ Records: Array.from({ length: 10 }, (_, index) => aRecord(String(index))) });
    expect(most).toBe(3);
  });
});

describe('parseMessage', () => {
  it('unwraps the message of an event of the bus', () => {
    const wrapped = { source: 'platform-modules', 'detail-type': 'a.b.c', detail: aMessage('a') };
    expect(parseMessage(JSON.stringify(wrapped))).toEqual(aMessage('a'));
  });

  it.each<[string, unknown]>([
    ['no JSON', 'hello'],
    ['no object', [1]],
    ['a later version of the envelope', { ...aMessage('a'), v: 2 }],
    ['no id', { ...aMessage('a'), id: undefined }],
    ['no idempotency key', { ...aMessage('a'), idempotencyKey: undefined }],
    ['no tenant, not even null', { ...aMessage('a'), tenantId: undefined }],
    ['no data', { ...aMessage('a'), data: 'text' }],
    ['an event of another source', { source: 'aws.s3', detail: aMessage('a') }],
  ])('refuses %s', (_, message) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    expect(() => parseMessage(body)).toThrow(MalformedMessageError);
  });
});
