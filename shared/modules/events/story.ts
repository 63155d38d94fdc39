/** How events are shown in stories. */
import { parseEventName } from '../../kernel/events/event-name.ts';
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { loggedEventKey } from './keys.ts';
import { toLoggedEvent } from './log/logged-event.ts';

const wholeTenant = { occurredAtMs: 0, organizationId: null, eventId: '' };

export const storyParts: StoryParts = {
  event: {
    feature: 'events.log.view',
    keyOf: (tenantId, { id }) => loggedEventKey({ tenantId }, parseEventName(id) ?? wholeTenant),
    show: (item, { id }) => {
      const { type, eventId, entityType, entityId, source, version, depth, isErased, data } = toLoggedEvent(
        '',
        item,
      );
      return {
        ...{ title: type, status: null, endedAtMs: null, resourceId: id },
        detail: { eventId, entityType, entityId, source, version, depth, isErased, data },
      };
    },
  },
};
