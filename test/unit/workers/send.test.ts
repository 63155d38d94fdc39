import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { SendError, sendMessages, toSendBatches } from '../../../shared/kernel/queues/send.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aMessage } from '../../support/runtime/messages.ts';

const { sqs } = mockQueues('webhook-deliveries');

const toSend = (id: string) => ({ message: aMessage(id) });
const sent = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? []);
const failure = (Id: string, SenderFault: boolean) => ({ Id, SenderFault, Code: 'Busy' });

describe('sendMessages', () => {
  it('sends ten in a request', async () => {
    const messages = Array.from({ length: 21 }, (_, index) => toSend(String(index)));
    await sendMessages('webhook-deliveries', messages);
    const sizes = sent().map((entries) => entries.length);
    expect(sizes.toSorted()).toEqual([1, 10, 10]);
  });

  it('rounds delays up to whole seconds, within the limits of SQS', async () => {
    const delayed = [0, 0.2, 900, 5_000].map((delaySeconds) => ({ ...toSend('a'), delaySeconds }));
    await sendMessages('webhook-deliveries', delayed);
    expect(sent()[0]?.map(({ DelaySeconds }) => DelaySeconds)).toEqual([undefined, 1, 900, 900]);
  });

  it('retries throttled messages only', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [failure('1', false)] })
      .resolves({});
    await sendMessages('webhook-deliveries', [toSend('a'), toSend('b')]);
    const bodies = sent().map((entries) => entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody).id));
    expect(bodies).toEqual([['a', 'b'], ['b']]);
  });

  it('throws at once for permanently refused messages', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [failure('0', true)] });
    await expect(sendMessages('webhook-deliveries', [toSend('a')])).rejects.toThrow(SendError);
    expect(sent()).toHaveLength(1);
  });

  it('throws for a queue that the contract does not name', async () => {
    const sending = sendMessages('webhook-recovery', [toSend('a')]);
    await expect(sending).rejects.toThrow('QUEUE_URL_WEBHOOK_RECOVERY');
  });
});

describe('a batch', () => {
  it('has at most 1 MiB', () => {
    const entry = { body: 'x'.repeat(400_000), group: undefined, delaySeconds: 0 };
    expect(toSendBatches([entry, entry, entry]).map((batch) => batch.length)).toEqual([2, 1]);
  });
});
