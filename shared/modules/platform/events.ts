import * as z from 'zod/mini';
import { field, resourceData, resourceEvents } from '../../kernel/events/definition.ts';

const queue = resourceData('queue', 'platform', {
  count: field(z.int(), 'Approximate number of messages, as counted by SQS.', 3),
});

export const events = resourceEvents(queue, {
  'platform.dead_letters.redriven':
    'The dead letters of a queue were moved back to the queue; the id is the name of the queue.',
});
