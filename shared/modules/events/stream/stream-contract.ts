/** The event stream, which sends events to browsers immediately. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { streamLimits } from './limits.ts';

const StreamEvents = z.object({
  lastEventId: z
    .optional(z.string().check(z.maxLength(100)))
    .check(
      about(
        '`id:` of the last received frame, to continue from there. For clients that cannot send the header ' +
          '`Last-Event-ID`; browsers send the header automatically, and it has precedence.',
        '1784000000123',
      ),
    ),
  organizationId: z
    .optional(z.string())
    .check(
      about(
        'Organization whose events you receive instead of those of the active one.',
        '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
      ),
    ),
});

export const streamEvents = defineEndpoint({
  module: 'events',
  auth: 'caller',
  scope: 'tenant',
  ...operation('streamEvents', 'GET', '/api/events/stream'),
  transport: 'stream',
  summary: 'Stream events',
  description:
    'Server-sent events for `EventSource`. Each frame has an `id:` and one `data:` line with the JSON `{id, ' +
    'payload, timestamp, organizationId, eventId, version}`: event type, data, time in milliseconds, ' +
    'organization (empty for the whole tenant), event id, and the revision of the changed resource. The stream ' +
    'contains the events with `clientBroadcast` of `GET /api/events` of the selected organization (with the ' +
    'cookie `svc_selected_org=__all__`, of all organizations that the caller may select) and of the whole ' +
    'tenant. Callers receive only events of modules whose view feature they hold (`webhooks.view`, ' +
    '`progress.view`, `notifications.view`, or `<module>.view`); events for specific users, roles or holders of ' +
    'a feature (`recipientUserId`, `recipientUserIds`, `recipientRoleId`, `recipientRoleIds`, `requiredFeature` ' +
    `in their data) go to these only. A frame has up to ${streamLimits.frameBytes} bytes: larger events have the payload ` +
    `\`{truncated: true, id, entityId, entityType}\`.\n\nA connection ends after at most ${streamLimits.maxSeconds} seconds and sends a ` +
    'keep-alive every 15 seconds. Browsers reconnect automatically and receive each missed event once and in ' +
    `order (\`Last-Event-ID\`): frames are kept for ${streamLimits.retentionSeconds / 60} minutes. A client that reconnects later receives an event ` +
    'named `missed` and should reload its data. A tenant can have 50 open streams by default, 25 from one address.',
  query: StreamEvents,
  success: returns(
    z
      .string()
      .check(
        about(
          'Frames as events are published, with comments in between.',
          'id: 1784000000123\ndata: {"id":"webhooks.delivery.succeeded","payload":{"id":"…"},"timestamp":1784000004242,' +
            '"organizationId":"7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22","eventId":"…","version":2}\n\n',
        ),
      ),
    { description: 'A stream of frames.', contentTypes: ['text/event-stream; charset=utf-8'] },
  ),
  errors: ['too_many_streams'],
  permissions: { table: ['GetItem', 'Query', 'UpdateItem'] },
  holdsConnection: true,
  // It mostly waits, and the cost of waiting depends on memory.
  memoryMb: 256,
  // Longer than the longest connection, for the start and the last read of the feed.
  timeoutSeconds: streamLimits.maxSeconds + 15,
});
