/** How notifications are shown in stories: to whom they went, without their text, which only recipients read. */
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { notificationKind, subjectOfUser, toNotification } from './items.ts';
import { featureNotificationKey, inboxKey } from './keys.ts';

export const storyParts: StoryParts = {
  [notificationKind]: {
    feature: 'notifications.view',
    keyOf: (tenantId, { id, organizationId, ref = {} }) =>
      typeof ref.recipientUserId === 'string'
        ? inboxKey({ tenantId }, subjectOfUser(ref.recipientUserId), id)
        : featureNotificationKey({ tenantId, organizationId }, id),
    show: (item) => {
      const { id, type, severity, recipientUserId, requiredFeature, occurrences } = toNotification(item);
      return {
        ...{ title: type, status: severity, endedAtMs: null, resourceId: id },
        detail: { type, severity, recipientUserId, requiredFeature, occurrences },
      };
    },
  },
};
