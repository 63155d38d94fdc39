/** The endpoints that list and redrive dead letters: messages that workers failed to process repeatedly. */
import * as z from 'zod/mini';
import { accepts, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, queryBoolean, text, textOrNull, timestamp } from '../../../kernel/http/fields.ts';
import { deadLetterLimits } from './limits.ts';

const base = { module: 'overview', auth: 'caller', scope: 'none', superAdmin: true } as const;
const path = '/api/overview/dead-letters';

const queueName = text(deadLetterLimits.queueCharacters).check(
  about('Name of the queue.', 'webhook-deliveries'),
);
const queueParams = z.object({ queue: queueName });
const count = z.int().check(about('Approximate number of dead letters, as counted by SQS.', 3));

export const DeadLetterQueue = z
  .object({ queue: queueName, count })
  .check(z.meta({ id: 'DeadLetterQueue', description: 'A queue that has dead letters.' }));

export const QueueDepth = z
  .object({
    queue: queueName,
    waiting: z.int().check(about('Messages that wait for a worker.', 12)),
    inProgress: z.int().check(about('Messages that workers have received.', 3)),
    delayed: z.int().check(about('Messages that are due later.', 0)),
  })
  .check(z.meta({ id: 'QueueDepth', description: 'Approximate numbers of messages of a queue.' }));

export const DeadLetter = z
  .object({
    messageId: z.string().check(about('Message id of SQS.', '1f9b6a1c-6d2b-4f0e-9a57-3f1f6f0c2b11')),
    sentAt: timestamp('When the message was sent to its queue.'),
    type: textOrNull('Type of the message; null if the body is not an envelope.', 'webhooks.delivery.due'),
    tenantId: textOrNull('Tenant of the message.', '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11'),
    organizationId: textOrNull('Organization of the message.', '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22'),
    cause: textOrNull(
      'The error of the last attempt; null if the worker ran out of time or memory.',
      'Error: connect ETIMEDOUT',
    ),
    failedAt: z.nullable(timestamp('When the last attempt failed.')),
    tries: z.nullable(z.int()).check(about('Number of attempts; null for a queue without a limit.', 5)),
    body: z
      .string()
      .check(
        about(
          `Body of the message, at most its first ${deadLetterLimits.bodyCharacters} characters.`,
          '{"v":1,"type":"webhooks.delivery.due","data":{}}',
        ),
      ),
  })
  .check(z.meta({ id: 'DeadLetter', description: 'A message that workers failed to process repeatedly.' }));

export const ListDeadLetterQueues = z.object({
  withDepths: z
    .optional(queryBoolean())
    .check(about('True also counts the messages of all queues that are not processed yet.')),
});
export type ListDeadLetterQueues = z.infer<typeof ListDeadLetterQueues>;

export const listDeadLetterQueues = defineEndpoint({
  ...base,
  ...operation('listDeadLetterQueues', 'GET', path),
  summary: 'List queues with dead letters',
  description:
    'Returns every queue that has dead letters, the queue with the largest count first. Dead letters are kept for 14 ' +
    'days. Counts are approximate and may be a minute old. Only for super admins.',
  query: ListDeadLetterQueues,
  success: returns(
    z.object({
      items: z.array(DeadLetterQueue).check(about('Queues with dead letters.')),
      total: z.int().check(about('Dead letters of all queues together.', 3)),
      depths: z
        .optional(z.array(QueueDepth))
        .check(
          about('With `withDepths`, the queues whose messages are not processed yet, the longest first.'),
        ),
    }),
  ),
  permissions: { deadLetters: 'read' },
});

export const listDeadLetters = defineEndpoint({
  ...base,
  ...operation('listDeadLetters', 'GET', `${path}/{queue}`),
  summary: 'List dead letters of a queue',
  description:
    `Returns at most ${deadLetterLimits.shownMessages} messages, selected by SQS; queues have no pages. The messages stay in the ` +
    'dead-letter queue. Only for super admins.',
  params: queueParams,
  success: returns(
    z.object({
      queue: queueName,
      count,
      items: z.array(DeadLetter).check(about('The messages.')),
    }),
    { description: 'Some dead letters, the earliest first.' },
  ),
  errors: ['not_found'],
  permissions: { deadLetters: 'read', table: ['BatchGetItem'] },
});

export const RedriveDeadLetters = z.object({
  messageIds: z
    .optional(
      z
        .array(text(deadLetterLimits.queueCharacters))
        .check(z.minLength(1), z.maxLength(deadLetterLimits.shownMessages)),
    )
    .check(
      about('Only these messages, by their ids; all messages of the queue without it.', [
        '1f9b6a1c-6d2b-4f0e-9a57-3f1f6f0c2b11',
      ]),
    ),
});
export type RedriveDeadLetters = z.infer<typeof RedriveDeadLetters>;

export const redriveDeadLetters = defineEndpoint({
  ...base,
  ...operation('redriveDeadLetters', 'POST', `${path}/{queue}/redrive`),
  summary: 'Redrive the dead letters of a queue',
  description:
    'Moves dead letters back to their queue, where they are processed as new messages. First remove the cause of ' +
    'the failures: messages that fail again return to the dead-letter queue. The response does not wait for the ' +
    'move of all messages. `messageIds` are looked for among the first two hundred. Only for super admins.',
  params: queueParams,
  body: RedriveDeadLetters,
  bodyOptional: true,
  success: accepts(
    z.object({
      ok: alwaysTrue(),
      count: z.int().check(about('Number of messages that move; approximate for all of a queue.', 3)),
    }),
  ),
  errors: ['not_found', 'redrive_under_way'],
  permissions: { deadLetters: 'redrive', table: ['PutItem'] },
});
