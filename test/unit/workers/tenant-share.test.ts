import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { workers } from '../../../shared/catalog/workers.ts';
import { batchWithinShare, shareOf, withinShare } from '../../../shared/kernel/queues/tenant-share.ts';
import type { Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { type MockedTable, mockTable } from '../../support/fault-injection/mock-table.ts';
import { aMessage } from '../../support/runtime/messages.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const { sent } = mockQueues('text-extraction');
const share = { queue: 'text-extraction', maxPerTenant: 2, timeoutSeconds: 60 } as const;
const delivery = { receiveCount: 1, messageId: 'm' };

/** The slot item after the conditional updates. */
let slots: Record<string, number>;
let table: MockedTable;

beforeEach(() => {
  table = mockTable();
  slots = {};
  table.on(UpdateCommand).callsFake((input) => {
    const name = input.ExpressionAttributeNames['#slot'];
    const { ':until': until, ':expected': expected } = input.ExpressionAttributeValues;
    const held = slots[name] ?? 0;
    const isMine = input.ConditionExpression === '#slot = :expected' && held === expected;
    const isFree = input.ConditionExpression !== '#slot = :expected' && held <= expected;
    if (!isMine && !isFree)
      throw new ConditionalCheckFailedException({ $metadata: {}, message: '', Item: toAttributes(slots) });
    slots[name] = until;
    return { Attributes: slots };
  });
});

/** A worker that handles the messages a and b, until `end`, so that the share of the tenant is used up. */
async function aBusyWorker(...more: [isDropped?: (message: { id: string }) => boolean]) {
  const begun: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const handle = async ({ id }: { id: string }) => {
    begun.push(id);
    await promise;
  };
  const work = withinShare(share, handle, ...more);
  const first = [work(aMessage('a'), delivery), work(aMessage('b'), delivery)];
  await expect.poll(() => begun).toHaveLength(2);
  const end = async () => {
    resolve();
    await Promise.all(first);
  };
  return { begun, work, end };
}

describe('the share of a tenant in a worker', () => {
  it('returns further messages to the queue, in the group of the tenant, with a delay of some seconds', async () => {
    const { begun, work, end } = await aBusyWorker();
    await work(aMessage('c'), delivery);
    expect(begun).toEqual(['a', 'b']);
    const [entry] = sent();
    expect(entry).toMatchObject({ MessageGroupId: 'tenant' });
    expect(JSON.parse(entry?.MessageBody ?? '')).toEqual({ ...aMessage('c'), waits: 1 });
    expect(entry?.DelaySeconds).toBeGreaterThanOrEqual(2);
    expect(entry?.DelaySeconds).toBeLessThanOrEqual(10);
    await end();
    await work(aMessage('c'), delivery);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('increases the delay of a message each time, up to a minute', async () => {
    const { work, end } = await aBusyWorker();
    for (const waits of [1, 2, 3, 50]) await work({ ...aMessage('c'), waits }, delivery);
    for (const [index, { DelaySeconds = 0, MessageBody = '' }] of sent().entries()) {
      const minSeconds = [4, 8, 12, 12][index] ?? 0;
      expect(DelaySeconds).toBeGreaterThanOrEqual(minSeconds);
      expect(DelaySeconds).toBeLessThanOrEqual(5 * minSeconds);
      expect(JSON.parse(MessageBody).waits).toBe([2, 3, 4, 51][index]);
    }
    await end();
  });

  it('is released if the work fails', async () => {
    const work = withinShare(share, async () => Promise.reject(new Error('broken')));
    for (const id of ['a', 'b', 'c']) await expect(work(aMessage(id), delivery)).rejects.toThrow('broken');
    expect(sent()).toEqual([]);
  });

  it('drops further reminders, because others follow', async () => {
    const { work, end } = await aBusyWorker(({ id }) => id === 'reminder');
    await work(aMessage('reminder'), delivery);
    expect(sent()).toEqual([]);
    await end();
  });

  it('counts batches with many messages of a tenant, and keeps messages of others in them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[][] = [];
    const work = batchWithinShare(share, async (batch) => {
      begun.push(batch.map(({ message }) => message.id));
      await promise;
    });
    const batchOf = (ids: string[], tenantId = 'tenant') =>
      ids.map((id) => ({ message: aMessage(id, { tenantId }), delivery }));
    const many = ['1', '2', '3', '4', '5', '6'];
    const fail = () => {};
    const first = [work(batchOf(many), fail), work(batchOf(many), fail), work(batchOf(['few']), fail)];
    await expect.poll(() => begun).toHaveLength(3);
    const mixed = work([...batchOf(many), ...batchOf(['other'], 'another tenant')], fail);
    await expect.poll(() => begun).toHaveLength(4);
    expect(begun[3]).toEqual(['other']);
    resolve();
    await Promise.all([...first, mixed]);
    expect(sent().map(({ MessageBody = '' }) => JSON.parse(MessageBody).id)).toEqual(many);
  });

  it('does not apply to messages of the platform', async () => {
    const begun: string[] = [];
    const work = withinShare(share, async ({ id }) => void begun.push(id));
    for (const id of ['a', 'b', 'c']) await work(aMessage(id, { tenantId: null }), delivery);
    expect(begun).toHaveLength(3);
    expect(table.calls()).toHaveLength(0);
  });
});

/** Work that is always short: fair queues are sufficient. Each with its bound. */
const shortWork: Readonly<Record<string, string>> = {
  broadcast: 'writes of the table only',
  completeText: 'reads what Textract found for one document; Textract’s topic names no tenant',
  process: 'one write of the table for each message',
  makeMails: 'mails for at most 1 000 recipients for each message',
  sendMails: 'one request to SES for each message, after 5 s at most',
  recordEvents: 'one write of the table for each message, and of an object for long data',
  eraseEvents: 'one pass over a log in 15 minutes for each tenant, in messages of 50 pages',
  recordMailEvents: 'writes of the table only',
  notifyPeople: 'at most a page of users for each message',
  processPaymentEvents: 'reads and writes of the table only',
  triggerRules: '5 s of rules for each of two events',
  executeJobs: 'sends messages and writes the table',
  dispatch: 'the webhooks of one organization, of which there is a limit',
  replay: 'some entries of a log for each message',
};

describe('every worker of a queue', () => {
  const ofQueues = workers.filter(({ trigger }) => trigger.kind === 'queue');

  it.each(ofQueues.map((worker) => [worker.name, worker] as const))(
    '%s has a share per tenant, or its work is short',
    (name, worker) => {
      if (Object.hasOwn(shortWork, name)) {
        expect(worker.trigger).not.toHaveProperty('maxPerTenant');
        return;
      }
      const { queue, maxPerTenant } = shareOf(worker);
      const { trigger, permissions, continuesByMessage } = worker;
      const concurrency = trigger.kind === 'queue' ? trigger.maximumConcurrency : 0;
      // At least a third of the invocations remain for others.
      expect(maxPerTenant).toBeLessThanOrEqual((concurrency * 2) / 3);
      expect(permissions.queues).toContain(queue);
      expect(permissions.table).toContain('UpdateItem');
      expect(continuesByMessage).toBe(true);
    },
  );

  it('may send messages in a loop, which Lambda stops after 16 rounds, exactly if its messages return to it', () => {
    const sendingTo = (queue: string) =>
      workers.filter(({ permissions }) => permissions.queues?.includes(queue));
    const queueOf = ({ trigger }: Worker) => (trigger.kind === 'queue' ? trigger.queue : '');
    /** The workers whose messages reach the worker, directly or through others. */
    const sendersTo = (worker: Worker, found = new Set<Worker>()): Set<Worker> => {
      for (const sender of sendingTo(queueOf(worker)).filter((one) => !found.has(one)))
        sendersTo(sender, found.add(sender));
      return found;
    };
    const returning = workers.filter((worker) => sendersTo(worker).has(worker));
    expect(workers.filter(({ continuesByMessage }) => continuesByMessage)).toEqual(returning);
  });

  it('is in the table exactly once', () => {
    for (const name of Object.keys(shortWork)) expect(ofQueues.map((worker) => worker.name)).toContain(name);
  });
});
