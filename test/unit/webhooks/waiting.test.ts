/** Attempts that are due later than the longest delay of a queue, while the scheduler throttles. */
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeKeys } from '../../../shared/kernel/auth/directory-reader.ts';
import { parseMessage } from '../../../shared/kernel/queues/message.ts';
import { maxDelaySeconds } from '../../../shared/kernel/queues/send.ts';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { deliverBatch } from '../../../shared/modules/webhooks/deliveries/deliver.ts';
import {
  type DeliverData,
  sendAt,
  toDeliverMessage,
} from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { deliveryKey, payloadKey } from '../../../shared/modules/webhooks/keys.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const { sent } = mockQueues('webhook-deliveries');
const client = new SchedulerClient({ region: 'us-east-1' });
const scheduler = mockClient(client);

beforeEach(() => {
  scheduler.reset();
  connectSchedules({ client, group: 'made', roleArn: 'arn:role', queueArnPrefix: 'arn:queue-' });
});

const nowMs = Date.now();
const dueAtMs = nowMs + 3_600_000;
const delivery = aStoredDelivery(nowMs, { webhookId: null, attemptNumber: 1 });
const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
const message = toDeliverMessage(delivery, 2);

describe('an attempt that is due in an hour', () => {
  it('is scheduled', async () => {
    scheduler.on(CreateScheduleCommand).resolves({});
    await sendAt(message, dueAtMs, nowMs);
    expect(scheduler.commandCalls(CreateScheduleCommand)).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  it('waits in the queue while the scheduler throttles', async () => {
    scheduler.on(CreateScheduleCommand).rejects(throttled);
    await sendAt(message, dueAtMs, nowMs);
    expect(sent()).toMatchObject([{ DelaySeconds: maxDelaySeconds }]);
  });

  it('is scheduled, and not made, when its message is received before', async () => {
    scheduler.on(CreateScheduleCommand).rejectsOnce(throttled).resolves({});
    await sendAt(message, dueAtMs, nowMs);
    const [{ MessageBody: body = '' } = {}] = sent();
    const table = aPoisonTable([
      toItem(deliveryKey(delivery, delivery), 'delivery', delivery),
      toItem(payloadKey(delivery, 'payload'), 'delivery_payload', { payload: '{}' }),
      ...homeKeys(delivery).map((key) => ({ ...key, isActive: true })),
    ]);
    const early = { messageId: 'early', receiveCount: 1 };
    const failed: unknown[] = [];
    const batch = [{ message: parseMessage<DeliverData>(body), delivery: early }];
    await deliverBatch(batch, (_, error) => failed.push(error));
    expect(failed).toEqual([]);
    expect(scheduler.commandCalls(CreateScheduleCommand)).toHaveLength(2);
    expect(table.written()).toEqual([]);
  });
});
