/** Events of causes, for the record of who silenced which failure. */
import {
  type ActionIn,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const cause = resourceData('cause', 'organization', {
  kind: text('Kind of the cause.', 'failing_webhook'),
  resourceId: text('Id of what fails.', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'),
  title: text('What fails.', 'Orders'),
  mutedUntil: textOrNull('When it is open again; null unless it was muted.', '2026-03-02T09:30:00.000Z'),
});

const descriptions = {
  'attention.cause.acknowledged': 'A cause was acknowledged: a user knows of the failure.',
  'attention.cause.muted': 'A cause was muted until a time.',
  'attention.cause.reopened': 'The acknowledgement or the muting of a cause was taken back.',
} as const;
export type CauseAction = ActionIn<keyof typeof descriptions, 'attention.cause'>;

export const events = resourceEvents(cause, descriptions);
