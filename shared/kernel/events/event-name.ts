/** The name of an event within its tenant, from which the key of its log entry follows. Pure. */

/** Ids of events are only unique within an organization, or among the events of the whole tenant. */
export interface EventName {
  occurredAtMs: number;
  organizationId: string | null;
  eventId: string;
}

const wholeTenant = 'tenant';
const namePattern = new RegExp(
  `^(\\d{1,13})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|${wholeTenant})-(.+)$`,
);

/** Time, organization and id of the event as one text, which is the id of its log entry. */
export function eventNameOf({ occurredAtMs, organizationId, eventId }: EventName): string {
  return `${occurredAtMs}-${organizationId ?? wholeTenant}-${eventId}`;
}

/** The event that a text names; undefined for other texts. */
export function parseEventName(text: string): EventName | undefined {
  const [, ms, organization, eventId] = namePattern.exec(text) ?? [];
  if (ms === undefined || organization === undefined || eventId === undefined) return undefined;
  return {
    occurredAtMs: Number(ms),
    organizationId: organization === wholeTenant ? null : organization,
    eventId,
  };
}
