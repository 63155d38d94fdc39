/** The endpoint of an event's story. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, timestamp, timestampOrNull, uuid } from '../../../kernel/http/fields.ts';
import { storyLimits } from './limits.ts';

const organization = '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22';
const entry = `1772357400123-${organization}-shipment-1001`;
const delivery = 'delivery:5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

const StoryNode = z
  .object({
    id: z.string().check(about('Kind and id of the node, unique within the story.', delivery)),
    parentId: z
      .nullable(z.string())
      .check(about('The node that is its direct cause; null for the first event.', `event:${entry}`)),
    level: z.int().check(about('Number of causes before it in the tree; 0 for the first event.', 1)),
    kind: z
      .string()
      .check(
        about(
          'What it is, `event`, `audit_entry`, `rule_execution`, `delivery`, `inbound_message`, `notification`, `mail`, ' +
            '`job_run` or `sync_run`.',
          'delivery',
        ),
      ),
    state: z
      .enum(['kept', 'gone', 'not_visible'])
      .check(
        about(
          '`kept`: the platform has it. `gone`: it has expired or was erased, or it is an event that is not in the log ' +
            'yet. `not_visible`: you lack the feature of its module, or may not select its organization. Only `kept` ' +
            'nodes have title, status, id of the resource and detail.',
          'kept',
        ),
      ),
    at: timestamp('When it was created.'),
    endedAt: timestampOrNull('When it ended; null if it has not, or happened at one moment.'),
    title: z.nullable(z.string()).check(about('Its title.', 'https://example.com/hooks/orders')),
    status: z.nullable(z.string()).check(about('Its status in its module; null without one.', 'delivered')),
    organizationId: z
      .nullable(uuid('Its organization.'))
      .check(about('Its organization; null for the whole tenant.', organization)),
    resourceId: z
      .nullable(z.string())
      .check(about('Id with which its module’s operations read it.', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')),
    detail: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(about('What its module shows of it.', { attemptNumber: 1, responseStatus: 200 })),
  })
  .check(z.meta({ id: 'StoryNode', description: 'An event or an effect in a story.' }));
export type StoryNode = z.infer<typeof StoryNode>;

const StoryCause = z
  .object({
    kind: z
      .enum(['request', 'inbound', 'run', 'rule', 'platform', 'unknown'])
      .check(
        about(
          'What led to the first event: a `request`, a message to an `inbound` endpoint, a `run` of a job or a sync, ' +
            'a `rule` that a request ran, or the `platform` itself; `unknown` if it is gone.',
          'request',
        ),
      ),
    id: z
      .nullable(z.string())
      .check(
        about(
          'Id of the request, the received message or the run; null without one.',
          '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
        ),
      ),
    actorType: z
      .nullable(z.string())
      .check(about('`user` or `api_key` of the request; null without one.', 'api_key')),
    actorId: z.nullable(z.string()).check(about('Id of the user or key; null without one.', organization)),
  })
  .check(z.meta({ id: 'StoryCause', description: 'What led to the first event of a story.' }));
export type StoryCause = z.infer<typeof StoryCause>;

const Story = z
  .object({
    id: z.string().check(about('Id of the first event in the log.', entry)),
    cause: StoryCause,
    nodes: z
      .array(StoryNode)
      .check(
        about('The nodes in the order of the tree: each after its cause, those with one cause by time.'),
      ),
    isComplete: z
      .boolean()
      .check(
        about(
          `False if only the first nodes are returned: ${storyLimits.nodes}, or as many as a response has room for.`,
          true,
        ),
      ),
  })
  .check(z.meta({ id: 'Story', description: 'What an event has led to.' }));
export type Story = z.infer<typeof Story>;

export const getEventStory = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'tenant',
  ...operation('getEventStory', 'GET', '/api/events/{id}/story'),
  summary: 'Read the story of an event',
  description:
    'Returns everything that the first event of a story has led to: events, audit entries, rules with the comparison that ' +
    'decided, deliveries with their attempts, received messages, notifications, e-mails, and runs of jobs and syncs. The id of any event of the story selects ' +
    'it. Effects appear at once, events some seconds after they were published. A story expires with its first event ' +
    'in the log.',
  feature: 'events.log.view',
  params: z.object({ id: text(700).check(about('Id of an event in the log.', entry)) }),
  success: returns(Story),
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
});
