/** The endpoint of the event log. */
import * as z from 'zod/mini';
import { eventLimits } from '../../../kernel/events/limits.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, paging, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { fromField, untilField } from '../../../kernel/http/time-range.ts';
import { logOf, totalOption } from '../../../kernel/lists/list.ts';
import { eventLogLimits } from './limits.ts';

const kilobytes = eventLogLimits.inlineDataBytes / 1_024;
const sources = ['platform', 'own', 'inbound'] as const;
const organization = '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22';

const LoggedEvent = z
  .object({
    id: z.string().check(about('Id of the entry in the log.', `1772357400123-${organization}-shipment-1001`)),
    eventId: z.string().check(about('Id of the event, as receivers see it.', 'shipment-1001')),
    type: z.string().check(about('Type of the event.', 'sales.order.shipped')),
    entityType: z.string().check(about('Its type without the action.', 'sales.order')),
    entityId: z
      .nullable(z.string())
      .check(about('The `id` in its data, or the `entityId`; null without one.', 'SO-1001')),
    source: z
      .enum(sources)
      .check(
        about(
          'Who published it: the `platform`, a sender to an `inbound` endpoint, or you: your `own` events and those of ' +
            'records.',
          'own',
        ),
      ),
    tenantId: uuid('Tenant of the event.'),
    organizationId: z.nullable(uuid('Organization of the event; null for the whole tenant.')),
    occurredAt: timestamp('When it was published.'),
    version: z.int().check(about('Revision of the changed resource.', 1)),
    depth: z.int().check(about('Number of rules in the chain that led to the event; 0 without one.', 0)),
    dataBytes: z.int().check(about('Size of its data as JSON.', 33)),
    isErased: z
      .boolean()
      .check(
        about(
          'Whether only ids are left of its data, because the person or thing it is about was deleted.',
          false,
        ),
      ),
    data: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(
        about(
          `Data of the event. In lists, data of more than ${kilobytes} KB is null; select the entry by \`id\` to see it.`,
          { id: 'SO-1001', carrier: 'DHL' },
        ),
      ),
  })
  .check(z.meta({ id: 'LoggedEvent', description: 'An event in the log.' }));
export type LoggedEvent = z.infer<typeof LoggedEvent>;

const equals = (description: string, example: string, maxLength = 200) =>
  z.optional(text(maxLength)).check(about(description, example));

export const ListLoggedEvents = z.object({
  ...paging(),
  ...totalOption(),
  id: z
    .optional(text(700))
    .check(about('Only the entry with this id, with its whole data. Other filters are ignored.')),
  type: equals('Only events of this type.', 'sales.order.shipped', eventLimits.type),
  entityType: equals('Only events whose type without the action is this.', 'sales.order', eventLimits.type),
  entityId: equals('Only events about the thing with this id.', 'SO-1001', 500),
  source: z.optional(z.enum(sources)).check(about('Only events of this source.', 'own')),
  eventId: equals('Only the event with this id.', 'shipment-1001', 500),
  organizationId: z
    .optional(z.guid().check(z.toLowerCase()))
    .check(about('Only events of this organization.')),
  search: z
    .optional(z.string().check(z.maxLength(200)))
    .check(
      about(
        `Text to find in the data, ignoring case, within ${eventLogLimits.searchHours} hours: by default the last ones. ` +
          `Data of more than ${kilobytes} KB is not searched. A search ends with its page: \`total\` counts the matches ` +
          'that were read.',
      ),
    ),
  cursor: z.optional(text(700)).check(about('Continues a search: `nextCursor` of its response.')),
  from: z.optional(fromField('Only events at or after this time.')),
  to: z.optional(untilField('Only events at or before this time.')),
});
export type ListLoggedEvents = z.infer<typeof ListLoggedEvents>;

export const listLoggedEvents = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'tenant',
  ...operation('listLoggedEvents', 'GET', '/api/events/log'),
  summary: 'List the event log',
  description:
    'Returns the events of the tenant with their data, newest first: those of the platform, of your own modules and ' +
    'records, and of inbound endpoints. Callers who may select only some organizations see the events of these; ' +
    'callers who may select every organization also see events of the whole tenant. Events are in the log some ' +
    'seconds after they were published, for seven days unless the deployment keeps them longer. Filters are combined ' +
    'with AND.',
  feature: 'events.log.view',
  query: ListLoggedEvents,
  success: returns(
    z.extend(logOf(LoggedEvent, 'Events'), {
      nextCursor: z.nullable(z.string()).check(about('Where a search continues; null at its end.', null)),
    }),
  ),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'GetItem'], files: ['read events', 'list'] },
});
