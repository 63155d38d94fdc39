/**
 * Keys of the event stream and the event log.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | List the events for a tenant's browsers, in order | TENANT#<tenant>#FEED | <position> | feedKey |
 * | Read a tenant's feed position, and whether a connection is open | TENANT#<tenant>#STREAMS | FEED | feedHeadKey |
 * | Take a slot of a tenant's open streams | TENANT#<tenant>#STREAMS | PLACES | streamSlotsKey |
 * | Detect an event that is already in the feed | TENANT#<tenant>#FEEDEVENT#<event> | UNIQUE | feedEventKey |
 * | List the log of a tenant's events, newest first | TENANT#<tenant>#EVENTLOG | <inverted ms>#<organization>#<event> | loggedEventKey |
 * | When may the next pass erase data from a tenant's log? | TENANT#<tenant>#EVENTERASURE | PASS | erasurePassKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst } from '../../kernel/table/keys.ts';

export const feedPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#FEED`;
/** Enough digits for every safe integer of JavaScript. */
const positionDigits = 16;
export const feedKey = (scope: TenantScope, position: number): Key => ({
  pk: feedPartition(scope),
  sk: String(position).padStart(positionDigits, '0'),
});
export const feedHeadKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'FEED',
});
export const streamSlotsKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'PLACES',
});
export const feedEventKey = ({ tenantId }: TenantScope, eventId: string): Key => ({
  pk: `TENANT#${tenantId}#FEEDEVENT#${eventId}`,
  sk: 'UNIQUE',
});

export const eventLogPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#EVENTLOG`;
/** Ids of events are only unique within an organization, or, without one, among the events of the whole tenant. */
export const loggedEventKey = (
  scope: TenantScope,
  {
    occurredAtMs,
    organizationId,
    eventId,
  }: { occurredAtMs: number; organizationId: string | null; eventId: string },
): Key => ({
  pk: eventLogPartition(scope),
  sk: `${newestFirst(occurredAtMs)}#${organizationId ?? ''}#${eventId}`,
});

export const erasurePassKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#EVENTERASURE`,
  sk: 'PASS',
});
