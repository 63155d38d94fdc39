import { describe, expect, it } from 'vitest';
import { createBusDelivery, type RuleTarget } from '../../../lib/local/events/bus-delivery.ts';
import { AwsError } from '../../../lib/local/gateway/aws-service.ts';
import type { LocalQueue, NewMessage } from '../../../lib/local/sqs/queue.ts';
import { queueNameOf } from '../../../lib/local/sqs/queues.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

const account = '000000000000';
const arnOf = (service: string, name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;

const inTest = (type: string, name: string, properties: object = {}) =>
  aResource(type, name, arnOf('sqs', name), properties);

const rule = inTest('AWS::Events::Rule', 'rule');
const queue = inTest('AWS::SQS::Queue', 'work');
const deadLetters = inTest('AWS::SQS::Queue', 'work-dlq');
const allow = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage' };
const policy = inTest('AWS::SQS::QueuePolicy', 'policy', {
  Queues: ['work', 'work-dlq'],
  PolicyDocument: { Statement: [{ ...allow, Resource: [queue.arn, deadLetters.arn] }] },
});
const app = resolvedApp(rule, queue, deadLetters, policy);
const target: RuleTarget = { queue, groupPath: undefined, deadLetters };
const event = { id: 'event-1', detail: { text: 'hello' }, text: '{"text":"hello"}' };

interface Sent {
  queue: string;
  body: string;
  attributes: NewMessage['attributes'];
}

/** Delivers the event to queues with these responses; a queue without one accepts everything. */
function aDelivery(statusesOf: Record<string, number[]>) {
  const sent: Sent[] = [];
  const lines: string[] = [];
  const settled = Promise.withResolvers<void>();
  const queueOf = (arn: string): Pick<LocalQueue, 'trySend'> => ({
    trySend({ body, attributes }) {
      const name = queueNameOf(arn);
      sent.push({ queue: name, body, attributes });
      const status = statusesOf[name]?.shift();
      if (status !== undefined) return new AwsError('Refused', `refused with ${status}`, status);
      settled.resolve();
      return undefined;
    },
  });
  const delivery = createBusDelivery({
    app,
    log: (line) => lines.push(line),
    wait: async () => undefined,
    queues: { of: (arn) => queueOf(arn) as LocalQueue },
  });
  return { delivery, sent, lines, settled: settled.promise };
}

describe('the delivery of an event to the target of a rule', () => {
  it('happens once if the target accepts it', async () => {
    const { delivery, sent, lines } = aDelivery({});
    await delivery.deliver(rule, target, event);
    expect(sent.map(({ queue, body }) => [queue, body])).toEqual([['work', '{"text":"hello"}']]);
    expect(lines).toEqual([]);
  });

  it('is retried after temporary failures', async () => {
    const { delivery, sent, lines, settled } = aDelivery({ work: [500, 503] });
    await delivery.deliver(rule, target, event);
    await settled;
    expect(sent.map(({ queue }) => queue)).toEqual(['work', 'work', 'work']);
    expect(lines).toEqual([expect.stringContaining('again')]);
  });

  it('ends in the dead-letter queue with the reason after the last retry', async () => {
    const attempts = Array.from({ length: 186 }, () => 500);
    const { delivery, sent, lines, settled } = aDelivery({ work: [...attempts] });
    await delivery.deliver(rule, target, event);
    await settled;
    expect(sent.map(({ queue }) => queue)).toEqual([...attempts.map(() => 'work'), 'work-dlq']);
    expect(sent.at(-1)).toMatchObject({
      body: '{"text":"hello"}',
      attributes: {
        RULE_ARN: { StringValue: rule.arn },
        TARGET_ARN: { StringValue: queue.arn },
        ERROR_MESSAGE: { StringValue: 'refused with 500' },
        RETRY_ATTEMPTS: { StringValue: '185' },
      },
    });
    expect(lines.join('\n')).toContain('could not deliver the event event-1');
  });

  it('ends in the dead-letter queue at once if the target refuses it', async () => {
    const { delivery, sent, lines } = aDelivery({ work: [400] });
    await delivery.deliver(rule, target, event);
    expect(sent.map(({ queue }) => queue)).toEqual(['work', 'work-dlq']);
    expect(lines).toHaveLength(1);
  });

  it('is logged if the dead-letter queue also refuses it', async () => {
    const { delivery, lines } = aDelivery({ work: [400], 'work-dlq': [400] });
    await delivery.deliver(rule, target, event);
    expect(lines.at(-1)).toContain('The event event-1 is lost');
  });

  it('keeps characters that a queue accepts only escaped', async () => {
    const { delivery, sent } = aDelivery({});
    await delivery.deliver(rule, target, { ...event, text: '{"text":"\uFFFF😀"}' });
    expect(sent[0]?.body).toBe('{"text":"\\uffff😀"}');
  });
});
