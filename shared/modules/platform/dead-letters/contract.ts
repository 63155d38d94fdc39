/** The endpoints of dead letters: messages whose work failed for good, and the way to have it done after all. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { text, timestamp } from '../../../kernel/http/fields.ts';
import { deadLetterLimits } from './limits.ts';

const base = { module: 'overview', auth: 'caller', scope: 'none', superAdmin: true } as const;
const path = '/api/overview/dead-letters';

const queueName = text(deadLetterLimits.queueCharacters).check(
  z.meta({ description: 'Name of the queue.', examples: ['webhook-deliveries'] }),
);
const oneQueue = z.object({ queue: queueName });
const count = z
  .int()
  .check(
    z.meta({ description: 'How many of its messages failed for good, as SQS counts them.', examples: [3] }),
  );

export const DeadLetterQueue = z
  .object({ queue: queueName, count })
  .check(z.meta({ id: 'DeadLetterQueue', description: 'A queue with messages whose work failed for good.' }));

const textOrNull = (description: string, example: string) =>
  z.nullable(z.string()).check(z.meta({ description, examples: [example] }));

export const DeadLetter = z
  .object({
    messageId: z
      .string()
      .check(
        z.meta({ description: 'Id that SQS gave it.', examples: ['1f9b6a1c-6d2b-4f0e-9a57-3f1f6f0c2b11'] }),
      ),
    sentAt: timestamp('When it was sent to its queue.'),
    type: textOrNull('What it is about; null for a message that is no envelope.', 'webhooks.delivery.due'),
    tenantId: textOrNull('Tenant of the work.', '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11'),
    organizationId: textOrNull('Organization of the work.', '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22'),
    body: z.string().check(
      z.meta({
        description: `The message, the first ${deadLetterLimits.bodyCharacters} characters.`,
        examples: ['{"v":1,"type":"webhooks.delivery.due","data":{}}'],
      }),
    ),
  })
  .check(z.meta({ id: 'DeadLetter', description: 'A message whose work failed for good.' }));

export const listDeadLetterQueues = defineEndpoint({
  ...base,
  operationId: 'listDeadLetterQueues',
  method: 'GET',
  path,
  summary: 'List queues with dead letters',
  description:
    'Every queue whose dead-letter queue holds messages, those with most of them first. They are kept for 14 days. SQS counts ' +
    'approximately: a count may be a minute old. Only for super admins.',
  success: {
    status: 200,
    description: 'The queues.',
    result: z.object({
      items: z.array(DeadLetterQueue).check(z.meta({ description: 'Queues with dead letters.' })),
      total: z.int().check(z.meta({ description: 'Dead letters of all queues together.', examples: [3] })),
    }),
  },
  permissions: { deadLetters: 'read' },
  example: {
    summary: 'One queue',
    response: { items: [{ queue: 'webhook-deliveries', count: 3 }], total: 3 },
  },
});

export const listDeadLetters = defineEndpoint({
  ...base,
  operationId: 'listDeadLetters',
  method: 'GET',
  path: `${path}/{queue}`,
  summary: 'Look at the dead letters of a queue',
  description:
    `Some of the messages, at most ${deadLetterLimits.shownMessages}: queues have no pages, and SQS chooses. They stay where they ` +
    'are. Only for super admins.',
  params: oneQueue,
  success: {
    status: 200,
    description: 'Some of its dead letters, the earliest first.',
    result: z.object({
      queue: queueName,
      count,
      items: z.array(DeadLetter).check(z.meta({ description: 'The messages.' })),
    }),
  },
  errors: ['not_found'],
  permissions: { deadLetters: 'read' },
  example: {
    summary: 'A delivery that no worker could process',
    response: {
      queue: 'webhook-deliveries',
      count: 1,
      items: [
        {
          messageId: '1f9b6a1c-6d2b-4f0e-9a57-3f1f6f0c2b11',
          sentAt: '2026-03-01T09:30:00.000Z',
          type: 'webhooks.delivery.due',
          tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
          organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
          body: '{"v":1,"type":"webhooks.delivery.due","data":{}}',
        },
      ],
    },
  },
});

export const redriveDeadLetters = defineEndpoint({
  ...base,
  operationId: 'redriveDeadLetters',
  method: 'POST',
  path: `${path}/{queue}/redrive`,
  summary: 'Bring the dead letters of a queue back',
  description:
    'Has SQS move them back to their queue, where each message counts as new, once the reason they failed is gone. The ' +
    'response does not wait for the move. What fails again returns to the dead letters. Only for super admins.',
  params: oneQueue,
  success: {
    status: 202,
    description: 'The move has begun.',
    result: z.object({
      ok: z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] })),
      count,
    }),
  },
  errors: ['not_found', 'redrive_under_way'],
  permissions: { deadLetters: 'redrive', table: ['PutItem'] },
  example: { summary: 'Three messages', response: { ok: true, count: 3 } },
});
