/** The event stream: what happens, told to browsers while it happens. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { streamLimits } from './limits.ts';

const StreamEvents = z.object({
  lastEventId: z.optional(z.string().check(z.maxLength(100))).check(
    z.meta({
      description:
        'Where to go on: the `id:` of the last frame that was received. For clients that cannot send the header ' +
        '`Last-Event-ID`, which browsers send by themselves and which goes before this.',
      examples: ['1784000000123'],
    }),
  ),
  organizationId: z.optional(z.string()).check(
    z.meta({
      description: 'Listen to this organization instead of the active one.',
      examples: ['7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22'],
    }),
  ),
});

export const streamEvents = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'tenant',
  operationId: 'streamEvents',
  method: 'GET',
  path: '/api/events/stream',
  transport: 'stream',
  summary: 'Listen to events as they happen',
  description:
    'Server-sent events for `EventSource`. Each frame has an `id:` and one `data:` line with the JSON ' +
    '`{id, payload, timestamp, organizationId, eventId, version}`: type of the event, its data, when it happened in ' +
    'milliseconds, its organization (empty for the whole tenant), its own id, and the revision of what it is ' +
    'about. Sent are the events with `clientBroadcast` of `GET /api/events` that happen in the selected ' +
    'organization (with the cookie `svc_selected_org=__all__` in all that the caller may select), or in the tenant ' +
    'as a whole, and each only to callers who hold the view feature of its module (`webhooks.view`, ' +
    '`progress.view`, `notifications.view`, or `<module>.view`); events for certain users, roles or holders of a feature (`recipientUserId`, `recipientUserIds`, ' +
    '`recipientRoleId`, `recipientRoleIds`, `requiredFeature` in their data) go to those only. ' +
    `A frame has up to ${streamLimits.frameBytes} bytes: of ` +
    'larger events the payload is `{truncated: true, id, entityId, entityType}`.\n\n' +
    `A connection ends after at most ${streamLimits.maxSeconds} seconds and says it is alive every 15. Browsers ` +
    'connect again by themselves, and get what they missed in between, in order and once, by `Last-Event-ID`: ' +
    `frames are kept for ${streamLimits.retentionSeconds / 60} minutes. A client that comes back later learns it by ` +
    'an event named `missed` that it should load its data afresh. A tenant may have 50 streams open unless the ' +
    'deployment says otherwise. Every caller may connect.',
  query: StreamEvents,
  success: {
    status: 200,
    description: 'A stream of frames.',
    contentTypes: ['text/event-stream; charset=utf-8'],
    result: z.string().check(
      z.meta({
        description: 'Frames as they come, with comments in between.',
        examples: [
          'id: 1784000000123\ndata: {"id":"webhooks.delivery.succeeded","payload":{"id":"…"},"timestamp":1784000004242,' +
            '"organizationId":"7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22","eventId":"…","version":2}\n\n',
        ],
      }),
    ),
  },
  errors: ['too_many_streams'],
  permissions: { table: ['GetItem', 'Query', 'UpdateItem'] },
  holdsConnection: true,
  // It waits most of the time, and memory is what waiting is billed by.
  memoryMb: 256,
  // Beyond the longest connection: a start, and the last look at the feed.
  timeoutSeconds: streamLimits.maxSeconds + 15,
});
