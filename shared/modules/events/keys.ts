/**
 * Keys of the event stream.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | The events for a tenant's browsers, in order | TENANT#<tenant>#FEED | <position> | feedKey |
 * | How far is a tenant's feed, and does anybody listen? | TENANT#<tenant>#STREAMS | FEED | feedHeadKey |
 * | Who has a place among a tenant's open streams? | TENANT#<tenant>#STREAMS | PLACES | streamPlacesKey |
 * | Was an event put into the feed before? | TENANT#<tenant>#FEEDEVENT#<event> | UNIQUE | feedEventKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';

export const feedPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#FEED`;
/** Wide enough for every whole number that JavaScript has. */
const positionDigits = 16;
export const feedKey = (scope: TenantScope, position: number): Key => ({
  pk: feedPartition(scope),
  sk: String(position).padStart(positionDigits, '0'),
});
export const feedHeadKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'FEED',
});
export const streamPlacesKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'PLACES',
});
export const feedEventKey = ({ tenantId }: TenantScope, eventId: string): Key => ({
  pk: `TENANT#${tenantId}#FEEDEVENT#${eventId}`,
  sk: 'UNIQUE',
});
