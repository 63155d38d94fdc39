import * as z from 'zod/mini';
import { field, resourceData, resourceEvents } from '../../kernel/events/definition.ts';

const queue = resourceData('queue', 'platform', {
  count: field(z.int(), 'How many messages were there, as SQS counts them.', 3),
});

export const events = resourceEvents(queue, {
  'platform.dead_letters.redriven':
    'Messages whose work failed for good were moved back to their queue; the id is the name of the queue.',
});
